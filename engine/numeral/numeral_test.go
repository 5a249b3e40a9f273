package numeral

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

func TestShort(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {2, "2.00"}, {0.186, "0.186"}, {-0.5, "-0.500"}, {1.386294, "1.39"}, {12.34, "12.3"}, {99.96, "100"},
		{999.6, "1,000"}, {1250, "1,250"}, {123456, "123,456"}, {1e6, "10^6"}, {0.00123, "0.00123"}, {0.000123, "1.23e-4"},
		{1.2e-7, "1.20e-7"}, {1e-6, "10^-6"}, {-1e-6, "-1.00e-6"}, {1.004e-6, "1.00e-6"}, {1e-5 * (1 + 1e-12), "10^-5"}, {5e-324, "4.94e-324"}, {math.MaxFloat64, "1.80e308"},
		{math.NaN(), "not defined"}, {math.Inf(1), "unbounded"}, {math.Inf(-1), "-unbounded"},
	} {
		if got := Short(c.v); got != c.want {
			t.Errorf("Short(%g) = %q, want %q", c.v, got, c.want)
		}
	}
}

func TestChance(t *testing.T) {
	for _, c := range []struct {
		p    float64
		want string
	}{
		{0, "0 %"}, {1, "100 %"}, {0.853, "85.3 %"}, {0.5, "50.0 %"}, {0.0123, "1.23 %"}, {0.001, "0.10 %"},
		{0.0005, "1 in 2,000"}, {1.0 / 81234567, "1 in 81,200,000"}, {1e-10, "10^-10"}, {1e-301, "below 1e-300"},
		{0.9991, "99.91 %"}, {0.99999, "99.999 %"}, {1 - 1e-9, "99.9999999 %"}, {1 - 0x1p-53, "all but 1.11e-16"},
		{math.NaN(), "not defined"},
	} {
		if got := Chance(c.p); got != c.want {
			t.Errorf("Chance(%g) = %q, want %q", c.p, got, c.want)
		}
	}
}

func TestOften(t *testing.T) {
	for p, want := range map[float64]string{0.854: "85.4 % of the time", 4.330e-6: "1 time in 231,000", 0: "0 % of the time"} {
		if got := Down.Often(p); got != want {
			t.Errorf("Often(%g) = %q, want %q", p, got, want)
		}
	}
}

// No chance that is neither impossible nor certain reads as if it were.
func TestChanceIsNeverRoundedAway(t *testing.T) {
	for e := 1.0; e < 300; e += 0.25 {
		small := math.Pow(10, -e)
		if got := Chance(small); strings.HasPrefix(got, "0 ") || strings.HasPrefix(got, "0.00 ") {
			t.Errorf("Chance(%g) = %q", small, got)
		}
		if large := 1 - small; large < 1 {
			if got := Chance(large); strings.HasPrefix(got, "100") {
				t.Errorf("Chance(1 - %g) = %q", small, got)
			}
		}
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{{0, "0"}, {7, "7"}, {1000, "1,000"}, {1234567, "1,234,567"}, {-12345, "-12,345"}, {1e12, "1,000,000,000,000"}, {1e15, "10^15"}, {2.5, "2.50"}} {
		if got := Count(c.v); got != c.want {
			t.Errorf("Count(%g) = %q, want %q", c.v, got, c.want)
		}
	}
}

func TestApart(t *testing.T) {
	for text, want := range map[string]string{"0": "0", "-100": "-100", "999.5": "999.5", "1000": "1,000", "-1234.5": "-1,234.5", "-123456.789": "-123,456.789", "1234567": "1,234,567", "0.12345": "0.12345"} {
		if got := Apart(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A written number, read back, lies on the side it was rounded to, up to rounding, and within one unit of its last digit.
func TestRoundingToASide(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for range effort.Scale(50_000, 50_000, 200_000) {
		v := math.Pow(10, 14*rng.Float64()-7)
		for side, r := range map[int]Rounding{1: Up, -1: Down} {
			for _, signed := range []float64{v, -v} {
				text := r.Short(signed)
				written, err := strconv.ParseFloat(Bare(text), 64)
				if off := float64(side) * (written - signed); err != nil || off < -hair*v || off > 0.0101*v {
					t.Fatalf("%g is written %q, %v", signed, text, err)
				}
			}
		}
		p := rng.Float64()
		switch rng.IntN(3) {
		case 1:
			p = math.Pow(10, -12*p)
		case 2:
			p = 1 - math.Pow(10, -12*p)
		}
		for side, r := range map[int]Rounding{1: Up, -1: Down} {
			text := r.Chance(p)
			written := chance(t, text)
			if off := float64(side) * (written - p); off < -hair*p || off > max(0.0101*p, 0) && off > 0.001001 {
				t.Fatalf("%.17g is written %q (%g)", p, text, written)
			}
		}
	}
}

// chance reads the text of Chance.
func chance(t *testing.T, text string) float64 {
	t.Helper()
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(strings.NewReplacer(",", "", "10^", "1e").Replace(s), 64)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return v
	}
	if n, found := strings.CutPrefix(text, "1 in "); found {
		return 1 / number(n)
	}
	if short, found := strings.CutPrefix(text, "all but "); found {
		return 1 - number(short)
	}
	if percent, found := strings.CutSuffix(text, " %"); found {
		return number(percent + "e-2")
	}
	return number(text)
}

// A difference of shares is in points and a part is per cent, however small:
// "1 in N" is said of chances alone.
func TestDifferencesAreNoChances(t *testing.T) {
	for _, c := range []struct {
		style Style
		v     float64
		want  string
	}{
		{Points, 0.0039, "0.390 points"}, {Points, 3.61e-5, "0.00361 points"}, {Points, -0.25, "-25.0 points"}, {Points, 0, "0 points"}, {Points, 7e-23, "below 1e-9 points"},
		{Relative, 8.85e-5, "0.00885 %"}, {Relative, 0.4567, "45.7 %"}, {Relative, -0.1, "-10.0 %"},
	} {
		if got := c.style.Format(c.v); got != c.want {
			t.Errorf("%g is written %q, want %q", c.v, got, c.want)
		}
	}
}

// Numbers written with separated thousands are read back; a comma elsewhere is not taken for a separator.
func TestBare(t *testing.T) {
	for text, want := range map[string]string{
		"1,250": "1250", "-1,250": "-1250", "12,345,678": "12345678", "1,000.5": "1000.5", "0.3": "0.3",
		"1,5": "1,5", "0,25": "0,25", "1234,567": "1234,567", "1,2345": "1,2345", ",123": ",123", "1,250,": "1,250,", "10^-6": "1e-6", "10^12": "1e12",
	} {
		if got := Bare(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// Names within a sentence are told apart by commas, but for the last.
func TestListed(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "age": {"age"}, "age and bmi": {"age", "bmi"}, "age, hypertension and bmi": {"age", "hypertension", "bmi"}} {
		if got := Listed(names); got != want {
			t.Errorf("%q is written %q, want %q", names, got, want)
		}
	}
}

package numeral

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// Every number in every style is written as the next decimal with its number of places: the nearest, or the one on its side.
// The oracle reads the text, and moves it by one unit of its last place, in rational numbers.
func TestWhatIsWrittenIsTheNextDecimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 42))
	for range effort.Scale(100_000, 100_000, 1_000_000) {
		x, s := sample(rng), Style(rng.IntN(int(Relative)+1))
		if s == Percent {
			x = chanceOf(rng, x)
		}
		for _, r := range []Rounding{Nearest, Up, Down} {
			checkWritten(t, s, r, x)
		}
	}
}

// sample draws a number of any size and sign, a short decimal, or the result of a computation near one.
func sample(rng *rand.Rand) float64 {
	v := math.Pow(10, 16*rng.Float64()-9)
	switch rng.IntN(4) {
	case 1:
		v = float64(1+rng.IntN(1000)) / 1000
	case 2:
		v = float64(1+rng.IntN(1000)) * 0.1
	case 3: // beside a power of ten
		v = math.Pow10(rng.IntN(16)-9) * (1 + (rng.Float64()-0.5)*math.Pow(10, -12*rng.Float64()))
	}
	if rng.IntN(4) == 0 {
		v = -v
	}
	return v
}

// chanceOf makes a chance in (0, 1) of a number, many of them close to 0 or to 1.
func chanceOf(rng *rand.Rand, v float64) float64 {
	p := math.Mod(math.Abs(v), 1)
	switch rng.IntN(3) {
	case 1:
		p = math.Pow(10, -14*p)
	case 2:
		p = 1 - math.Pow(10, -14*p)
	}
	if !(p > 0 && p < 1) {
		return 0.5
	}
	return p
}

// checkWritten compares the text of x with x.
func checkWritten(t *testing.T, s Style, r Rounding, x float64) {
	t.Helper()
	text := s.Rounded(x, r)
	number, of := strings.TrimSuffix(text, " points"), new(big.Rat).SetFloat64(x)
	side := r
	switch {
	case strings.HasPrefix(text, "below "): // of points that are none
		return
	case strings.HasPrefix(number, "1 in "):
		number, of, side = number[len("1 in "):], of.Inv(of), r.opposite()
	case strings.HasPrefix(number, "all but "):
		number, of, side = number[len("all but "):], of.Sub(big.NewRat(1, 1), of), r.opposite()
	case strings.HasSuffix(number, " %"):
		number = strings.TrimSuffix(number, " %")
		of.Mul(of, big.NewRat(100, 1))
	case s == Points:
		of.Mul(of, big.NewRat(100, 1))
	}
	number = Bare(number)
	written, ok := new(big.Rat).SetString(number)
	if !ok {
		t.Fatalf("%.17g is written %q", x, text)
	}
	if s == Percent && (written.Sign() <= 0 || strings.HasPrefix(text, "100")) {
		t.Fatalf("%.17g, which is neither impossible nor certain, is written %q", x, text)
	}
	off := new(big.Rat).Sub(written, of)
	hairs := new(big.Rat).Mul(new(big.Rat).Abs(of), new(big.Rat).SetFloat64(0x1p-47)) // of two roundings
	if strings.HasPrefix(text, "all but ") {
		hairs.SetFloat64(0x1p-52)
	}
	if new(big.Rat).Abs(off).Cmp(hairs) <= 0 {
		return
	}
	most := lastPlace(number, text, of)
	switch {
	case side == Nearest:
		most.Quo(most, big.NewRat(2, 1))
	case (off.Sign() > 0) != (side == Up):
		t.Fatalf("%.17g is written %q, on the other side", x, text)
	}
	if most.Add(most, hairs); new(big.Rat).Abs(off).Cmp(most) > 0 {
		t.Fatalf("%.17g is written %q, which is not the next number of its places", x, text)
	}
}

// lastPlace returns one unit of the last place of a written number: three digits where "1 in N" separates thousands or is
// written as a power of ten.
func lastPlace(number, text string, of *big.Rat) *big.Rat {
	mantissa, exponent, scientific := strings.Cut(number, "e")
	_, decimals, _ := strings.Cut(mantissa, ".")
	places := len(decimals)
	if strings.Contains(text, power) {
		places = 2
	}
	unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
	if scientific {
		power, _ := new(big.Rat).SetString("1e" + exponent)
		return unit.Mul(unit, power)
	}
	if strings.HasPrefix(text, "1 in ") {
		n, _ := of.Float64()
		return new(big.Rat).SetFloat64(math.Pow10(int(math.Log10(n)) - 2))
	}
	return unit
}

// No digit is made of the last binary places, whichever the side.
func TestLastBinaryPlacesMakeNoDigit(t *testing.T) {
	tenth, fifth := 0.1, 0.2
	for _, r := range []Rounding{Nearest, Up, Down} {
		for text, v := range map[string]float64{"0.300": 3 * tenth, "0.600": 3 * fifth, "1.00": tenth + tenth + tenth + tenth + tenth + tenth + tenth + tenth + tenth + tenth, "10^-6": 1e-5 / 10 * (1 + 0x1p-52)} {
			if got := r.Short(v); got != text {
				t.Errorf("%.17g is written %q to the side %d, want %q", v, got, r, text)
			}
		}
		if got := r.Chance(3 * tenth); got != "30.0 %" {
			t.Errorf("three tenths are written %q to the side %d", got, r)
		}
		if got := r.Chance(1 / (3000 * (1 + 0x1p-52))); got != "1 in 3,000" {
			t.Errorf("one in 3,000 is written %q to the side %d", got, r)
		}
	}
}

// A total is the sum of its parts as written.
func TestSumOfWhatIsWritten(t *testing.T) {
	for _, c := range []struct {
		r     Rounding
		total float64
		parts int
		want  string
	}{
		{Up, 2 * 4.0322, 2, "8.08"}, {Nearest, 2 * 6.26, 2, "12.52"}, {Up, 3 * 4.0322, 3, "12.12"}, {Up, 2 * 0.04117, 2, "0.0824"}, {Down, 2 * 4.0399, 2, "8.06"},
		{Up, 2 * 85.1233, 2, "170.4"}, {Up, 2 * 1234.5, 2, "2,470"}, {Up, 8.0644, 1, "8.07"}, {Up, 8.0644, 0, "8.07"}, {Nearest, math.Inf(1), 2, "unbounded"},
		{Nearest, 2.4e-6, 2, "2.40e-6"}, {Nearest, 0, 2, "0"}, {Up, 3 * 0.1, 3, "0.300"}, {Nearest, 27, 3, "27.0"}, {Nearest, 120, 3, "120"}, {Up, 30.09, 3, "30.3"},
	} {
		if got := c.r.Sum(c.total, c.parts); got != c.want {
			t.Errorf("%g of %d parts is written %q, want %q", c.total, c.parts, got, c.want)
		}
	}
	for _, c := range []struct {
		r     Rounding
		parts []float64
		want  string
	}{
		{Up, []float64{3.001, 3.001}, "6.02"}, {Down, []float64{3.009, 3.009}, "6.00"}, {Up, []float64{3.9198, 0.00767}, "3.93"},
		{Up, []float64{10.11, 2.551}, "12.8"}, {Nearest, []float64{0.1, 0.2}, "0.300"}, {Up, []float64{4}, "4.00"}, {Up, []float64{1, math.Inf(1)}, "unbounded"},
	} {
		if got := c.r.SumOf(c.parts); got != c.want {
			t.Errorf("%v add up to %q as written, want %q", c.parts, got, c.want)
		}
	}
}

package composition

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Each release is enclosed within a thousandth, and so is the list in the specification; releases with a closed form equal it.
func TestReleases(t *testing.T) {
	normals := func(sigmas ...float64) float64 {
		sum := 0.0
		for _, s := range sigmas {
			sum += 1 / (s * s)
		}
		return privacy.LeastEpsilon(func(epsilon float64) float64 { return privacy.GaussianProfile(epsilon, 1/math.Sqrt(sum)) }, 1e-5)
	}
	sigma := privacy.AnalyticSigma(1.3, 1e-6)
	for _, c := range []struct {
		parts string
		apart bool
		want  float64 // 0: not known
	}{
		{"laplace:0.5x24,gaussian:1.3:1e-6,steps:1.1:0.004:3516", false, 0},
		{"gaussian:1.3:1e-6", false, normals(sigma)},
		{"gaussian:1.3:1e-6x2, normal:5", false, normals(sigma, sigma, 5)},
		{"claim:0.5x10", false, accounting.Repeated{Epsilon: 0.5, Times: 10}.Optimal(1e-5)},
		{"laplace:0.3", false, 0.3},
		{"laplace:0.3,laplace:0.7,claim:0.6", true, 0.7},
		{"laplace:0.3x24", true, 0.3},
	} {
		e, err := Release{Parts: c.parts, Neighbours: privacy.OneAdded, Apart: c.apart}.Event()
		if err != nil {
			t.Fatal(err)
		}
		v, err := accounting.Losses{Accuracy: accounting.Fine}.Price(t.Context(), e, 1e-5)
		if err != nil || v.High-v.Low > 1e-3*v.High || c.want > 0 && !(v.High >= c.want*(1-1e-4) && v.High <= c.want*(1+1e-3)) {
			t.Errorf("%s: %v, want %g; %v", c.parts, v, c.want, err)
		}
	}
}

// Who sees three releases guesses right as often as draws say.
func TestReleasesDrawn(t *testing.T) {
	effort.ForNumbers(t)
	e, err := Release{Parts: "laplace:0.5x3,normal:2,steps:1:0.3:4", Neighbours: privacy.OneAdded}.Event()
	if err != nil {
		t.Fatal(err)
	}
	c, err := accounting.Losses{}.Curve(t.Context(), e, 1e-9)
	if err != nil {
		t.Fatal(err)
	}
	const draws = 300_000
	rng, right := rand.New(rand.NewPCG(49, 3)), 0
	for range draws {
		there := rng.IntN(2) == 0
		moved, loss := 0.0, 0.0
		if there {
			moved = 1
		}
		for range 3 {
			x := moved + rng.ExpFloat64()/0.5*float64(1-2*rng.IntN(2))
			loss += 0.5 * (math.Abs(x) - math.Abs(x-1))
		}
		x := moved + 2*rng.NormFloat64()
		loss += (2*x - 1) / 8
		for range 4 {
			x := rng.NormFloat64()
			if there && rng.Float64() < 0.3 {
				x++
			}
			loss += math.Log(0.7 + 0.3*math.Exp(x-0.5))
		}
		if loss > 0 == there {
			right++
		}
	}
	want, v := float64(right)/draws, c.Attack().Right(0.5)
	if off := 4 * 0.5 / math.Sqrt(draws); want > v.High+off || want < v.Low-off || v.High-v.Low > 2e-3 {
		t.Errorf("right %g of the time, and it is %v to %v", want, v.Low, v.High)
	}
}

func TestNoReleases(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "the list has no release",
		" , ":                          "the list has no release",
		"laplas:1":                     `release = "laplas" is not known; nearest: laplace`,
		"laplace":                      `"laplace" has 0 numbers: laplace:ε is the form, such as laplace:0.5`,
		"laplace:1:2":                  `"laplace:1:2" has 2 numbers`,
		"laplace:0":                    `ε = "0" of "laplace:0" is no ε of a release: one above 0, at most 500 would work`,
		"laplace:nan":                  "would work",
		"laplace:0.5x0":                `"laplace:0.5x0" is released "0" times: a whole number from 1 to 1e+06 would work`,
		"laplace:0.5x":                 `is released "" times`,
		"gaussian:1.3":                 "gaussian:ε:δ is the form",
		"gaussian:1:2":                 `δ = "2"`,
		"steps:1.1:0.004":              "steps:σ:q:T is the form, such as steps:1.1:0.004:3516",
		"steps:1.1:0.004:1.5":          "a whole number from 1 to 1e9",
		"steps:1.1:2:10":               `q = "2"`,
		"normal:" + "9999999999999":    "from 0.001 to 1e6",
		strings.Repeat("claim:1,", 65): "more than 64 releases",
	} {
		if _, err := ReadParts(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	_, err := Release{Parts: "laplace:1,steps:1.1:0.004:3516", Neighbours: privacy.OneReplaced}.Event()
	if err == nil || !strings.Contains(err.Error(), "steps:1.1:0.004:3516 draws records by coins") {
		t.Error(err)
	}
	if _, err := (Release{Parts: "laplace:1,normal:2", Neighbours: privacy.OneReplaced}).Event(); err != nil {
		t.Error(err)
	}
}

// Written parts are read back unchanged, and each kind's example is valid.
func TestPartsAreWritten(t *testing.T) {
	for _, k := range PartKinds {
		for _, text := range []string{k.Such, k.Such + "x24"} {
			list, err := ReadParts(text)
			if err != nil || len(list) != 1 {
				t.Fatalf("%s: %v", text, err)
			}
			again, err := ReadParts(list[0].String())
			if err != nil || list[0].String() != again[0].String() {
				t.Errorf("%s is written %s, and read %v, %v", text, list[0], again, err)
			}
		}
	}
}

func FuzzReadParts(f *testing.F) {
	f.Add("laplace:0.5x24,gaussian:1.3:1e-6,steps:1.1:0.004:3516")
	f.Fuzz(func(t *testing.T, text string) {
		if list, err := ReadParts(text); err == nil {
			for _, p := range list {
				if again, err := ReadParts(p.String()); err != nil || again[0].String() != p.String() {
					t.Errorf("%q: %v, %v", text, p, err)
				}
			}
		}
	})
}

package querynoise

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// written returns a family as a certifier reads it from a file.
func (r Ranges) written(f Found) (WrittenFamily, error) {
	var b strings.Builder
	b.WriteString("group,from,to,low,high,mass\n")
	ends := r.Ends()
	for i, law := range f.Family.Laws {
		for _, p := range r.Pieces(law.Law) {
			fmt.Fprintf(&b, "%d,%v,%v,%v,%v,%v\n", i+1, ends[i], ends[i+1], p.Low, p.High, p.Mass)
		}
	}
	return ReadFamily(strings.NewReader(b.String()))
}

// Families keep their guarantee as they are written, whatever decimals their ends have: groups a sensitivity apart, which no
// two neighbouring answers share, are written so that none comes nearer.
func TestFamiliesSurviveTheFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 4))
	sizes := []string{"3,3,2,1", "3,1,7,2,1", "2,3,1,4,2,2", "1x9", "3,1,11,2,1"}
	apart := 0
	for range effort.Scale(30, 200, 2000) {
		steps := 2 + rng.IntN(6)
		r := Ranges{Question: Question{Epsilon: math.Exp(2*rng.Float64() - 0.5), Delta: math.Exp(-1 - 3*rng.Float64()), Loss: absolute,
			Sensitivity: []float64{0.3, 0.7, 1.1, 3, 1.0 / 3, math.Pi, 1e-3 / 7}[rng.IntN(7)]}, Groups: sizes[rng.IntN(len(sizes))]}
		r.Width, r.Support = r.Sensitivity/float64(steps), optimal.Support(r.Epsilon, r.Delta)
		f, err := AskedRanges(r).Best(t.Context())
		if err != nil || f.Family == nil {
			t.Fatalf("%+v: %v, %s", r, err, f.None)
		}
		w, err := r.written(f)
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		moves, err := w.Moves(r.Sensitivity)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := optimal.CertifyFamilyExactly(w.Groups, moves, r.Epsilon)
		asked, _ := new(big.Rat).SetString(fmt.Sprint(r.Delta))
		if err != nil || exact.High.Cmp(asked) > 0 {
			t.Errorf("%+v: as written δ is %v, %v", r, exact.High.FloatString(20), err)
		}
		if c := w.Laws.Certify(moves, r.Epsilon); c.High > r.Delta {
			apart++
		}
	}
	if apart == 0 {
		t.Error("no family has groups a sensitivity apart whose noise would break δ")
	}
}

// Groups with ends a sensitivity apart are no neighbours, and cost no loss.
func TestGroupsASensitivityApart(t *testing.T) {
	r := Ranges{Question: Question{Epsilon: 2.026, Delta: 0.0281, Sensitivity: 0.5, Loss: absolute, Width: 0.25, Support: 4}, Groups: "3,3,2,1"}
	f, err := r.Best(t.Context())
	if err != nil || math.Abs(f.Family.Loss*r.Scale()-0.217318) > 5e-7 {
		t.Errorf("it costs %v, %v; .217318 is enough", f.Family.Loss*r.Scale(), err)
	}
}

// Where e^ε is great there are families too, which cost no more than one law for all.
func TestFamiliesAtGreatBudgets(t *testing.T) {
	for _, epsilon := range []float64{8, 10, 12, 15} {
		for _, delta := range []float64{1e-9, 1e-6, 1e-3, 0.1} {
			for _, loss := range []central.Loss{absolute, central.Square{}} {
				q := Question{Epsilon: epsilon, Delta: delta, Sensitivity: 1, Loss: loss, Width: 0.25}
				for _, groups := range []string{"3,1,1,3", "1x8"} {
					r := AskedRanges(Ranges{Question: q, Groups: groups})
					f, err := r.Best(t.Context())
					if err != nil || f.Family == nil || f.Single == nil {
						t.Errorf("%+v: %v, %s", r, err, f.None)
						continue
					}
					if f.Family.Certificate.Delta > delta || f.Family.Loss > f.Single.Loss {
						t.Errorf("%+v: it costs %v at δ = %v, and one law %v", r, f.Family.Loss, f.Family.Certificate.Delta, f.Single.Loss)
					}
				}
			}
		}
	}
}

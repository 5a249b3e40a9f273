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

// A written law is read back as the same law, in the answer's unit: in rational numbers it keeps the guarantee it was made for,
// and counts are whole.
func TestLawsSurviveTheFile(t *testing.T) {
	questions := []Question{
		{Epsilon: 3, Delta: 0.3, Sensitivity: 10, Loss: absolute, Width: 1, Support: 2, Atom: true},
		{Epsilon: 1, Delta: 0.1, Sensitivity: 2, Loss: absolute, Query: optimal.Count},
		{Epsilon: 1, Delta: 0.2, Sensitivity: 29, Loss: absolute, Query: optimal.Count, Support: 3}, // 1/29·29 is not 1 in places
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for range effort.Scale(10, 150, 3000) {
		q := Question{Epsilon: math.Exp(4.7*rng.Float64() - 2), Delta: math.Exp(-7 * rng.Float64()), Sensitivity: math.Exp(8*rng.Float64() - 4),
			Loss: []central.Loss{absolute, central.Square{}, central.Pinball(0.3)}[rng.IntN(3)], Atom: rng.IntN(2) == 0, Query: optimal.Query(rng.IntN(2)), Shape: optimal.Shape(rng.IntN(2))}
		if q.Query == optimal.Count {
			q.Sensitivity = min(q.Sensitivity, 12)
		}
		q = Asked(q)
		if q.Width = q.Sensitivity / float64(2+rng.IntN(8)); q.Epsilon > 4 {
			q.Width = 0 // steps may be far narrower than cells
		}
		questions = append(questions, q)
	}
	for _, q := range questions {
		best, err := q.Best(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if best.Certified == nil {
			continue
		}
		var b strings.Builder
		b.WriteString("mass,Low, high ,remark\n")
		for _, p := range q.Pieces(best.Certified.Law) {
			if q.Query == optimal.Count && p.Low != math.Round(p.Low) {
				t.Errorf("%+v: %v is no whole number", q, p.Low)
			}
			fmt.Fprintf(&b, "%v,%v,%v,\n", p.Mass, p.Low, p.High)
		}
		law, err := ReadLaw(strings.NewReader(b.String()))
		if err != nil {
			t.Errorf("%+v: %v", q, err)
			continue
		}
		moves, err := law.Moves(q.Sensitivity)
		if err != nil {
			t.Fatal(err)
		}
		c := law.Law.Certify(moves, q.Epsilon)
		if c.High < q.Delta*(1-1e-6) || c.Low > q.Delta {
			t.Errorf("%+v: certified between %v and %v from the file", q, c.Low, c.High)
		}
		exact, err := optimal.CertifyExactly(law.Pieces, moves, q.Epsilon)
		if err != nil {
			t.Errorf("%+v: %v", q, err)
			continue
		}
		high, _ := exact.High.Float64()
		asked, _ := new(big.Rat).SetString(fmt.Sprint(q.Delta))
		if exact.High.Cmp(asked) > 0 || high < c.Low || high > c.High {
			t.Errorf("%+v: δ is %s, between %v and %v", q, exact.High.FloatString(30), c.Low, c.High)
		}
	}
}

func TestFilesThatAreNoLaw(t *testing.T) {
	for text, want := range map[string]string{
		"":                                          "no header",
		"low,high\n0,1\n":                           `no column is called "mass"`,
		"low,high,low,mass\n0,1,0,1\n":              `two columns are called "low"`,
		"low,high,mass\n":                           "no rows",
		"low,high,mass\n0,1,-0.5\n1,2,1.5\n":        "line 2: the mass -0.5 is negative",
		"low,high,mass\n0,1,0.5\n2,3,0.5\n":         "between 1 and 2 there is a gap",
		"low,high,mass\n0,2,0.5\n1,3,0.5\n":         "overlaps the one before it, which ends at 2",
		"low,high,mass\n0,1,0.5\n1,2,0.4\n":         "add up to 0.9, not to 1",
		"low,high,mass\n1,0,1\n":                    "low = 1 is above high = 0",
		"low,high,mass\n0,1,much\n":                 `"much" is not a finite number`,
		"low,high,mass\n0,inf,1\n":                  `"inf" is not a finite number`,
		"low,high,mass\n0,+Inf,1\n":                 `"+Inf" is not a finite number`,
		"low,high,mass\n0,1,nan\n":                  `"nan" is not a finite number`,
		"low,high,mass\n0,1,1e-300\n1,2,1\n":        "line 2: the mass 1e-300 is too small to count with; 0 would work",
		"low,high,mass\n0,1e300,1\n":                "another unit would work",
		"low,high,mass\n0,5e-324,.5\n5e-324,1,.5\n": "the piece from 0 to 5e-324 is narrower than 1e-12, which is hardly told from a point; a point would work",
		"low,high,mass\n0,5e-324,1\n":               "",
		"low,high,mass\n0,0,.5\n-29.000000000000004,-29.000000000000004,.5\n": "-29 would work",
		"low,high,mass\n0,1,.5\n1.0000000001,2,.5\n":                          "there is a gap",
		"low,high,mass\n0,1\n":              "wrong number of fields",
		"low,high,mass\n3,3,0.5\n3,3,0.5\n": "the point 3 is given twice",
	} {
		if _, err := ReadLaw(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

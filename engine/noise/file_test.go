package noise

import (
	"fmt"
	"strings"
	"testing"

	"dpscope/mechanisms/optimal"
)

// What is written is read again as the same law, in the answer's unit.
func TestLawsSurviveTheFile(t *testing.T) {
	for _, q := range []Question{
		{Epsilon: 3, Delta: 0.3, Sensitivity: 10, Loss: absolute, Width: 1, Support: 2, Atom: true},
		{Epsilon: 1, Delta: 0.1, Sensitivity: 2, Loss: absolute, Query: optimal.Count},
	} {
		best, err := q.Best(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		b.WriteString("mass,Low, high ,remark\n")
		for _, p := range q.Pieces(best.Solved.Law) {
			fmt.Fprintf(&b, "%.17g,%.17g,%.17g,\n", p.Mass, p.Low, p.High)
		}
		law, err := ReadLaw(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		if c := law.Certify(q.Query, q.Epsilon, q.Sensitivity); c.Delta > q.Delta*(1+1e-12) || c.Delta < q.Delta*(1-1e-6) {
			t.Errorf("%+v: certified at %v from the file", q, c.Delta)
		}
	}
}

func TestFilesThatAreNoLaw(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "no header",
		"low,high\n0,1\n":                    `no column is called "mass"`,
		"low,high,mass\n":                    "no rows",
		"low,high,mass\n0,1,-0.5\n1,2,1.5\n": "line 2: the mass -0.5 is negative",
		"low,high,mass\n0,1,0.5\n2,3,0.5\n":  "between 1 and 2 there is a gap",
		"low,high,mass\n0,2,0.5\n1,3,0.5\n":  "overlaps the one before it, which ends at 2",
		"low,high,mass\n0,1,0.5\n1,2,0.4\n":  "add up to 0.9, not to 1",
		"low,high,mass\n1,0,1\n":             "low = 1 is above high = 0",
		"low,high,mass\n0,1,much\n":          `"much" is not a finite number`,
		"low,high,mass\n0,inf,1\n":           `"inf" is not a finite number`,
		"low,high,mass\n0,1\n":               "wrong number of fields",
		"low,high,mass\n3,3,0.5\n3,3,0.5\n":  "the point 3 is given twice",
	} {
		if _, err := ReadLaw(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

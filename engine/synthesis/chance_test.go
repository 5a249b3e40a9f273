package synthesis

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/learners/synth"
)

// of returns records of a label with two words and attributes with four words, by their codes.
func of(label []uint16, attributes ...[]uint16) Records {
	words := []string{"a", "b", "c", "d"}
	s := synth.Schema{Label: len(attributes)}
	for range attributes {
		s.Attributes = append(s.Attributes, synth.Attribute{Name: "x", Words: words})
	}
	s.Attributes = append(s.Attributes, synth.Attribute{Name: "y", Words: words[:2]})
	return named(synth.Records{Schema: s, Codes: append(attributes, label)}, "test")
}

// redrawn returns the mean over many draws of rows from records, measured as synthetic rows are: an oracle by simulation, with
// its standard error.
func redrawn(r Records, rows int, balanced bool, draws int) (mean, deviation float64) {
	rng := rand.New(rand.NewPCG(3, 14))
	label := r.Codes[r.Schema.Label]
	var by [2][]int
	for i, class := range label {
		by[class] = append(by[class], i)
	}
	square := 0.0
	for range draws {
		drawn := synth.Records{Schema: r.Schema, Codes: make([][]uint16, len(r.Codes))}
		stands, classes := [2]float64{1, 1}, [2]float64{}
		for i := range rows {
			one := rng.IntN(len(label))
			if balanced {
				one = by[i%2][rng.IntN(len(by[i%2]))]
			}
			classes[label[one]]++
			for a := range r.Codes {
				drawn.Codes[a] = append(drawn.Codes[a], r.Codes[a][one])
			}
		}
		for class := range stands {
			if balanced && classes[class] > 0 {
				stands[class] = float64(len(by[class])) / float64(len(label)) * float64(rows) / classes[class]
			}
		}
		d := Drawn{}
		for _, a := range r.Schema.Others() {
			both := []int{r.Schema.Label, a}
			d.Marginals = append(d.Marginals, marginal(a, r.Count(both), drawn.Count(both), float64(len(label)), float64(rows), stands))
		}
		v := d.Mean()
		mean, square = mean+v/float64(draws), square+v*v/float64(draws)
	}
	return mean, math.Sqrt((square - mean*mean) / float64(draws))
}

// The closed form is the mean over draws from the records, as fitted and balanced, with rows fewer than values and with a single row. A
// seed is fixed; five standard errors are exceeded once in a million.
func TestByChanceIsTheMeanOfDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var label, even, constant, together []uint16
	for range 60 {
		class := uint16(0)
		if rng.IntN(5) == 0 {
			class = 1
		}
		label, constant = append(label, class), append(constant, 2)
		even, together = append(even, uint16(rng.IntN(4))), append(together, class*uint16(1+rng.IntN(3)))
	}
	for _, c := range []struct {
		name string
		of   Records
	}{{"three attributes", of(label, even, constant, together)}, {"a constant one", of(label, constant)}} {
		for _, balanced := range []bool{false, true} {
			for _, rows := range []int{1, 2, 7, 100} {
				got := ByChance(c.of, rows, balanced).Mean()
				if want, deviation := redrawn(c.of, rows, balanced, 20000); math.Abs(got-want) > 5*deviation+1e-12 {
					t.Errorf("%s, %d rows, balanced %v: %v, and draws have %v ± %v", c.name, rows, balanced, got, want, deviation)
				}
			}
		}
	}
}

// A constant attribute with balanced classes does not differ by chance, and a million rows hardly do.
func TestByChanceVanishes(t *testing.T) {
	label, constant, even := make([]uint16, 40), make([]uint16, 40), make([]uint16, 40)
	for i := range label {
		label[i], even[i] = uint16(i/30), uint16(i%4)
	}
	if got := ByChance(of(label, constant), 10, true).Mean(); got != 0 {
		t.Errorf("a constant attribute within its class differs by %v", got)
	}
	if few, many := ByChance(of(label, even), 100, false).Mean(), ByChance(of(label, even), 1_000_000, false).Mean(); !(0 < many && many < few/50) {
		t.Errorf("by chance %v of 100 rows, %v of a million", few, many)
	}
}

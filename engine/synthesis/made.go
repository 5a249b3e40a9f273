package synthesis

import (
	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/learners/synth"
	"dpscope/learners/table"
)

// making is the stream of random numbers of people who are made up.
const making uint64 = 31

// Set is a fully declared set of made-up people.
type Set struct {
	Name, Title string
	make        func(seed uint64) synth.Records
}

// Sets lists the sets that come with the program.
var Sets = []Set{
	{"patients", "5,000 simulated patients, of whom some had a stroke", patients},
	{"mixture", "1,000 simulated points in the plane, a tenth of them positive", mixture},
}

func made(name string, seed uint64) (Records, error) {
	names := make([]string, len(Sets))
	for i, s := range Sets {
		if names[i] = s.Name; s.Name == name {
			return named(s.make(seed), s.Name), nil
		}
	}
	return Records{}, &param.UnknownError{What: "data", Name: name, Known: names}
}

// patients returns people with six attributes, three of them with two words.
func patients(seed uint64) synth.Records {
	const count = 5000
	d := table.Patients(count, seed)
	bounds := map[string][2]float64{"age": {0, 96}, "avg_glucose_level": {50, 290}, "bmi": {12, 52}}
	s := synth.Schema{Label: len(d.Features)}
	columns := make([][]float64, len(d.Features)+1)
	for f, feature := range d.Features {
		a := synth.Attribute{Name: feature.Name, Words: []string{"no", "yes"}}
		if b, measured := bounds[feature.Name]; measured {
			a.Words, a.Edges = nil, synth.Even(b[0], b[1], synth.Bins)
		}
		s.Attributes = append(s.Attributes, a)
		for i := range count {
			columns[f] = append(columns[f], feature.Scale.Raw(d.Row(i)[f]))
		}
	}
	s.Attributes = append(s.Attributes, synth.Attribute{Name: "stroke", Words: []string{"no", "yes"}})
	for _, class := range d.Y {
		columns[s.Label] = append(columns[s.Label], float64(class))
	}
	return synth.Encoded(s, columns)
}

// mixture returns points of two normal classes: every tenth is positive.
func mixture(seed uint64) synth.Records {
	const count, each, low, high = 1000, 10, -8, 12
	of, rng := table.Mixture{Separation: 4}, trial.Random(seed, making)
	edges := synth.Even(low, high, synth.Bins)
	s := synth.Schema{Label: 2, Attributes: []synth.Attribute{{Name: "x1", Edges: edges}, {Name: "x2", Edges: edges},
		{Name: "y", Words: []string{"0", "1"}}}}
	columns := make([][]float64, len(s.Attributes))
	for i := range count {
		class := 0
		if i%each == 0 {
			class = 1
		}
		x := of.AppendTo(nil, class, rng)
		columns[0], columns[1], columns[2] = append(columns[0], x[0]), append(columns[1], x[1]), append(columns[2], float64(class))
	}
	return synth.Encoded(s, columns)
}

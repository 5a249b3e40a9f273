package rareclass

import (
	"context"
	"errors"
	"fmt"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/private"
	"dpscope/learners/synth"
)

// Synthetic grows boosted trees on synthetic people, half of them of either class and as many as there are
// records to learn from. It draws them from a model that is fitted privately, once.
type Synthetic struct {
	Method   synth.Method
	Workload synth.Workload // of GEM
	Schema   string         // a file, or the name of one that comes with the program; empty: taken from the records, and no ε covers it
}

// Weights implements Learner.
func (Synthetic) Weights(float64, int, int) private.Weights { return private.Even }

func (s Synthetic) heeds(t Trial) Trial {
	if s.Method == synth.PrivBayes {
		t.Slack = 0
	}
	t.Source.Scaling = AsIs
	return unclipped(t)
}

// content returns the learner with its file's identity.
func (s Synthetic) content(ctx context.Context) Learner {
	if s.Schema != "" {
		s.Schema = work.Identity(ctx, s.Schema)
	}
	return s
}

// Plan returns the spending and the noise of a fit to some records; the error says why there is none.
func (s Synthetic) Plan(ctx context.Context, t Trial) (synth.Plan, error) {
	t = s.heeds(t)
	people, err := s.people(ctx, t.Source)
	if err != nil {
		return synth.Plan{}, err
	}
	return s.settings(t).Plan(ctx, people.records.Schema, max(people.records.Len()-int(TestShare*float64(people.records.Len())), 1))
}

func (s Synthetic) settings(t Trial) synth.Settings {
	return synth.Settings{Method: s.Method, Workload: s.Workload, Epsilon: t.Epsilon, Delta: t.Slack, Seed: t.Seed}
}

// people holds records in the form of a schema.
type people struct {
	records synth.Records
	rare    int // the label's word for the positive class
}

func (p people) bytes() int64 {
	bytes := 0
	for a, codes := range p.records.Codes {
		bytes += 2*len(codes) + 8*len(p.records.Numbers[a])
	}
	return int64(bytes)
}

// peopleKey names people by content.
type peopleKey struct {
	source Source
	schema string
}

// people reads the records as the schema has them; the session keeps them.
func (s Synthetic) people(ctx context.Context, of Source) (people, error) {
	r, err := of.Open(ctx)
	if err != nil {
		return people{}, err
	}
	if of.File == "" {
		return madeUpPeople(r), nil
	}
	key, files := peopleKey{of.content(ctx), s.Schema}, []string{of.File}
	if s.Schema != "" {
		key.schema = work.Identity(ctx, s.Schema)
		if key.schema != s.Schema {
			files = append(files, s.Schema)
		}
	}
	return trial.Open(ctx, key, people.bytes, func(ctx context.Context) (people, error) {
		records, err := synth.Read(ctx, synth.File{Path: of.File, Label: of.Label, Schema: s.Schema})
		if err != nil {
			return people{}, err
		}
		return same(records, r)
	}, files...)
}

// same returns people that correspond to the records one by one.
func same(records synth.Records, r Records) (people, error) {
	if records.Len() != r.Len() {
		return people{}, fmt.Errorf("%d records are as the schema says, and the table has %d; a file without missing values would work",
			records.Len(), r.Len())
	}
	label := records.Codes[records.Schema.Label]
	for word := range uint16(2) {
		alike := true
		for i, code := range label {
			if (code == word) != r.Positive[i] {
				alike = false
				break
			}
		}
		if alike {
			return people{records, int(word)}, nil
		}
	}
	return people{}, errors.New("the schema tells other people from one another than positive does; a label of two words would work")
}

// madeUpPeople returns the people of the mixture: its bounds, four standard deviations from either mean, are
// public.
func madeUpPeople(r Records) people {
	const low, high, bins = -8, 12, 20
	s := synth.Schema{Origin: "the mixture's", Label: 2}
	columns := make([][]float64, 3)
	for i := range r.Len() {
		columns[0], columns[1] = append(columns[0], r.Row(i)[0]), append(columns[1], r.Row(i)[1])
		class := 0.0
		if r.Positive[i] {
			class = 1
		}
		columns[2] = append(columns[2], class)
	}
	for _, f := range r.Features {
		s.Attributes = append(s.Attributes, synth.Attribute{Name: f.Name, Edges: synth.Even(low, high, bins)})
	}
	s.Attributes = append(s.Attributes, synth.Attribute{Name: "class", Words: r.ClassNames})
	return people{synth.Encoded(s, columns), 1}
}

// fitShare estimates the fit's share of the work: its time does not depend on the number of records, and that
// of trees does.
func (s Synthetic) fitShare(records int) float64 {
	alike := 1e4 // records for which trees take as long as a fit
	if s.Method == synth.GEM && s.Workload == synth.Triples {
		alike = 3e5
	}
	return alike / (alike + float64(records))
}

// scores fits a model, draws people from it and grows trees on these. A *synth.ScarceError says that the
// model yields next to no people of a class.
func (s Synthetic) scores(ctx context.Context, t Trial, _, test private.Rows) ([]float64, error) {
	people, err := s.people(ctx, t.Source)
	if err != nil {
		return nil, err
	}
	p, err := t.parts(ctx)
	if err != nil {
		return nil, err
	}
	fitted := s.fitShare(len(p.inside))
	model, err := synth.Fit(work.Within(ctx, 0, fitted), people.records.Some(p.inside), s.settings(t))
	if err != nil {
		return nil, err
	}
	drawn, err := model.Draw(len(p.inside), true, t.Seed)
	if err != nil {
		return nil, err
	}
	x, columns, positive := drawn.Matrix(people.rare)
	trees, err := grown(work.Within(ctx, fitted, 1), private.Rows{Dims: len(columns), X: x, Positive: positive}, nil)
	if err != nil {
		return nil, err
	}
	if t.Source.File != "" { // its columns are the schema's, instead of the features
		x, _, _ = people.records.Some(p.beside).Matrix(people.rare)
		test = private.Rows{Dims: len(columns), X: x, Positive: test.Positive}
	}
	return sums(trees, test), nil
}

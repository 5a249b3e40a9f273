package model

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"dpscope/learners"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// TrainOptions says how a model is made from a table.
type TrainOptions struct {
	HeldOut float64  // share of the records kept apart to judge the classifier; 0 for none; Data.Held, if there, says which
	Seed    uint64   // of the split and of the learner
	Private []string // names of the private features
	Data    string   // where the records come from, for the provenance
	Title   string
	Guard   *Guard // how the training is private; nil: in nothing
}

// Trained says how good a classifier is.
type Trained struct {
	Records, HeldOut int     // numbers of records to train on and to judge
	TrainAccuracy    float64 // on the records it was trained on
	HeldAccuracy     float64 // on those held out
	Always           float64 // share of the most frequent class among those held out: the accuracy of a constant answer
}

// Train fits a classifier to a stratified part of the data and judges it on
// the rest. The model is the one judged: it has not seen the held-out part.
// That holds for the scales and lists of words of a file too if the table was
// read with TableOptions.HeldOut.
func Train(ctx context.Context, l learners.Learner, d table.Data, options TrainOptions) (*Model, Trained, error) {
	if err := d.Check(); err != nil {
		return nil, Trained{}, err
	}
	if !(0 <= options.HeldOut && options.HeldOut < 1) {
		return nil, Trained{}, fmt.Errorf("held-out share = %g is outside [0, 1)", options.HeldOut)
	}
	m := &Model{Title: options.Title, Features: d.Features, ClassNames: d.ClassNames}
	var err error
	if m.Private, err = m.FeatureIndices(options.Private); err != nil {
		return nil, Trained{}, err
	}
	rng := rand.New(rand.NewPCG(options.Seed, 0))
	if options.Guard != nil && d.Held == nil && options.HeldOut > 0 {
		d.Held = table.Coins(d.Len(), options.HeldOut, rng)
	}
	train, held := d.Parts(options.HeldOut, rng)
	if options.HeldOut > 0 && held.Len() == 0 {
		return nil, Trained{}, fmt.Errorf("held-out = %g of %d records is none; a larger share, or 0 for none, would work", options.HeldOut,
			d.Len())
	}
	if err := train.Check(); err != nil {
		return nil, Trained{}, fmt.Errorf("the part to train on: %w", err)
	}
	if options.Guard == nil {
		m.Classifier, err = l.Fit(ctx, train, rng)
	} else {
		m.Classifier, m.Training, err = options.Guard.Fit(ctx, l, train, rng)
	}
	if err != nil {
		return nil, Trained{}, err
	}
	t := Trained{Records: train.Len(), HeldOut: held.Len()}
	if t.TrainAccuracy, err = learners.Accuracy(ctx, m.Classifier, train); err != nil {
		return nil, Trained{}, err
	}
	if held.Len() > 0 {
		t.Always = held.Always()
		if t.HeldAccuracy, err = learners.Accuracy(ctx, m.Classifier, held); err != nil {
			return nil, Trained{}, err
		}
	}
	c, err := writable(m.Classifier)
	if err != nil {
		return nil, Trained{}, err
	}
	m.Kind = c.Kind().Name
	if m.Provenance = t.notes(l, d, options); m.Training.Said() {
		m.Provenance = t.privateNotes(m, options)
	}
	return m, t, nil
}

// privateNotes returns the notes of a private training: nothing that only its owner may see, and no seed,
// which would allow removing the noise.
func (t Trained) privateNotes(m *Model, options TrainOptions) []Note {
	notes := []Note{{"made_by", "dpscope train"}, {"trained_by", options.Guard.String()}}
	if options.Data != "" {
		notes = append(notes, Note{"data", source.Clean(options.Data, source.MaxNote)})
	}
	notes = append(notes, Note{"trained_on", fmt.Sprintf("%d records", t.Records)}, Note{"privacy", m.Training.String()})
	if taken := m.Uncovered(); taken != nil {
		notes = append(notes, Note{"not_covered", source.Clean("taken from the records, which no ε covers: "+strings.Join(taken, ", "), source.MaxNote)})
	}
	return append(notes, Note{"caution", "the noise is for learning and planning, not for release"})
}

func (t Trained) notes(l learners.Learner, d table.Data, options TrainOptions) []Note {
	notes := []Note{{"made_by", "dpscope train"}, {"learner", l.String()}}
	if options.Data != "" {
		notes = append(notes, Note{"data", source.Clean(options.Data, source.MaxNote)})
	}
	notes = append(notes, Note{"seed", strconv.FormatUint(options.Seed, 10)},
		Note{"trained_on", fmt.Sprintf("%d records", t.Records)},
		Note{"accuracy_on_them", fmt.Sprintf("%.4f", t.TrainAccuracy)})
	if t.HeldOut > 0 {
		notes = append(notes, Note{"accuracy_held_out", fmt.Sprintf("%.4f of %d records; always the most frequent class: %.4f", t.HeldAccuracy,
			t.HeldOut, t.Always)})
	}
	notes = append(notes, Note{"privacy", "none: no noise was added in training, and the file may give away who was among the records"})
	if slices.ContainsFunc(d.Features, func(f table.Feature) bool { return f.Scale.FromData }) {
		notes = append(notes, Note{"scales", "offsets and divisors marked from_data are the least value and the range of the records trained on: facts about single records"})
	}
	return notes
}

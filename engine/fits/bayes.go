package fits

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/private"
)

// TestShare of the records is set apart to judge on.
const TestShare = 0.2

// overlap is the number of records set apart per record learnt from.
const overlap = TestShare / (1 - TestShare)

// mostJudged limits the records judged of either part, taken in the order of drawing.
const mostJudged = 10_000

// Bayes is naive Bayes fitted by noisy answers to a split of the records, several times with noise of its own. It is a trial.Trial.
type Bayes struct {
	Source  Source
	Terms   Terms
	Keep    bool // of Query: cells that no record is counted in stay 0
	Repeats int  // draws of noise for a split
	Seed    uint64
}

// Errors holds shares of wrongly classified records: the mean over the repeats.
type Errors struct {
	In      float64 // of the records learnt from
	Out     float64 // of the records set apart
	Emptied float64 // share of the fits in which a class has no record left, or fewer, by its noisy count
}

// Runs holds the results over several splits.
type Runs []Errors

// In and Out summarise them over the splits.
func (r Runs) In() known.Summary  { return r.Summary(func(e Errors) float64 { return e.In }) }
func (r Runs) Out() known.Summary { return r.Summary(func(e Errors) float64 { return e.Out }) }

// Emptied returns the share of all fits in which noise leaves a class without records.
func (r Runs) Emptied() float64 {
	return r.Summary(func(e Errors) float64 { return e.Emptied }).Mean
}

// Summary summarises one error.
func (r Runs) Summary(of func(Errors) float64) known.Summary {
	return trial.Summary(r, func(e Errors) (float64, bool) { return trial.Number(of(e)) }).Splits(overlap)
}

// ShapeOf returns the public facts about a table.
func ShapeOf(r Records) private.Bayes {
	b := private.Bayes{Classes: len(r.Classes)}
	for _, c := range r.Columns {
		if c.Words != nil {
			b.Values = append(b.Values, len(c.Words))
		} else {
			b.Bounds = append(b.Bounds, [2]float64{c.Low, c.High})
		}
	}
	return b
}

// rows returns the records as naive Bayes counts them.
func rows(r Records) private.Records {
	out := private.Records{Class: r.Class}
	for i, c := range r.Columns {
		if c.Words != nil {
			out.Codes = append(out.Codes, c.Codes)
		} else {
			out.Places = append(out.Places, r.Places[i])
		}
	}
	return out
}

// AsksOf returns how many answers of naive Bayes one record moves, for these records.
func AsksOf(r Records) Asks {
	b := ShapeOf(r)
	return OfBayes(len(b.Values), len(b.Bounds))
}

// CheckNoise refuses noise of whole numbers where sums of others are asked for.
func (r Records) CheckNoise(noise string) error {
	k, known := Find(noise)
	if !known || !k.Whole {
		return nil
	}
	for _, c := range r.Columns {
		if c.Words == nil {
			return fmt.Errorf("%s is of whole numbers, and column %s has others; noise=%s, or words=all where these stand for words, would work",
				k.Noise(), c.Name, Laplace)
		}
	}
	return nil
}

// Content implements trial.Trial: it drops settings without effect.
func (b Bayes) Content(ctx context.Context) Bayes {
	b.Source = b.Source.identified(ctx)
	if b.Terms.Noise == None {
		b.Terms, b.Repeats = Terms{Noise: None, Budget: b.Terms.Budget}, 1
	}
	if b.Terms.Budget == Whole {
		b.Keep = false
	}
	return b
}

// At implements trial.Trial.
func (b Bayes) At(seed uint64) Bayes {
	b.Seed += seed
	return b
}

// Size implements trial.Trial.
func (Bayes) Size() (steps float64, unit string) { return 1, "fits" }

// Bytes implements trial.Trial.
func (Bayes) Bytes(Errors) int64 { return 64 }

// Run fits all repeats. Where there is no such noise the errors are no numbers.
func (b Bayes) Run(ctx context.Context, _ func(Errors)) (Errors, error) {
	if b.Repeats < 1 {
		return Errors{}, errors.New("repeats = 0 fits nothing; 1 would work")
	}
	const opened, sized = 0.3, 0.6 // of the work, about
	p, err := b.split(work.Within(ctx, 0, opened))
	if err != nil {
		return Errors{}, err
	}
	noise, err := b.Terms.Sized(work.Within(ctx, opened, sized))
	switch {
	case err != nil:
		return Errors{}, err
	case noise.Draw == nil && noise.Kind != None:
		return Errors{math.NaN(), math.NaN(), math.NaN()}, nil
	}
	answers := p.shape.WholeRun(p.sums)
	form := private.Form{}
	if b.Terms.Budget == Query {
		answers = p.shape.PerQuery(p.sums, p.sizes, b.Keep)
		form = private.Form{Moments: true, Keep: b.Keep}
	}
	model, noisy := p.shape.NewModel(), make([]float64, len(answers.Value))
	rng := trial.Random(b.Seed, perturbing)
	var in, out, emptied int
	for k := range b.Repeats {
		if k%16 == 0 {
			if ctx.Err() != nil {
				return Errors{}, ctx.Err()
			}
			work.Report(ctx, work.Progress{Done: sized + (1-sized)*float64(k)/float64(b.Repeats), Of: 1})
		}
		perturb(answers, noisy, noise, rng)
		if slices.Min(noisy[:p.shape.Classes]) <= 0 && slices.Min(answers.Value[:p.shape.Classes]) > 0 {
			emptied++
		}
		model.Fit(noisy, form)
		in, out = in+model.Wrong(p.learnt), out+model.Wrong(p.test)
	}
	of := func(wrong int, cases private.Cases) float64 {
		return float64(wrong) / float64(b.Repeats) / float64(cases.Len())
	}
	return Errors{of(in, p.learnt), of(out, p.test), float64(emptied) / float64(b.Repeats)}, nil
}

// perturb adds noise, if there is any.
func perturb(a private.Answers, into []float64, noise Sized, rng *rand.Rand) {
	if noise.Kind == None {
		copy(into, a.Value)
		return
	}
	a.Noisy(into, noise.Draw, rng)
}

// split holds a fit's view of a split of the records.
type split struct {
	shape        private.Bayes
	sums         []float64 // true sums over the records learnt from
	sizes        []int     // of the classes, over all records
	learnt, test private.Cases
}

// splitKey names a split by content.
type splitKey struct {
	source Source
	seed   uint64
}

func (p split) bytes() int64 { return int64(8*len(p.sums)) + p.learnt.Bytes() + p.test.Bytes() }

func (b Bayes) split(ctx context.Context) (split, error) {
	key := splitKey{b.Source.identified(ctx), b.Seed}
	return work.Reported(ctx, key, split.bytes, func(ctx context.Context) (split, error) {
		const opened, drawn = 0.5, 0.6 // of the work, about
		r, err := b.Source.Open(work.Within(ctx, 0, opened))
		if err != nil {
			return split{}, err
		}
		work.Report(ctx, work.Progress{Done: opened, Of: 1})
		p := split{shape: ShapeOf(r), sizes: make([]int, len(r.Classes))}
		if err := p.shape.Check(); err != nil {
			return split{}, err
		}
		for _, c := range r.Class {
			p.sizes[c]++
		}
		learnt, test := parts(r.Len(), trial.Random(b.Seed, splitting))
		work.Report(ctx, work.Progress{Done: drawn, Of: 1})
		all := rows(r)
		p.sums = p.shape.Count(all, learnt, func(share float64) {
			work.Report(ctx, work.Progress{Done: drawn + (1-drawn)*share, Of: 1})
		})
		model := p.shape.NewModel()
		p.learnt, p.test = model.Cases(all, learnt[:min(len(learnt), mostJudged)]), model.Cases(all, test[:min(len(test), mostJudged)])
		return p, nil
	})
}

// parts draws the records to set apart, at least one, and leaves at least one to learn from.
func parts(records int, rng *rand.Rand) (learnt, test []int32) {
	all := make([]int32, records)
	for i := range all {
		all[i] = int32(i)
	}
	rng.Shuffle(records, func(i, j int) { all[i], all[j] = all[j], all[i] })
	apart := max(int(TestShare*float64(records)), min(1, records-1))
	return all[apart:], all[:apart]
}

// Judged returns the greatest number of records judged of either part, and whether that leaves some out.
func Judged(records int) (most int, fewer bool) {
	return mostJudged, float64(records)*(1-TestShare) > mostJudged
}

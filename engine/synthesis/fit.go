package synthesis

import (
	"context"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/engine/work"
	"dpscope/learners/synth"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Fit is one fit of a model to a source's people. It is a trial.Trial.
type Fit struct {
	Source Source
	synth.Settings
}

// Fitted is a model; nil while it is fitted.
type Fitted struct{ *synth.Model }

// Content implements trial.Trial: it drops settings that the method ignores.
func (f Fit) Content(ctx context.Context) Fit {
	f.Source = f.Source.identified(ctx)
	if f.Method == synth.PrivBayes {
		f.Settings = synth.Settings{Method: f.Method, Epsilon: f.Epsilon, Seed: f.Seed}
	}
	return f
}

// At implements trial.Trial.
func (f Fit) At(seed uint64) Fit {
	f.Seed += seed
	return f
}

// Size implements trial.Trial.
func (Fit) Size() (steps float64, unit string) { return 1, "fits" }

// Bytes implements trial.Trial.
func (Fit) Bytes(f Fitted) int64 { return f.Model.Bytes() }

// Run fits the model, which shows nothing before its end.
func (f Fit) Run(ctx context.Context, _ func(Fitted)) (Fitted, error) {
	const opened = 0.1 // of the work, about
	r, err := f.Source.Open(work.Within(ctx, 0, opened))
	if err != nil {
		return Fitted{}, err
	}
	m, err := synth.Fit(work.Within(ctx, opened, 1), r.Records, f.Settings)
	return Fitted{m}, err
}

// Spent is a whole fit's loss of one person's privacy.
type Spent struct {
	Epsilon known.Value // at the δ of the plan
	Right   known.Value // success rate of an attacker who guesses between two equally likely tables
	Wrong   known.Value // error rate
}

type spentKey struct{ synth.Plan }

// SpentBy returns a plan's spending, known before a table is opened.
func SpentBy(ctx context.Context, p synth.Plan) (Spent, error) {
	p.Settings.Seed = 0
	return work.Reported(ctx, spentKey{p}, func(Spent) int64 { return 256 }, func(ctx context.Context) (Spent, error) {
		epsilon, err := p.Price(ctx)
		if err != nil {
			return Spent{}, err
		}
		if mu, is := p.Normal(); is {
			wrong := normal.UpperTail(mu / 2)
			return Spent{Epsilon: epsilon, Right: known.Exactly(1 - wrong), Wrong: known.Exactly(wrong)}, nil
		}
		least := p.Delta / 10
		if p.Method == synth.PrivBayes {
			least = 1e-9
		}
		curve, err := accounting.Losses{Accuracy: accounting.Coarse}.Curve(ctx, p.Event, least)
		if err != nil {
			return Spent{}, err
		}
		told := curve.Delta(0)
		return Spent{Epsilon: known.OrLess(epsilon.High), Right: known.OrLess(privacy.RightGuess(told.High)),
			Wrong: known.OrMore((1 - told.High) / 2)}, nil
	})
}

// Budget bounds the ε that a plan has spent after some of its answers.
func Budget(ctx context.Context, p synth.Plan, answers int) (float64, error) {
	p.Event = p.After(answers)
	v, err := p.Price(ctx)
	return v.High, err
}

package learning

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/engine/trial"
	"dpscope/learners/loss"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

const runsOfOurOwn = "trained here, as in the public code of " + paper +
	", with our corrections: batches of 64 records of each label, no dropout when scoring"

var besideMenu = param.Menu[[]string]{Name: "beside", Label: "compare",
	Help: "Which other losses are trained, on the same records and flips.",
	Kinds: []param.Kind[[]string]{
		control.Option("logistic", "the logistic loss", "The usual choice.", paper+", Tables III to V", []string{"logistic"}),
		control.Option("all", "every loss", "All seven losses.", paper+", Tables III to V", loss.All.Names()),
		control.Option[[]string]("nothing", "nothing", "The chosen loss alone.", "none", nil),
	}}

// lossKind is one of the losses.
type lossKind = param.Kind[loss.Loss]

// entrants are losses that train on the same records and flips, with the one that answers are about.
type entrants struct {
	kinds []lossKind
	focus int              // the chosen one
	place int              // of its trial
	each  []training.Trial // by each
	seeds int
	runs  trial.Experiment[training.Repeats]
	parts bool // trainings go on: answers cover the finished epochs
}

// entering reads the losses that run, and what they train on.
func entering(v param.Values) (entrants, error) {
	q := entrants{seeds: int(v.Get(seeds))}
	var err error
	if q.kinds, q.focus, err = running(v); err != nil {
		return q, err
	}
	t, err := trialOf(v)
	if err != nil {
		return q, err
	}
	for _, kind := range q.kinds {
		if t.Loss, err = kind.New(v); err != nil {
			return q, err
		}
		q.each = append(q.each, t)
	}
	return q, nil
}

// running returns the losses that run, and which of them is the chosen one.
func running(v param.Values) (kinds []lossKind, focus int, err error) {
	chosen, err := loss.All.Picked(v)
	if err != nil {
		return nil, 0, err
	}
	beside := besideMenu.Chosen(v)
	for _, k := range loss.All.Kinds {
		if k.Name == chosen.Name {
			focus = len(kinds)
		} else if !slices.Contains(beside, k.Name) {
			continue
		}
		kinds = append(kinds, k)
	}
	return kinds, focus, nil
}

// training returns the trial that the answers are about.
func (q entrants) training() training.Trial { return q.each[q.focus] }

// Mechanism returns the mechanism that flips the labels.
func (q entrants) Mechanism() mechanisms.LabelFlip { return q.training().Flips }

// going reports whether trainings go on.
func (q entrants) going() bool { return q.parts }

// losses returns the names of those that run.
func (q entrants) losses() (names []string) {
	for _, k := range q.kinds {
		names = append(names, k.Name)
	}
	return names
}

// spoken returns a loss in a sentence.
func spoken(title string) string { return "the " + strings.ToLower(title) + " loss" }

func upperFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// ended returns the trainings by the chosen loss.
func (q entrants) ended(ctx context.Context) (training.Repeats, error) {
	return q.runs.Of(ctx, q.place)
}

// standing returns a quantity of the final scores, or why there is none; the error is view.ErrLater until an epoch is finished.
func standing(runs training.Repeats, of training.Quantity, can known.Range) (known.Value, error) {
	if s := runs.Kept(of); s.Seeds > 0 {
		return s.In(can), nil
	}
	if _, seeds := runs.Diverged(); seeds > 0 {
		return known.Nothing("diverged"), nil
	}
	if runs.OneClass() > 0 {
		return known.Nothing("one class"), nil
	}
	return known.Value{}, view.ErrLater
}

// Quantities that are drawn, and answered for the final epoch.
func testAUC(e training.Epoch) float64      { return e.TestAUC }
func testBalanced(e training.Epoch) float64 { return e.TestBalanced }
func noisyAUC(e training.Epoch) float64     { return e.NoisyAUC }
func number(e training.Epoch) float64       { return float64(e.Number) }

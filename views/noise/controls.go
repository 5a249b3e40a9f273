// Package noise holds the views about noise for one query of a whole table: the law of least loss, what it gains, and the proof
// that it is private.
package noise

import (
	"context"
	"fmt"
	"math"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/querynoise"
	"dpscope/engine/work"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

const paper = "Selvi, Liu & Wiesemann, Differential Privacy via Distributionally Robust Optimization"

// The views of noise share these controls.
var (
	epsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
		Help: "Privacy budget: smaller is more private.",
		Min:  0.01, Max: optimal.MaxEpsilon, Low: 0.1, High: 6, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}
	delta = param.Param{Name: "delta", Symbol: "δ", Label: "δ", Without: below.Name,
		Help: "δ: by how much a chance may exceed what ε allows; keep it far below 1/n. At 0 the best noise has a closed form.",
		Min:  0, Max: 0.999, Low: 1e-6, High: 0.45, Default: 0.2, Scale: param.Log, Least: true}
	sensitivity = param.Param{Name: "sensitivity", Symbol: "Δ", Label: "sensitivity",
		Help: "The most that one record can move the true answer; a whole number for counts.",
		Min:  1e-6, Max: 1e6, Low: 0.1, High: 100, Default: 1, Scale: param.Log}
	width = param.Param{Name: "beta", Symbol: "β", Label: "cell width",
		Help: "Width of a cell, on which the noise is uniform, in the answer's unit; it is rounded so that the sensitivity is a multiple of it. auto: about 200 cells, half as many while a slider moves.",
		Min:  0, Max: 1e6, Low: 0, High: 0.5, Default: 0, Fine: 0.01, Coarse: 0.05, Zero: "auto", Role: param.Aside, Of: "query=real"}
	support = param.Param{Name: "support", Symbol: "Λ", Label: "support",
		Help: "How far the noise may reach on either side, in sensitivities: further costs time, and saves a little. auto: as far as truncated Laplace noise must, rounded up, and one more.",
		Min:  0, Max: 500, Low: 0, High: 10, Default: 0, Fine: 0.1, Coarse: 1, Zero: "auto", Role: param.Aside}
	quantile = param.Param{Name: "tau", Symbol: "τ", Label: "quantile",
		Help: "An answer too low by 1 costs τ, one too high by 1 costs 1 − τ.",
		Min:  0, Max: 1, Open: true, Default: 0.3, Fine: 0.01, Coarse: 0.1}

	also = param.Text{Name: "also", Label: "also keep",
		Help: "Further points that the same noise keeps, ε:δ with commas between, such as 5:1e-6,0:0.3: at ε = 5 no event exceeds by more than a millionth, and ε = 0 caps the advantage."}
	below = param.Text{Name: "below", Label: "below",
		Help: "A whole curve for the one point (ε, δ): normal:MU:FLOOR is that of Gaussian noise, whose attacker finds Φ(Φ⁻¹(FPR) + μ), and a floor besides, 10⁻⁶ by default. Without a floor the noise has tails."}

	pieces = param.Text{Name: "pieces", Label: "costs", Of: "loss=pieces", Default: "-2:2,-1:0,1:0,2:1",
		Help: "Errors in the answer's unit with what they cost, error:cost with commas between, increasing; the outermost pieces go on. Convex, 0 at 0."}

	losses = param.Menu[central.Loss]{Name: "loss", Label: "loss",
		Help: "What an error x of the answer costs.",
		Kinds: []param.Kind[central.Loss]{
			control.Option[central.Loss]("l1", "|x|", "The size of the error.", paper, central.Slopes{Below: 1, Above: 1}),
			control.Option[central.Loss]("l2", "x²", "The square of the error.", paper, central.Square{}),
			control.Option[central.Loss]("asymmetric", "|x|, doubled above 0", "An answer too high costs twice as much as one too low.", paper,
				central.Slopes{Below: 1, Above: 2}),
			{Name: "pinball", Title: "pinball", Help: "An answer too low by 1 costs τ, one too high by 1 costs 1 − τ.",
				Source: "Koenker & Bassett 1978",
				Params: []param.Param{quantile}, New: func(v param.Values) (central.Loss, error) { return central.Pinball(v.Get(quantile)), nil }},
			{Name: "pieces", Title: "straight pieces", Help: "A loss of your own, convex, of straight pieces between points.",
				Source: paper + ", whose program takes any convex loss",
				New:    func(v param.Values) (central.Loss, error) { return central.ReadPieces(v.Word(pieces)) }},
		}}

	shapes = param.Menu[optimal.Shape]{Name: "shape", Label: "shape",
		Help: "What the density must look like.",
		Kinds: []param.Kind[optimal.Shape]{
			control.Option("free", "any", "Any density; the best one is rarely what one would guess.", paper, optimal.Free),
			control.Option("monotone", "decreasing away from 0", "A greater error is never more likely than a smaller one.", paper+", section 5.1",
				optimal.Monotone),
		}}

	queries = param.Menu[optimal.Query]{Name: "query", Label: "answer",
		Help: "What the noise is added to.",
		Kinds: []param.Kind[optimal.Query]{
			control.Option("real", "a real number", "One record may move the answer by anything up to the sensitivity.", paper, optimal.Real),
			control.Option("count", "a whole number", "Answers and noise are whole numbers: much less noise is enough. Never use it for other answers.", "our extension", optimal.Count),
		}}

	atoms = param.Menu[bool]{Name: "atom", Label: "exact answer", Of: "query=real",
		Help: "Whether the exact answer itself may be published with a positive probability. A whole number is in any case.",
		Kinds: []param.Kind[bool]{
			control.Option("off", "never published", "The noise has a density.", paper, false),
			control.Option("on", "published at times", "With large δ the least error is had by now and then publishing the exact answer.",
				"our extension", true),
		}}

	rivals = param.Menu[beside]{Name: "rivals", Label: "compare",
		Help: "Which noise of a fixed shape is drawn beside the optimised one.",
		Kinds: []param.Kind[beside]{
			control.Option("next", "the next best", "The one of least expected loss.", "", nextBest),
			control.Option("all", "every fixed shape", "All that there are at this setting, the next best strongest.", "", everyShape),
			control.Option("none", "nothing", "The optimised noise alone, and the bound for any single noise where errors are drawn.", "", noOther),
		}}

	shared = param.Form{Choices: []param.Choice{losses, shapes, queries, atoms}, Texts: []param.Text{also, below, pieces},
		Params:   []param.Param{epsilon, delta, sensitivity, width, support},
		AsNeeded: []string{also.Name, below.Name}}
)

// beside says which other noise a picture of the best noise shows.
type beside int

const (
	nextBest   beside = iota
	everyShape        // all noise of a fixed shape, and not only the next best
	noOther           // the best noise alone
)

// asked is a question about noise with the work that its answers share.
type asked struct {
	querynoise.Question
	given  float64 // the sensitivity from the control
	loss   string  // the name of the loss
	ranks  bool    // the picture ranks what each noise costs
	others beside
	best   *work.Once[querynoise.Best]
	floor  *work.Once[known.Value]
}

// ask reads the controls that the views of noise share.
func ask(v param.Values) (asked, error) { return askFor(losses, v) }

// askFor reads these controls with a menu of losses.
func askFor(losses param.Menu[central.Loss], v param.Values) (asked, error) {
	q := asked{given: v.Get(sensitivity), loss: v.Picked(losses).Name, Question: querynoise.Question{Epsilon: v.Get(epsilon), Delta: v.Get(delta),
		Sensitivity: v.Get(sensitivity), Width: v.Get(width), Support: v.Get(support)}}
	var err error
	if q.Loss, err = losses.New(v); err != nil {
		return q, err
	}
	q.Shape = shapes.Chosen(v)
	q.Query = queries.Chosen(v)
	q.Atom = atoms.Chosen(v)
	if q.Also, err = optimal.ReadPoints(v.Word(also)); err != nil {
		return q, err
	}
	if word := v.Word(below); word != "" {
		if q.Below, err = optimal.ReadNormal(word); err != nil {
			return q, err
		}
		q.Delta = q.Below.At(q.Epsilon)
	}
	return q.about(querynoise.Asked(q.Question)), nil
}

// about asks for the best noise of a question.
func (q asked) about(of querynoise.Question) asked {
	q.Question = of
	q.best, q.floor = work.NewOnce(of.Best), work.NewOnce(of.Floor)
	return q
}

// knowing returns the question with its best noise known, and the bound on all noise not yet.
func (q asked) knowing(b querynoise.Best) asked {
	q.best = work.Given(b)
	q.floor = work.Later[known.Value]()
	return q
}

// settings returns the values that the figure holds fixed, for the export.
func (q asked) settings() []engine.Setting {
	if q.Below.Any() {
		return []engine.Setting{{Name: "mu", Value: q.Below.Mu}, {Name: "floor", Value: q.Below.Floor},
			{Name: "sensitivity", Value: q.Sensitivity}}
	}
	return []engine.Setting{{Name: "epsilon", Value: q.Epsilon}, {Name: "delta", Value: q.Delta}, {Name: "sensitivity", Value: q.Sensitivity}}
}

// grid says which grid is used, where it differs from the one asked for.
func (q asked) grid() []engine.Note {
	if q.Sensitivity != q.given {
		return []engine.Note{{Text: fmt.Sprintf("Counts change in whole steps: a sensitivity of %s is one of %s.", numeral.Short(q.given),
			numeral.Short(q.Sensitivity))}}
	}
	if cell := q.CellWidth(); q.Query == optimal.Real && q.Width > 0 && math.Abs(cell-q.Width) > 1e-9*q.Width {
		return []engine.Note{{Text: fmt.Sprintf("Cells are %s wide and not %s, so that the sensitivity %s is a multiple of them.",
			numeral.Short(cell), numeral.Short(q.Width), numeral.Short(q.Sensitivity))}}
	}
	return nil
}

// ofBest returns the value of an answer about the best noise; the value is missing where there is no such noise.
func ofBest[Q asking](of func(Q, querynoise.Best) known.Value) func(context.Context, Q) (known.Value, error) {
	return func(ctx context.Context, q Q) (known.Value, error) {
		best, err := q.shared().best.Get(ctx)
		if err != nil {
			return known.Value{}, err
		}
		if best.None != "" { // another support, or another grid, may have one
			return known.Refused(best.None), nil
		}
		return of(q, best), nil
	}
}

func (q asked) shared() asked { return q }

// asking is a question about the best noise that may ask more besides.
type asking interface{ shared() asked }

// ofQuery makes a view of noise for a query, with what all of them declare.
func ofQuery[Q any](d view.Declaration[Q]) view.View {
	d.Budget, d.Model = view.BudgetOfQuery, view.Centrally
	d.NoPython = "the best noise is found by a linear program over thousands of events"
	return view.Of(d)
}

// besideNoise makes a Remark from the best noise; empty where there is none, or no number.
func besideNoise[Q asking](of func(Q, known.Value, querynoise.Best) string) func(context.Context, Q, known.Value) (string, error) {
	return func(ctx context.Context, q Q, v known.Value) (string, error) {
		best, err := q.shared().best.Get(ctx)
		if err != nil || v.Missing() || best.None != "" {
			return "", err
		}
		return of(q, v, best), nil
	}
}

// bestLoss returns the loss of the best noise: exact for a closed form, and else an upper bound on the least loss, as the law
// found is one of all laws.
func bestLoss[Q asking](_ Q, b querynoise.Best) known.Value {
	if b.Solved == nil {
		return known.Exactly(b.Loss)
	}
	return known.OrLess(b.Loss)
}

// gain returns the share of another's loss that the best noise saves: at least the share that the law found saves. It is
// missing where the other costs less.
func gain(b querynoise.Best, other querynoise.Competitor) known.Value {
	if other.Loss.Value == 0 {
		return known.Nothing("an error as large as that noise has costs nothing")
	}
	share := 1 - b.Loss/other.Loss.Value
	switch {
	case share < -tie:
		return known.Nothing(inWords(other.Title) + " is better on this grid")
	case b.Solved == nil:
		return known.Exactly(max(share, 0))
	}
	return known.OrMore(max(share, 0))
}

// inWords returns the title of a family within a sentence: only names of people keep their capital.
func inWords(title string) string {
	for _, name := range []string{"Laplace", "Gaussian"} {
		if strings.HasPrefix(title, name) {
			return title
		}
	}
	return strings.ToLower(title[:1]) + title[1:]
}

// budgetOfFit says what ε is the budget of.
const budgetOfFit = "One record of the table, which may change to any other. Whoever fits the model is trusted with the table; what is published is the model."

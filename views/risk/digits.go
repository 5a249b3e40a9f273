package risk

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/sampling"
	"dpscope/engine/work"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of noise as a computer draws it.
var (
	digitsEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "stated budget",
		Help: "The ε that is stated for values at most 1 apart: smaller is more private, and the noise is larger.",
		Min:  1e-3, Max: 50, Low: 0.01, High: 20, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}
	digitsValue = param.Param{Name: "value", Symbol: "x", Label: "true value",
		Help: "The private value that answers are sampled for.", Min: 0, Max: 1, Default: 0, Fine: 0.01, Coarse: 0.1}
	digitsNeighbour = param.Param{Name: "neighbour", Symbol: "x′", Label: "neighbour",
		Help: "Another value that an answer might have come from.", Min: 0, Max: 1, Default: 1, Fine: 0.01, Coarse: 0.1}
	digitsDraws = param.Param{Name: "draws", Symbol: "draws", Role: param.Aside,
		Help: "Answers sampled for each of both values: more make the intervals narrower.",
		Min:  10, Max: 100_000, Low: 100, High: 10_000, Default: 1000, Scale: param.Count}

	methods = param.Menu[func(epsilon float64) sampling.Method]{Name: "method", Label: "method",
		Help: "How a program adds Laplace noise of scale 1/ε.",
		Kinds: []param.Kind[func(float64) sampling.Method]{
			method("naive", "Textbook Laplace", "x ± ln(u)/ε in floating-point numbers, u one of the 2⁵³ multiples of 2⁻⁵³ that libraries give.",
				func(epsilon float64) sampling.Method {
					return sampling.Textbook{Epsilon: epsilon, Uniforms: sampling.Grid{Bits: 53}}
				}),
			method("dense", "Laplace, more digits", "The same, u any floating-point number in (0, 1), each as likely as it is wide.",
				func(epsilon float64) sampling.Method {
					return sampling.Textbook{Epsilon: epsilon, Uniforms: sampling.Dense{}}
				}),
			method("snapping", "Snapping", "The sum is rounded to a multiple of a power of two that is at least 1/ε, and what differs in the last digits is gone.",
				func(epsilon float64) sampling.Method { return sampling.Snapping{Epsilon: epsilon} }),
		}}
)

const mironov = "Mironov 2012, On Significance of the Least Significant Bits for Differential Privacy"

func method(name, title, help string, of func(float64) sampling.Method) param.Kind[func(float64) sampling.Method] {
	return control.Option(name, title, help, mironov, of)
}

// Digits shows what the digits of noise give away.
var Digits = view.Of(view.Declaration[digits]{
	Name:     "digits",
	Label:    "last digits",
	Also:     "floating point, rounding, snapping, bug, implementation",
	NoPython: "answers are found among the floating-point numbers that a computer draws",
	NoteRows: 2,
	Budget:   "One value of one person in [0, 1], perturbed before it leaves them; the guarantee is of the computer’s numbers, to their last digit.",
	Model:    view.Locally,
	Runs:     "seed",
	Title:    "The digits of noise",
	Question: "Does a computer's noise keep its guarantee?",
	About: "The proof for Laplace noise is about real numbers. A computer has others: of two values each gives answers that the other never gives, down to the last digit, and one such answer tells " +
		"everything. Answers are sampled for two values by the textbook's formula or by the snapping mechanism, and each is marked that the other value can never give. That is decided exactly, from which " +
		"uniform numbers give it.",
	Source: mironov,
	Form: param.Form{Choices: []param.Choice{methods}, Params: []param.Param{digitsEpsilon, digitsValue, digitsNeighbour, digitsDraws,
		control.Seed}},
	Ask:  askDigits,
	Lead: digitsLead,
	Sees: []view.Sees{{Raw: view.Nobody, Protected: view.OneAnswer, Neighbours: view.AnyOther, Reasons: []view.Reason{
		{Kind: view.WhyClose, When: sameHere, Text: "both values are the same"},
		{Kind: view.WhyLeak, When: view.WrittenBelow(view.AttackerAllowed, view.AttackerRight), Text: "the last digits give it away"},
		view.BetweenIsLess}}},
	Readings: digitsReadings,
	Provenance: view.Stated(func(digits) engine.Note {
		return engine.Note{Text: "The answer is public to its last digit"}
	}),
	Tries: []view.Try{
		{When: func(v param.Values) bool {
			return v.Get(digitsValue) == v.Get(digitsNeighbour) && v.Get(digitsNeighbour) < 1
		},
			On: "neighbour", Do: view.MuchMore, Called: "x′", Shows: "move the other value away, and see which answers are its own."},
		{When: view.Picks(methods, "snapping"), On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "spend more, and the steps get finer."},
		{On: "method", Do: view.More, Times: 2, Called: "the method", Shows: "round the last digits away by snapping."},
	},
	Moving: func(ctx context.Context, q digits) (less digits, found bool) {
		const few = 300
		if q.Draws <= few {
			return q, false
		}
		q.Draws = few
		return q.sampled(), true
	},
	Draw: drawDigits,
	Presets: []view.Preset{
		{Name: "textbook", Title: "Most textbook answers from 0 could never come from 1",
			Query: "method=naive&epsilon=1&value=0&neighbour=1&draws=1000&seed=1"},
		{Name: "snapping", Title: "Snapped answers come from both", Query: "method=snapping&epsilon=1&value=0&neighbour=1&draws=1000&seed=1"},
		{Name: "dense", Title: "More digits do not help: the sum is rounded all the same",
			Query: "method=dense&epsilon=1&value=0&neighbour=1&draws=1000&seed=1"},
		{Name: "other", Title: "The other way round: answers from 1", Query: "method=naive&epsilon=1&value=1&neighbour=0&draws=1000&seed=1"},
		{Name: "close", Title: "Two values that are close, and as easily told apart",
			Query: "method=naive&epsilon=0.1&value=0.5&neighbour=0.51&draws=1000&seed=1"},
	},
})

// digits is a question with its draws.
type digits struct {
	sampling.Question
	name, title string // of the method
	drawn       *work.Once[sampling.Sample]
}

func askDigits(_ context.Context, v param.Values) (digits, error) {
	of, err := methods.New(v)
	if err != nil {
		return digits{}, err
	}
	q := digits{name: v.Picked(methods).Name, title: v.Picked(methods).Title, Question: sampling.Question{
		Epsilon: v.Get(digitsEpsilon), Value: v.Get(digitsValue), Neighbour: v.Get(digitsNeighbour), Draws: int(v.Get(digitsDraws)),
		Seed: uint64(v.Get(control.Seed))}}
	q.Method = of(q.Epsilon)
	return q.sampled(), q.Check()
}

// sampled returns the question with draws of its own.
func (q digits) sampled() digits {
	q.drawn = work.NewOnce(q.Sample)
	return q
}

// snaps reports whether the method is proven.
func (q digits) snaps() bool { return q.Method.Step() > 0 }

// same reports whether both values are equal.
func (q digits) same() bool { return q.Value == q.Neighbour }

// claim returns the proven guarantee of the method.
func (q digits) claim() privacy.Claim { return privacy.Claim{Epsilon: q.Method.Proven()} }

package noise

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine/fits"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

const (
	fitHere = "run here"
	derived = "derived here"
)

// student says what means over splits rest on.
const student = control.OverSplits

// errorOf returns the readings of an error with each noise.
func errorOf(name, label string, level view.Level, of func(fits.Runs) known.Summary, on string) view.Family[bayes] {
	return view.Family[bayes]{Name: name, Of: "noise", Label: label, Level: level, All: kindNames(),
		Members: view.Named(func(q bayes) []central.Kind { return q.kinds }, func(k central.Kind) string { return k.Name }),
		Each: func(noise string) view.Reading[bayes] {
			return view.Reading[bayes]{Style: numeral.Percent, Goal: known.Lower, Expensive: true, Range: known.Probability,
				Title: func(bayes) string { return label + ", " + strings.Replace(brief(noise), "classic", "cl.", 1) },
				Value: func(ctx context.Context, q bayes) (known.Value, error) {
					runs, err := q.runs(ctx, noise)
					if err != nil {
						return known.Value{}, err
					}
					s := of(runs)
					if s.Seeds == 0 {
						return q.without(ctx, noise)
					}
					return s.In(known.Probability), nil
				},
				Formula: "The share of " + on + " whose class is another than the one that has the greatest log prior + Σ log likelihoods, by the noisy answers.",
				With:    view.Says(func(q bayes) string { return fmt.Sprintf("%s, %s %s", titled(noise), q.perRun(), q.over()) }),
				Source:  fitHere,
				Assumes: student + " The same splits for every noise."}
		}}
}

// kindNames returns the names of all kinds.
func kindNames() (names []string) {
	for _, k := range fits.Kinds {
		names = append(names, k.Name)
	}
	return names
}

// brief returns a noise in few letters, for rows of answers.
func brief(noise string) string {
	k, _ := fits.Find(noise)
	return k.Brief
}

// without says why the noise is missing.
func (q bayes) without(ctx context.Context, noise string) (known.Value, error) {
	terms := q.of(noise, q.trial.Terms.Budget, q.trial.Terms.Epsilon).Terms
	s, err := terms.Sized(ctx)
	if err != nil || s.None == "" {
		return known.Nothing("it is not asked at this setting"), err
	}
	return known.Nothing(s.None), nil
}

// over says over how many fits an error was averaged.
func (q bayes) over() string {
	return fmt.Sprintf("%s of %s, %s of noise for each.", numeral.Things(q.seeds, "split"), control.Records(q.records.Len()),
		numeral.Things(q.trial.Repeats, "draw"))
}

var bayesReadings = slices.Concat([]view.Entry[bayes]{
	errorOf("error-out", "error", view.Folded, fits.Runs.Out, "the held-out records"),
	view.Reading[bayes]{Name: "error-out-best", Label: "error, best noise", Style: numeral.Percent, Goal: known.Lower,
		Expensive: true, Range: known.Probability, Level: view.Answering,
		Value: func(ctx context.Context, q bayes) (known.Value, error) {
			best, _, err := q.best(ctx)
			if err != nil || best == "" {
				return known.Nothing("there is no noise at this setting"), err
			}
			runs, err := q.runs(ctx, best)
			return runs.Out().In(known.Probability), err
		},
		Remark: func(ctx context.Context, q bayes, _ known.Value) (string, error) {
			best, _, err := q.best(ctx)
			return brief(best), err
		},
		Formula: "The least of the errors on held-out records, of all noise that there is at this setting.",
		With:    view.Says(func(q bayes) string { return q.perRun() + " " + q.over() }),
		Source:  fitHere, Assumes: student + " The least of several is lower than it would be on other records."},
	view.Reading[bayes]{Name: "best", Label: "errs least", Expensive: true, ExactOf: "the means over these splits",
		Value: func(ctx context.Context, q bayes) (known.Value, error) {
			best, _, err := q.best(ctx)
			if err != nil || best == "" {
				return known.Nothing("there is no noise at this setting"), err
			}
			return known.Named(best, worded(best)), nil
		},
		Formula: "The noise with the least mean error on held-out records."},
	view.Reading[bayes]{Name: "clear", Label: "verdict", Expensive: true, ExactOf: "the paired differences over these splits",
		Value: func(ctx context.Context, q bayes) (known.Value, error) {
			best, ahead, err := q.best(ctx)
			switch {
			case err != nil:
				return known.Value{}, err
			case best == "" || ahead.Seeds < 2:
				return known.Named("no", "undecided"), nil
			case fits.Chance(ahead) < 0.05:
				return known.Named("yes", "clearly ahead"), nil
			}
			return known.Named("tie", "cannot be told apart"), nil
		},
		Formula: "Whether the noise of least error is ahead of the next by Student's paired test to one side at 5 %."},
	view.Reading[bayes]{Name: "error-majority", Label: "always the same", Style: numeral.Percent, Goal: known.Lower, Range: known.Probability,
		ExactOf: "all records",
		Value:   view.Known(func(q bayes) known.Value { return known.Exactly(q.records.Majority()) }),
		Formula: "The share of records that are not of the most frequent class: the error of naming it always.",
		Source:  fitHere},
	view.Reading[bayes]{Name: "difference", Label: "error minus the next's", Style: numeral.Points, Goal: known.Lower, Expensive: true,
		Range: known.Range{Low: -1, High: 1},
		Value: func(ctx context.Context, q bayes) (known.Value, error) {
			s, _, err := q.difference(ctx)
			if err != nil || s.Seeds == 0 {
				return known.Nothing("there is nothing to compare at this setting"), err
			}
			return s.Value(), nil
		},
		Remark: func(ctx context.Context, q bayes, _ known.Value) (string, error) {
			_, rival, err := q.difference(ctx)
			return brief(q.focus.Name) + " − " + brief(rival), err
		},
		Formula: "The mean over splits of the error of the noise in focus less that of the best other, each pair on the same split.",
		With:    view.Says(func(q bayes) string { return q.focus.Title + ". " + q.perRun() + " " + q.over() }),
		Source:  fitHere, Assumes: control.PairedSplits + "."},
	view.Reading[bayes]{Name: "p-value", Label: "by chance", Symbol: "p", Goal: known.Lower, Expensive: true, Range: known.Probability,
		Value: func(ctx context.Context, q bayes) (known.Value, error) {
			s, _, err := q.difference(ctx)
			if p := fits.Chance(s); err == nil && !math.IsNaN(p) {
				return known.Approximated(p), nil
			}
			return known.Nothing("two splits are needed, and two kinds of noise"), err
		},
		Formula: "How likely the noise in focus would be ahead of the best other by so much or more, if both erred alike: Student's paired test to one side, over splits.",
		With:    view.Says(func(q bayes) string { return q.focus.Title + ". " + q.over() }),
		Source:  paper + ", appendix, Statistical significance",
		Assumes: "Splits are taken for independent, which those of one table are not: the true probability is greater. A hundred splits of one table make a difference significant that other records would not show."},
	errorOf("error-in", "in sample", view.Folded, fits.Runs.In, "the records learned from"),
	view.Reading[bayes]{Name: "queries", Label: "answers a record moves", Style: numeral.Whole, Range: known.NotNegative,
		ExactOf: "the columns and what they can be",
		Value:   view.Known(func(q bayes) known.Value { return known.Exactly(q.asks.Answers()) }),
		Formula: "2·(1 + columns of words) + 4·columns of numbers: a record that is replaced by one of another class moves two counts of classes, two cells of each column of words, and of each of numbers two sums and two of squares.",
		Source:  derived,
		Assumes: "Each noise answer counts once for those two classes; records of other classes than these two move nothing."},
	noiseSize(func(q bayes) fits.Terms { return q.trial.Terms }, bayes.perRun),
}, spentReadings(bayesSpent))

// difference returns the paired difference of the noise in focus to the best other one.
func (q bayes) difference(ctx context.Context) (s known.Summary, rival string, err error) {
	rival, runs, err := q.rival(ctx)
	if err != nil || rival == "" {
		return known.Summary{Mean: math.NaN()}, rival, err
	}
	own, err := q.runs(ctx, q.focus.Name)
	return fits.Ahead(own, runs), rival, err
}

// noiseSize returns the reading of the mean error of one answer, in units of the most that one record moves it.
func noiseSize[Q any](terms func(Q) fits.Terms, with func(Q) string) view.Entry[Q] {
	return view.Reading[Q]{Name: "noise-size", Label: "noise of an answer", Symbol: "E|X|", Goal: known.Lower, Range: known.NotNegative,
		ExactOf: "the noise of one answer, in units of how far one record moves it",
		Value: func(ctx context.Context, q Q) (known.Value, error) {
			s, err := terms(q).Sized(ctx)
			return s.Mean(), err
		},
		Formula: "The mean size of the noise of one answer, in units of the most that one record moves it; of noise by range where it is greatest.",
		With: func(ctx context.Context, q Q, _ known.Value) (string, error) {
			const little = 1e-3
			s, err := terms(q).Sized(ctx)
			if err != nil || s.Gap <= little {
				return with(q), err
			}
			return control.Sentences(with(q), overLeast(s.Gap)), nil
		},
		Source:  derived,
		Assumes: "The size that the whole fit needs is found by halving, to a thousandth, and told from above."}
}

// spending says what readings of a fit's price ask of a question.
type spending[Q any] struct {
	terms      func(Q) fits.Terms
	asks       func(Q) fits.Asks
	spent      func(context.Context, Q) (fits.Spent, error)
	each       func(context.Context, Q) (fits.Spent, error)
	guaranteed func(Q) bool
	with       func(Q) string
	pair       func(Q) fits.Asks // the answers that one pair of tables moves
	pairIs     string
}

var bayesSpent = spending[bayes]{
	terms:      func(q bayes) fits.Terms { return q.trial.Terms },
	asks:       func(q bayes) fits.Asks { return q.asks },
	spent:      func(ctx context.Context, q bayes) (fits.Spent, error) { return q.spent.Get(ctx) },
	each:       func(ctx context.Context, q bayes) (fits.Spent, error) { return q.each.Get(ctx) },
	guaranteed: bayes.guaranteed,
	with:       func(q bayes) string { return q.focus.Title + ". " + q.perRun() },
	pair:       func(q bayes) fits.Asks { return fits.PairOfBayes(len(fits.ShapeOf(q.records).Values)) },
	pairIs: "Five records each: in both one of either class with the first word of every column and one with the second, and a fifth " +
		"of the first class with first words in one table, of the second class with second words in the other. All numbers are in the middle.",
}

// promised returns a number of what is spent: an upper bound where the fit keeps its budget. A fit that guarantees nothing
// gives a lower bound, as everything else that it publishes can only add to it.
func promised(v known.Value, guaranteed bool) known.Value {
	if guaranteed || v.Missing() {
		return v
	}
	return known.OrMore(v.Low)
}

// rightByAnswer names the reading for how often an attacker may be right by the ε and δ of one answer.
const rightByAnswer = "attacker-right-answer"

// spentReadings returns the readings of the privacy of one person that a whole fit spends.
func spentReadings[Q any](s spending[Q]) []view.Entry[Q] {
	of := func(spent func(context.Context, Q) (fits.Spent, error), pick func(fits.Spent) known.Value,
		always bool) func(context.Context, Q) (known.Value, error) {
		return func(ctx context.Context, q Q) (known.Value, error) {
			out, err := spent(ctx, q)
			return promised(pick(out), always && s.guaranteed(q)), err
		}
	}
	claimed := func(q Q) privacy.Claim {
		t := s.terms(q)
		return privacy.Claim{Epsilon: t.Epsilon, Delta: t.Delta, Notion: privacy.Approximate}
	}
	stated := func(q Q) float64 { return privacy.RightUnder(claimed(q)) }
	const ofTree = "normal noise in all answers together"
	none := func(text string) []view.Case[Q] {
		return []view.Case[Q]{{
			If:      "the whole fit keeps its budget",
			When:    view.Whenever(s.guaranteed),
			Formula: text,
			With:    view.Says(func(q Q) string { return s.with(q) }),
			Source:  "the privacy loss of all answers together; " + derived,
			Assumes: "One record is replaced by any other. The number of records, the columns and what they can be are public.",
		}, {
			Formula: text + " It is told from below: what is taken from the data adds to it.",
			With:    view.Says(func(q Q) string { return s.with(q) }),
			Source:  "the privacy loss of all answers together; " + derived,
			Assumes: "Nothing is guaranteed: whatever is taken from the data, such as sizes of classes, empty cells, words and bounds, may show a record outright.",
		}}
	}
	return []view.Entry[Q]{
		view.RightGuess(view.Reading[Q]{Symbol: "(1 + δ(0))/2",
			Level: view.Shown, Expensive: true, ExactOf: ofTree,
			Value: of(s.spent, func(out fits.Spent) known.Value { return out.Right }, true),
			Opens: func(ctx context.Context, q Q, _ known.Value) (string, error) {
				sized, err := s.terms(q).Sized(ctx)
				if err != nil || sized.Deviation == 0 {
					return "", err
				}
				return control.AttackOnNormal(s.asks(q).Deviations(sized), s.terms(q).Delta), nil
			},
			Cases: none("(1 + δ(0))/2, with δ(0) of all answers that one record moves: how often the best guess between two tables, as " +
				"likely beforehand, is right.")}),
		view.OnceInComputed(view.Reading[Q]{Symbol: "2/(1 − δ(0))", Expensive: true, ExactOf: ofTree,
			Formula: "One over the probability that the best guess is wrong."},
			func(ctx context.Context, q Q) (known.Value, error) {
				out, err := s.spent(ctx, q)
				if err != nil || out.Wrong.Missing() || out.Wrong.Basis == known.Exact && s.guaranteed(q) {
					return out.Wrong, err
				}
				if s.guaranteed(q) {
					return known.OrMore(out.Wrong.Low), nil
				}
				return known.OrLess(out.Wrong.High), nil
			}),
		view.RightGuess(view.Reading[Q]{Name: view.AttackerAllowed, Label: "… allowed by ε and δ", Symbol: "(e^ε + δ)/(1 + e^ε)",
			ExactOf: "the stated ε and δ, and the worst answers that keep them",
			Value: view.Known(func(q Q) known.Value {
				if !s.guaranteed(q) {
					return known.Nothing("nothing is guaranteed")
				}
				return known.Exactly(stated(q))
			}),
			Formula: "(e^ε + δ)/(1 + e^ε): the most that any fit with this guarantee lets the best guess be right.",
			With:    view.Says(func(q Q) string { return s.with(q) }),
			Source:  guessSource,
			Assumes: "One record is replaced by any other, and both tables are equally likely beforehand."}),
		view.RightGuess(view.Reading[Q]{Name: rightByAnswer, Label: "… allowed for one answer", Symbol: "(e^ε + δ)/(1 + e^ε)",
			ExactOf: "the ε and δ of one answer, and the worst answer that keeps them",
			When:    func(q Q) bool { return s.terms(q).Budget == fits.Query && s.terms(q).Noise != fits.None },
			Value:   view.Exactly(stated),
			Opens:   view.Says(func(q Q) string { return control.AttackOnClaim(claimed(q)) }),
			Formula: "(e^ε + δ)/(1 + e^ε): the most that one answer lets the best guess be right, if nothing else were published.",
			With:    view.Says(func(q Q) string { return s.with(q) }),
			Source:  guessSource,
			Assumes: "One record is replaced by any other, and both tables are equally likely beforehand."}),
		view.RightGuess(view.Reading[Q]{Name: "attacker-right-query", Label: "with ε for each answer", Symbol: "(1 + δ(0))/2", Expensive: true,
			Value:   of(s.each, func(out fits.Spent) known.Value { return out.Right }, false),
			Formula: "The same, were ε and δ those of each answer: of all answers together, as the paper's experiments release them.",
			With:    view.Says(func(q Q) string { return s.with(q) }),
			Source:  "the privacy loss of all answers together; " + derived,
			Assumes: "From below: the true sizes of classes and the empty cells are told besides."}),
		view.Reading[Q]{Name: "epsilon-run", Label: "ε of the whole fit", Symbol: "ε", Goal: known.Lower, Range: known.NotNegative,
			Level: view.Shown, Expensive: true, ExactOf: ofTree + ", or Laplace noise where δ is 0",
			Value: of(s.spent, func(out fits.Spent) known.Value { return out.Epsilon }, true),
			Cases: none("The least ε at which all answers that one record moves keep δ; none where some answer shows a record outright more often than δ.")},
		view.Reading[Q]{Name: "delta-run", Label: "δ of the whole fit", Symbol: "δ", Goal: known.Lower, Range: known.Probability, Expensive: true,
			ExactOf: ofTree + ", or Laplace noise where δ is 0",
			Value:   of(s.spent, func(out fits.Spent) known.Value { return out.Delta }, true),
			Cases:   none("The least δ at which all answers that one record moves keep ε.")},
		view.Reading[Q]{Name: "delta-pair", Label: "δ of two tables", Symbol: "δ", Goal: known.Lower, Range: known.Probability, Expensive: true,
			LevelOf: func(q Q) view.Level {
				if s.terms(q).Budget == fits.Query {
					return view.Shown
				}
				return view.Folded
			},
			ExactOf: "normal noise in the answers that move, or no noise at all",
			Value:   func(ctx context.Context, q Q) (known.Value, error) { return s.terms(q).Apart(ctx, s.pair(q)) },
			Formula: "max over events of P(event from one table) − e^ε·P(event from the other), for two tables that differ in one record: by the convolution of the privacy losses of the answers that move. A fit that keeps (ε, δ) has none above δ.",
			With: view.Says(func(q Q) string {
				moves := s.pair(q)
				return fmt.Sprintf("%s Of its answers %s move by their sensitivity, %s by half of it.", s.with(q), numeral.Count(moves.Whole),
					numeral.Count(moves.Half))
			}),
			Source:  "the privacy loss of all answers together; " + derived,
			Assumes: s.pairIs},
		view.Reading[Q]{Name: "shown-outright", Label: "shows a record outright", Style: numeral.Percent, Goal: known.Lower,
			Range: known.Probability, Expensive: true, ExactOf: "noise that has tails, and shows nothing outright",
			Value: of(s.spent, func(out fits.Spent) known.Value { return out.Outright }, true),
			Cases: none("δ(∞): how often some answer is possible with one of the two tables alone. Noise of bounded support has such answers.")},
	}
}

// overLeast says by which part of the least loss noise may exceed it; the part may be more than the whole.
func overLeast(gap float64) string {
	return "The noise by range that was found may lose " + numeral.Relative.Format(gap) + " more than the least; it is as private."
}

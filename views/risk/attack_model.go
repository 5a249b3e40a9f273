package risk

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/attack"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// wordsOfTraining returns the words of a training by its neighbours; 0: a model's file names none.
func wordsOfTraining(n privacy.Neighbours) words {
	w := bare
	w.raw, w.neighbours, w.more = view.Trainer, "as the file says", ""
	switch n {
	case privacy.OneAdded:
		w.neighbours = view.LeftOut
	case privacy.OneZeroed:
		w.neighbours, w.than = view.Zeroed, "with the record's gradient as without"
	case privacy.OneReplaced:
		w.whom, w.task, w.neighbours, w.than = "the records trained on", view.TaskRecords, view.AnyOther, "with your record as with another"
	}
	return w
}

// provenance says what a private model's file says of its training.
func (q asked) provenance() engine.Note {
	switch {
	case q.spent.Of == nil:
		return engine.Note{}
	case q.spent.Uncovered != nil:
		return engine.Note{Warning: true, Text: "No guarantee: no ε covers what the file took from the records (" + strings.Join(q.spent.Uncovered, ", ") +
			"); of the weights alone, " + q.spent.Training}
	}
	return engine.Note{Text: "By the file: " + q.spent.Training}
}

// taken names, within a sentence, what no ε covers: the first item, and the number of others.
func taken(lines []string) string {
	const letters = 24
	first := []rune(lines[0])
	if len(first) > letters {
		first = append(first[:letters-1], '…')
	}
	if len(lines) == 1 {
		return string(first)
	}
	return fmt.Sprintf("%s and %d more", string(first), len(lines)-1)
}

// uncovered reports whether the file tells something that no ε covers.
func uncovered(f view.Facts) bool { return f.Filled("uncovered") != "" }

// Texts on a file that tells more than its weights.
var (
	answersUncovered = view.Branch{When: uncovered,
		Variants: view.Always("All of {whom} may be found, if {fpr} of the others may be named wrongly: the file tells more than its weights.")}
	priceUncovered = view.Branch{When: uncovered, Variants: view.Guessing(view.Always("An attacker may always be right about {task}; by the weights alone, " +
		"at most {right-weights} of the time" + view.CoinToss + "."))}
	warningUncovered = view.Variant{When: uncovered, Text: "No guarantee: no ε covers {uncovered}, taken from the records."}
)

// tellsMore reports whether the file tells more than its weights.
func (q asked) tellsMore() bool {
	_, found := q.OfWeights()
	return found
}

// weightsAlone lists what the weights of such a file give away.
var weightsAlone = []view.Entry[asked]{
	reading{Name: "right-weights", Label: "… of the weights alone", Symbol: "(1 + δ(0))/2", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Range{Low: 0.5, High: 1}, Level: view.Shown, Expensive: true, When: asked.tellsMore, ExactOf: ofCurve,
		Value: ofWeights(attack.Question.Right),
		Cases: explained("Half of 1 + the advantage, by what the file says that its training spent.", "derived here",
			"Nothing but the weights is seen: what is taken from the records as it is stands in the file besides.", nothingElse)},
	reading{Name: "epsilon-weights", Label: "ε of the weights alone", Symbol: "ε", Goal: known.Lower, Range: known.NotNegative, Expensive: true,
		When: asked.tellsMore, ExactOf: "what the file states, or a closed form at the δ",
		Value: ofWeights(func(q attack.Question, ctx context.Context) (known.Value, error) {
			c, err := q.Claim(ctx)
			return c.Epsilon, err
		}),
		Cases: explained("The ε that the file states, or the least that is true of its steps at the δ.", "derived here",
			"It is of the weights, and not of what is taken from the records as it is.", nothingElse)},
}

// ofWeights makes a Value about the weights alone.
func ofWeights(value func(attack.Question, context.Context) (known.Value, error)) func(context.Context, asked) (known.Value, error) {
	return func(ctx context.Context, q asked) (known.Value, error) {
		of, _ := q.OfWeights()
		return value(of, ctx)
	}
}

// stated names the ε of the whole output.
func (q asked) stated() string {
	if q.tellsMore() {
		return "ε of the whole file"
	}
	return "stated ε"
}

package survey

import (
	"context"
	"testing"

	"dpscope/engine"
)

// At the edges the page says one true sentence, and a reading without a number says why.
func TestEdgesAreSaid(t *testing.T) {
	ctx := context.Background()
	const noGood = "No good at all: at ε = 0 answers are pure chance, however many people are asked."
	for _, c := range []struct{ query, reading, want string }{
		{"n=1", "", "No good at all: the margin is 129 points, and any guess does as well."},
		{"n=1&epsilon=1500", "", "± 70.0 points if 30 % would say yes: one person answers, a coin changes hardly any answer (ε = 1,500), and nearly all that are sent are true."},
		{"true-share=0", "worth-in-answers", "honest answers do not scatter where all are alike"},
		{"true-share=1", "worth-in-answers", "honest answers do not scatter where all are alike"},
		{"true-share=1&asked=everyone", "worth-in-answers", "honest answers of everyone do not scatter"},
		{"asks=number&spread=alike", "worth-in-answers", "honest answers do not scatter where all are alike"},
		{"epsilon=0", "", noGood},
		{"epsilon=0&trust=office", "", noGood},
		{"epsilon=0&asks=number", "", noGood},
		{"epsilon=0", "margin-of-error", "answers are pure chance"},
		{"epsilon=0", "n-required", "answers are pure chance: no number of people is enough"},
		{"epsilon=0&asks=options", "best-protocol", "answers are pure chance"},
		{"epsilon=1500", "", "± 2.00 points if 30 % would say yes: 2,000 people answer, a coin changes hardly any answer (ε = 1,500), and nearly all that are sent are true."},
		{"epsilon=1500&trust=office&noise=staircase", "", "± 2.01 points if 30 % would say yes: 2,000 people answer to an office, which adds staircase noise at ε = 1,500."},
		{"asks=options&k=1000000", "", "± 8.98 points if 30 % would choose the option: 2,000 people answer by unary encoding (OUE) at ε = 1.00, and nobody sees a true answer."},
		{"asks=options&k=5000&n=20&epsilon=4", "", "± 33.8 points if 30 % would choose the option: 20 people answer by subset selection at ε = 4.00, and nobody sees a true answer."},
		{"asks=options&k=1000000&protocol=response", "", "± 88.2 points if 30 % would choose the option: 2,000 people answer by randomised response at ε = 1.00, and nobody sees a true answer."},
		{"target=0.02", "epsilon-required", "no ε is enough: only without privacy is it ± 2.00 points; 10,900 people would be enough at this ε"},
		{"target=0.019", "epsilon-required", "no ε is enough: without privacy it is ± 2.00 points; 12,000 people would be enough at this ε"},
		{"asks=options&protocol=oue&target=0.0201", "epsilon-required", "no ε is enough: this protocol never gets down to chance alone, ± 2.00 points; 40,000 people would be enough at this ε"},
		{"asks=number&protocol=laplace&spread=alike&asked=everyone&target=0.001", "epsilon-required", "an ε above 40 would be needed; 7,690,000 people would be enough at this ε"},
		{"n=10&target=1e-6", "n-required", "more than 10¹² people would be needed"},
		{"epsilon=1e-9", "", "epsilon = 1e-9 is too little to count with; 0, or 1e-6 and more would work"},
		{"asks=number&protocol=oue", "", "protocol = oue means nothing with asks=number; asks=options would work"},
		{"asks=options&protocol=hybrid", "", "protocol = hybrid means nothing with asks=options; asks=number would work"},
		{"asks=number&trust=office&noise=geometric", "", "noise = geometric means nothing with asks=number; asks=yes-no or options would work"},
		{"asks=number&true-share=0.2", "", "true-share = 0.2 means nothing with asks=number; asks=yes-no or options would work"},
		{"spread=ends&asks=options", "", "spread = ends means nothing with asks=options; asks=number would work"},
		{"trust=nobody&noise=laplace", "", "noise = laplace means nothing with trust=nobody; trust=office would work"},
		{"trust=office&noise=laplace&delta=1e-6", "", "delta = 1e-6 means nothing with noise=laplace; noise=truncated-laplace or analytic-gaussian would work"},
	} {
		got := ""
		v, err := View.Over(View.Opening(), c.query)
		if err == nil {
			if c.reading == "" {
				var page interface {
					Sheet(context.Context, func(engine.Sheet)) (engine.Sheet, error)
				}
				if page, err = View.Ask(ctx, v); err == nil {
					var sheet engine.Sheet
					sheet, err = page.Sheet(ctx, func(engine.Sheet) {})
					got = sheet.Lead.Answer.String()
				}
			} else {
				known, failed := View.Value(ctx, v, engine.Key{Name: c.reading})
				got, err = known.None, failed
			}
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s says %q, not %q", c.query, c.reading, got, c.want)
		}
	}
}

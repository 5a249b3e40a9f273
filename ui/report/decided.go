package report

import (
	"cmp"
	"fmt"
	"strings"

	"dpscope/engine"
)

// Decided is a decision that was computed again, for the first page of a report.
type Decided struct {
	Question, Address string
	Verdict           string   // "same", "data differs"
	Reasons           []string // why, without a full stop
	Differences       []string
	By, Because, Made string              // who decided, why, and the program that answered
	Recorded          []engine.AnswerLine // its answers, where no page of the report has them
}

// decided adds the verdicts on all decisions, before the pages.
func (r Report) decided(d *document) {
	d.title = "A decision, computed again"
	if len(r.Decided) > 1 {
		d.title = fmt.Sprintf("%d decisions, computed again", len(r.Decided))
	}
	d.add(heading{1, d.title})
	for i, of := range r.Decided {
		if len(r.Decided) > 1 {
			d.add(heading{2, fmt.Sprintf("%d. %s", i+1, cmp.Or(of.Question, of.Address))})
		}
		d.add(of.blocks()...)
	}
	d.section("Make it again", paragraph{text: "By dpscope " + r.Program.String() + ":"}, code(r.command()))
}

// blocks opens with the verdict.
func (of Decided) blocks() []block {
	verdict := sentence(strings.ToUpper(of.Verdict[:1]) + of.Verdict[1:] + ": " + strings.Join(of.Reasons, "; "))
	all := []block{paragraph{text: verdict, strong: true}}
	if of.Differences != nil {
		all = append(all, list(of.Differences))
	}
	all = append(all, paragraph{lead: "Decided", text: "by " + sentence(of.By)}, paragraph{lead: "Why.", text: sentence(of.Because), quote: true},
		paragraph{lead: "Answered", text: "by dpscope " + of.Made + ":"}, code(of.Address))
	if of.Recorded != nil {
		all = append(all, recorded(of.Recorded))
	}
	return all
}

// recorded lists answers as the decision has them, none of which was computed again.
func recorded(answers []engine.AnswerLine) block {
	t := table{head: []string{"recorded answer", "value", "low", "high", "how it is known"}}
	for _, a := range answers {
		t.rows = append(t.rows, []string{engine.Harmless(cmp.Or(a.Title, a.Reading)), shown(a.Value, a.Missing), shown(a.Low, ""), shown(a.High, ""), a.Basis})
	}
	return t
}

// shown writes a recorded value; without one it writes why.
func shown(v any, without string) string {
	switch v := v.(type) {
	case float64:
		return fmt.Sprintf("%.6g", v)
	case string:
		return engine.Harmless(v)
	}
	return cmp.Or(without, "–")
}

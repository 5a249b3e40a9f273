package classifier

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners/model"
	"dpscope/mechanisms"
	"dpscope/views/control"
)

// prediction asks how one prediction fares under one mechanism.
type prediction struct {
	*agreement.Answers
	kind     param.Kind[mechanisms.Mechanism]
	word     string // for the classifier
	epsilon  float64
	sampled  bool // by draws too,
	pictured bool // also at the budgets of a picture
	printed  bool // a picture has the paper's value too
	few      int  // number of draws so far; 0: all

	outlined bool // a map has the paper's box and the safe radius too
}

func (q prediction) attacker(ctx context.Context) (agreement.Attacker, error) {
	return q.Attacker.Get(ctx)
}

// openSubject prepares the record that the controls name.
func openSubject(ctx context.Context, v param.Values) (*agreement.Subject, error) {
	cohort, err := cohortOf(v)
	if err != nil {
		return nil, err
	}
	return cohort.Subject(ctx, v.Word(recordText), v.Word(weightsText))
}

func askUtility(ctx context.Context, v param.Values) (prediction, error) {
	q := prediction{word: v.Word(classifierText), epsilon: v.Get(mechanisms.Epsilon)}
	s, err := openSubject(ctx, v)
	if err != nil {
		return q, err
	}
	when := sampling.Chosen(v)
	q.printed = printed.Chosen(v)
	if q.kind, err = mechanisms.All.Picked(v); err != nil {
		return q, err
	}
	asked := agreement.Survival{Target: v.Get(control.Target), Indicator: v.Get(indicator), Draws: int(v.Get(draws))}
	if asked.Prediction, err = s.WithLaws(mechanisms.SettingOf(q.kind, v), uint64(v.Get(control.Seed))); err != nil {
		return q, err
	}
	q.Answers = asked.Answers()
	q.sampled, q.pictured = when != never, when == always || when == whereNeeded && !q.computes()
	return q, nil
}

// drawnMoving is the number of answers drawn while a slider moves.
const drawnMoving = 200

// drawnLess returns the question with few draws, whose number is told.
func drawnLess(_ context.Context, q prediction) (prediction, bool) {
	if !q.sampled || q.Draws <= drawnMoving {
		return q, false
	}
	q.Answers, q.few = q.Drawing(drawnMoving), drawnMoving
	return q, true
}

// place writes where the private features have some values, at most four of them.
func (q prediction) place(at func(feature int) float64) string {
	var places []string
	for k, i := range q.Region.Private[:min(len(q.Names), 4)] {
		places = append(places, fmt.Sprintf("%s = %s", q.Names[k], numeral.Short(at(i))))
	}
	return strings.Join(places, ", ")
}

func (q prediction) whose() engine.Note { return about(q.Subject) }

// named returns that with the record's name, where no other part of the page has it.
func (q prediction) named() engine.Note {
	n := q.whose()
	if name := example(q.Subject); name != "" {
		n.Text = strings.TrimSuffix(name+"; "+n.Text, "; ")
	}
	return n
}

// about says which record this is unless it was simply named: it was moved, or none was named and the classifier's file has no
// example.
func about(s *agreement.Subject) (n engine.Note) {
	switch {
	case len(s.Moved) > 0:
		n = engine.Note{Text: "another record than the one named: " + numeral.Listed(s.Moved) + " lay outside 0 to 1 (moved to its end)",
			Warning: true}
	case s.First != "":
		n = engine.Note{Text: "nobody is named: the first record of the file that can be used, record=" + s.First}
	case s.Record.ID == agreement.Middle && len(s.Model.Records) == 0:
		n = engine.Note{Text: "simulated record: " + agreement.DescribeMiddle(s.Model)}
	}
	return trainedPrivately(n, s.Model)
}

// example returns the name of an example of the classifier's file, "record stroke-A"; empty: it is none.
func example(s *agreement.Subject) string {
	if r, err := s.Model.Record(s.Record.ID); err == nil && len(s.Moved) == 0 {
		return "record " + cut(r.ID, namesInSentence)
	}
	return ""
}

// trainedPrivately adds what the classifier's training spent on other people, and what no ε covers.
func trainedPrivately(n engine.Note, m *model.Model) engine.Note {
	if !m.Training.Said() {
		return n
	}
	if n.Text != "" {
		n.Text += "; "
	}
	n.Text += "trained privately: " + m.Training.String()
	if len(m.Training.Public) > 0 {
		n.Text += "; public: " + strings.Join(m.Training.Public, ", ")
	}
	if taken := m.Uncovered(); taken != nil {
		n.Text, n.Warning = n.Text+"; taken from its records, which no ε covers: "+strings.Join(taken, ", "), true
	}
	return n
}

// spread says which shares of the budget the private features get.
func (q prediction) spread() string {
	switch {
	case len(q.Names) == 1:
		return numeral.Short(q.epsilon) + " on " + q.Names[0]
	case q.Region.Weights == nil:
		return numeral.Short(q.epsilon) + " on each of " + q.Features()
	}
	return budgetsText(q.Region.Weights, q.Names, q.epsilon)
}

// budgetsText lists the features' budgets for a mean budget: "5.4 on age, 2.6 on bmi".
func budgetsText(w agreement.Weights, names []string, epsilon float64) string {
	const most = 3
	var parts []string
	for k, name := range names {
		if k == most {
			parts = append(parts, "and so on")
			break
		}
		parts = append(parts, numeral.Short(w.Of(k, epsilon))+" on "+name)
	}
	return strings.Join(parts, ", ")
}

// equalParts returns the number of features among which a budget is split equally; 0: it is not.
func equalParts(w agreement.Weights, names []string) int {
	if w != nil {
		return 0
	}
	return len(names)
}

// summed says how a total is composed: "4.00 per feature".
func summed(w agreement.Weights, names []string, epsilon float64) string {
	switch {
	case len(names) == 1:
		return ""
	case w == nil:
		return numeral.Short(epsilon) + " per feature"
	}
	return budgetsText(w, names, epsilon)
}

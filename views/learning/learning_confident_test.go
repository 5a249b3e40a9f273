package learning

import (
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/views/viewtest"
)

// The lines are lower ends of intervals, equal to the answers at the present ε; the least sufficient ε stands on its line, and
// no line goes below it. One training has means.
func TestLearningDrawsWhatIsReachedWithConfidence(t *testing.T) {
	for _, query := range []string{"seeds=3&epsilon=1.5", "seeds=3&epsilon=1", "seeds=1&epsilon=1.5"} {
		query += "&target=0.6&measure=sure&beside=logistic" + strings.TrimSuffix(short, "&epsilon=1.5")
		answers := map[string]engine.Reading{}
		for _, a := range viewtest.Readings(t, Learning, query) {
			answers[a.Key.String()] = a
		}
		auc, least := answers["test-auc"].Known, answers["epsilon-tried"].Known
		if least.Missing() {
			t.Fatalf("%s: no ε is enough", query)
		}
		drawn, marked := false, false
		f := viewtest.Sheet(t, Learning, query).Figure
		for _, m := range f.Marks {
			switch m := m.(type) {
			case engine.Steps:
				if at := slices.Index(m.X, answers["epsilon-tried"].Known.Value); m.Name == "barrier" && at >= 0 {
					marked = marked || m.Y[at] >= 0.6
				}
			case engine.Points:
				drawn = drawn || m.Here && m.Y[0] == auc.Low
				if m.Name == "barrier" && m.Answer && m.X[0] != least.Value {
					t.Errorf("%s: marked is ε = %g, the answer is %g", query, m.X[0], least.Value)
				}
			case engine.Band:
				t.Errorf("%s: intervals of %s are drawn", query, m.Name)
			case engine.Rule:
				if m.Vertical && !m.Pointer {
					t.Errorf("%s: a line stands at %g", query, m.At)
				}
			}
		}
		if !drawn || !marked {
			t.Errorf("%s: at the present ε %v, at the least one %v", query, drawn, marked)
		}
		if one := f.Title == "AUC on true labels, one training"; one != (auc.Low == auc.High) {
			t.Errorf("%s: the picture is called %q", query, f.Title)
		}
	}
}

// The table has means with their intervals, whichever of them is drawn.
func TestLearningTablesTheMeansOfLowerEnds(t *testing.T) {
	const query = "seeds=3&beside=logistic" + short
	rows := map[string]int{}
	for _, measure := range []string{"&measure=sure", "&measure=auc"} {
		table := viewtest.Sheet(t, Learning, query+measure).Table()
		column := func(name string) int {
			return slices.IndexFunc(table.Columns, func(c engine.TableColumn) bool { return c.Name == name })
		}
		if c := table.Columns[column("value")]; !strings.HasPrefix(c.Title, "AUC on true labels") {
			t.Errorf("%s: the column of means is described as %q", measure, c.Title)
		}
		for _, row := range table.Rows {
			if name := row[column("loss")].Word; name == "barrier" || name == "logistic" {
				key := name
				for _, c := range []string{"epsilon", "value", "low", "high"} {
					key += " " + row[column(c)].Text()
				}
				rows[key]++
			}
		}
	}
	for row, of := range rows {
		if of != 2 {
			t.Errorf("only one of the pictures has the row %s", row)
		}
	}
	if len(rows) != 14 {
		t.Errorf("%d rows, want those of two losses at seven budgets", len(rows))
	}
}

package explorer

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
)

// Two answers ranked first are told apart by the group they are ranked in; without ranked answers the table has no such column.
func TestAnswersSayWhatTheyAreRankedAmong(t *testing.T) {
	answers := []engine.Reading{
		{Label: "Piecewise", Place: 1, Group: "ε-LDP", Known: known.Exactly(3)},
		{Label: "Gaussian", Place: 1, Group: "(ε, δ)-LDP", Known: known.Exactly(50)},
	}
	table := answersTable(answers)
	at := -1
	for i, c := range table.Columns {
		if c.Name == "among" {
			at = i
		}
	}
	if at < 0 || table.Rows[0][at].Text() != "ε-LDP" || table.Rows[1][at].Text() != "(ε, δ)-LDP" {
		t.Errorf("the table is %v %v", table.Columns, table.Rows)
	}
	for _, c := range answersTable([]engine.Reading{{Label: "mean", Known: known.Exactly(3)}}).Columns {
		if c.Name == "among" {
			t.Error("nothing is ranked, and there is a column for it")
		}
	}
}

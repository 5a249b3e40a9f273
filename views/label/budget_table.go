package label

import (
	"context"
	"math"
	"strconv"

	"dpscope/engine"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
)

// tableColumns lists what the export says of every cell.
var tableColumns = []struct {
	name string
	of   func(labelling.Cell) float64
}{
	{"epsilon_least", func(c labelling.Cell) float64 { return c.Exact.Value }},
	{"epsilon_stated", func(c labelling.Cell) float64 { return labelling.Stated(c.Exact).Value }},
	{"epsilon_printed", func(c labelling.Cell) float64 { return c.Printed.Value }},
	{"epsilon_hoeffding", func(c labelling.Cell) float64 { return c.Hoeffding.Value }},
	{"epsilon_kl", func(c labelling.Cell) float64 { return c.Chernoff.Value }},
	{"epsilon_kl_at_j", func(c labelling.Cell) float64 { return c.ChernoffAtJ.Value }},
	{"epsilon_clt", func(c labelling.Cell) float64 { return c.Normal.Value }},
	{"epsilon_clt_corrected", func(c labelling.Cell) float64 { return c.NormalCorrected.Value }},
	{"saving", func(c labelling.Cell) float64 { return c.Saving.Value }},
}

// drawTable lays out the rows and columns of the paper's tables at the present confidence, shaded by what exactness saves. The
// export has every cell by every method.
func drawTable(_ context.Context, q budget) (engine.Sheet, error) {
	table := labelling.TableAt(q.Confidence)
	f := engine.Figure{
		Title:    "least ε, exactly",
		X:        engine.Axis{Name: "flip", Label: "share of the labels that may flip"},
		Y:        engine.Axis{Name: "n", Label: "records"},
		Series:   "table",
		Settings: []engine.Setting{{Name: "confidence", Value: q.Confidence}},
		Marks:    []engine.Mark{savingField(table)},
	}
	for _, flip := range table.Flips {
		f.X.Words, f.X.Keys = append(f.X.Words, numeral.Count(100*flip)+"%"), append(f.X.Keys, engine.NumberCell(flip))
	}
	for _, n := range table.Records {
		f.Y.Words, f.Y.Keys = append(f.Y.Words, numeral.Count(n)), append(f.Y.Keys, engine.NumberCell(n))
	}
	return engine.Sheet{Figure: f, Notes: q.notes("Every cell has an exact budget, the paper's empty ones too; the shades tell what it saves " +
		"against the paper's bound, the export lists each in every way.")}, nil
}

// savingField writes the exact budget into every cell, shaded by its class.
func savingField(table labelling.Table) engine.Field {
	field := engine.Field{
		Name: "saving_over_hoeffding",
		Classes: []string{labelling.Under10Percent: "under-10-percent", labelling.From10To25Percent: "10-to-25-percent",
			labelling.Over25Percent: "over-25-percent", labelling.ExactOnly: "exact-only"},
		Titles: []string{labelling.Under10Percent: "saves under 10 %", labelling.From10To25Percent: "10 to 25 %",
			labelling.Over25Percent: "over 25 %", labelling.ExactOnly: "the bound has no answer"},
		X: steps(0, len(table.Flips)), Y: steps(0, len(table.Records)),
	}
	cells := table.Cells()
	for _, cell := range cells {
		field.Class = append(field.Class, int(cell.Class))
		field.Text = append(field.Text, cellText(cell.Exact.Value))
	}
	for _, c := range tableColumns {
		column := engine.FieldColumn{Name: c.name}
		for _, cell := range cells {
			column.Values = append(column.Values, c.of(cell))
		}
		field.Extra = append(field.Extra, column)
	}
	return field
}

// cellText writes a budget in four or five characters, rounded up so that it is enough.
func cellText(epsilon float64) string {
	if epsilon >= 10 {
		return numeral.Up.Short(epsilon)
	}
	return strconv.FormatFloat(math.Ceil(100*epsilon-1e-9)/100, 'f', 2, 64)
}

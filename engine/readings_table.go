package engine

// AnswersTable returns the numbers beside the picture: one answer a row, in the
// order of the page, which for a ranking is its own. An answer that is a word has
// no value, one that does not exist says why.
func (s Sheet) AnswersTable() Table {
	t := Table{Name: AnswersTable}
	for _, c := range answerColumns {
		t.Columns = append(t.Columns, c.TableColumn)
	}
	for _, a := range s.Readings {
		row := make([]Cell, len(answerColumns))
		for i, c := range answerColumns {
			row[i] = c.of(a)
		}
		t.Rows = append(t.Rows, row)
	}
	return s.Held.under(t, Sheet.AnswersTable)
}

// answerColumns holds the columns of the table of answers.
var answerColumns = []struct {
	TableColumn
	of func(Reading) Cell
}{
	{TableColumn{Name: "reading", Title: "the answer, or the family that it belongs to", Text: true},
		func(a Reading) Cell { return WordCell(a.Name) }},
	{TableColumn{Name: "member", Title: "of the family: a mechanism, a feature", Text: true},
		func(a Reading) Cell { return WordCell(a.Member) }},
	{TableColumn{Name: "group", Title: "what it is ranked among", Text: true}, func(a Reading) Cell { return WordCell(a.Group) }},
	{TableColumn{Name: "place", Title: "in the ranking, from 1"}, func(a Reading) Cell {
		if a.Place == 0 {
			return Cell{}
		}
		return NumberCell(float64(a.Place))
	}},
	{TableColumn{Name: "label", Title: "the answer in words", Text: true}, func(a Reading) Cell { return WordCell(a.Label) }},
	{TableColumn{Name: "value", Title: "the number"}, func(a Reading) Cell {
		if a.Known.Word != "" {
			return Cell{}
		}
		return NumberCell(a.Known.Value)
	}},
	{TableColumn{Name: "low", Title: "lower end of what is known of it"}, func(a Reading) Cell { low, _ := a.ends(); return low }},
	{TableColumn{Name: "high", Title: "upper end of what is known of it"}, func(a Reading) Cell { _, high := a.ends(); return high }},
	{TableColumn{Name: "confidence", Title: "of the interval of an estimate, or of a bound that is not proven"}, func(a Reading) Cell {
		if a.Known.Confidence == 0 {
			return Cell{}
		}
		return NumberCell(a.Known.Confidence)
	}},
	{TableColumn{Name: "unit", Title: "of value, low and high", Text: true}, func(a Reading) Cell { return WordCell(a.Unit) }},
	{TableColumn{Name: "word", Title: "an answer that is a word", Text: true}, func(a Reading) Cell { return WordCell(a.Known.Word) }},
	{TableColumn{Name: "basis", Title: "how the number is known", Text: true}, func(a Reading) Cell { return WordCell(a.Known.How()) }},
	{TableColumn{Name: "missing", Title: "why there is no answer", Text: true}, func(a Reading) Cell { return WordCell(a.Known.None) }},
	{TableColumn{Name: "beside", Title: "a remark on it", Text: true}, func(a Reading) Cell { return WordCell(a.Remark) }},
}

// ends returns the ends of the interval; empty cells if the answer has none.
func (a Reading) ends() (low, high Cell) {
	if l, h, there := a.Known.Interval(); there {
		return NumberCell(l), NumberCell(h)
	}
	return Cell{}, Cell{}
}

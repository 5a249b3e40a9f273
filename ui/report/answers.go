package report

import (
	"cmp"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// answers adds two tables: the answers on top of the page, and the rest.
func (p Page) answers(d *document) {
	var top, rest []engine.Reading
	for _, a := range p.Sheet.Readings {
		if a.Top {
			top = append(top, a)
		} else if !a.Known.Missing() {
			rest = append(rest, a)
		}
	}
	if top == nil {
		top, rest = rest, nil
	}
	d.section("Answers", p.table(top))
	if rest != nil {
		d.section("More answers", p.table(rest))
	}
}

// table lists answers with their basis and their assumptions.
func (p Page) table(answers []engine.Reading) block {
	t := table{head: []string{"answer", "value", "how it is known", "assumes"}}
	before := ""
	for _, a := range answers {
		assumes := sentence(a.Why.Assumes)
		switch {
		case assumes != "":
		case a.Known.Confidence > 0:
			assumes = "What was looked at is a fair sample of what the answer is about."
		default:
			assumes = "–"
		}
		if whole := assumes; whole == before && whole != "–" {
			assumes = "the same"
		} else {
			before = whole
		}
		name := engine.Harmless(a.Heading())
		if a.Group != "" {
			name += " (" + a.Group + ")"
		}
		t.rows = append(t.rows, []string{name, p.value(a) + beside(a), how(a), assumes})
	}
	return t
}

// value returns the number or the word, with its unit.
func (p Page) value(a engine.Reading) string {
	switch {
	case a.Known.Word != "":
		return engine.Harmless(cmp.Or(a.Known.Title, a.Known.Word))
	case a.Known.Missing():
		return "none"
	case a.DisplayText != "":
		return a.DisplayText
	case a.Unit != "":
		return a.Written() + " " + a.Unit
	}
	return a.Written()
}

// beside returns the remark after an answer.
func beside(a engine.Reading) string {
	if a.Remark == "" {
		return ""
	}
	return ", " + a.Remark
}

// how says in words how an answer is known: "about, 87.6 % to 94.0 % (95 %)".
func how(a engine.Reading) string {
	v := a.Known
	if v.Missing() {
		return cmp.Or(v.None, "not asked at this setting")
	}
	low, high, wide := v.Interval()
	between := func() string { return a.Style.Rounded(low, numeral.Down) + " to " + a.Style.Rounded(high, numeral.Up) }
	sure := ""
	if v.Confidence > 0 {
		sure = " (" + v.Sure() + ")"
	}
	switch basis := v.Basis; {
	case v.Word != "" && basis == known.Estimate:
		return "about: it rests on estimates"
	case v.Word != "":
		return "exact"
	case basis == known.Exact && a.ExactOf != "":
		return "exact, of " + a.ExactOf
	case basis == known.Exact:
		return "exact"
	case basis == known.AsPrinted:
		return "as a paper prints it"
	case basis == known.Between:
		return "proven, " + between()
	case basis == known.Estimate && wide:
		return "about, " + between() + sure
	case basis == known.Estimate:
		return "about, without an interval"
	}
	word := "at most, "
	if v.Basis.Lower() {
		word = "at least, "
	}
	return word + cmp.Or(v.Surely(), "proven")
}

// find returns the answer with a name, if it is known.
func (p Page) find(name string) (engine.Reading, bool) {
	i := slices.IndexFunc(p.Sheet.Readings, func(a engine.Reading) bool { return a.Key == engine.Key{Name: name} })
	if i < 0 || p.Sheet.Readings[i].Known.Missing() {
		return engine.Reading{}, false
	}
	return p.Sheet.Readings[i], true
}

package decision

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/learners/source"
	"dpscope/ui/report"
)

// Difference is a field that is another than recorded.
type Difference struct {
	Of    string   `json:"of"`    // "epsilon-at-most", "question", the name of a file
	Field string   `json:"field"` // "value"
	Was   any      `json:"was"`   // nil: there was none
	Is    any      `json:"is"`    // nil: there is none
	By    *float64 `json:"by,omitempty"`
}

// String writes the difference in one line.
func (d Difference) String() string {
	text := fmt.Sprintf("%s: %s was %s and is %s", source.Name(d.Of), d.Field, shown(d.Was), shown(d.Is))
	if d.By == nil {
		return text
	}
	more := "more"
	if *d.By < 0 {
		more = "less"
	}
	return text + fmt.Sprintf(", %s %s", number6(math.Abs(*d.By)), more)
}

// ofNumber reports whether the field is a number, how it is known, or what it was computed from.
func (d Difference) ofNumber() bool {
	return slices.Contains([]string{"value", "low", "high", "basis", "confidence", "unit", "sha256", "without", "epsilon", "delta"}, d.Field)
}

// Few returns the differences in lines, at most twenty.
func (f Finding) Few() (list []string) {
	const most = 20
	for i, d := range f.Differences {
		if i == most {
			return append(list, fmt.Sprintf("and %d more", len(f.Differences)-most))
		}
		list = append(list, d.String())
	}
	return list
}

func number6(v float64) string { return fmt.Sprintf("%.6g", v) }

// shown writes a value for people.
func shown(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case float64:
		return engine.Digits(v)
	case string:
		return source.Quote(v)
	}
	text, _ := json.Marshal(v)
	return source.Clean(string(text), source.MaxName)
}

// rounding is the relative difference of two numbers that counts as none: processors round differently.
const rounding = 1e-9

// equal reports whether two values of JSON are the same, numbers to rounding.
func equal(was, is any) bool {
	a, number := was.(float64)
	b, also := is.(float64)
	if number && also {
		return math.Abs(a-b) <= rounding*max(math.Abs(a), math.Abs(b))
	}
	return was == is
}

// differ returns the difference of a field, if there is one.
func differ(of, field string, was, is any) []Difference {
	if equal(was, is) {
		return nil
	}
	d := Difference{Of: of, Field: field, Was: was, Is: is}
	a, number := was.(float64)
	b, also := is.(float64)
	if number && also {
		by := b - a
		d.By = &by
	}
	return []Difference{d}
}

// differences lists what of a decision is another on a page; names has the decision's name for each file that lies elsewhere.
func differences(d Decision, p report.Page, names map[string]string) (all []Difference) {
	all = differ("question", "text", d.Question, p.View.Asked(p.Values))
	now := lines(p)
	for _, was := range d.Readings {
		i := slices.IndexFunc(now, func(l engine.AnswerLine) bool { return l.Reading == was.Reading })
		if i < 0 {
			all = append(all, Difference{Of: was.Reading, Field: "value", Was: was.Value})
			continue
		}
		all = append(all, ofReading(was, now[i])...)
		now = slices.Delete(now, i, i+1)
	}
	for _, l := range now {
		all = append(all, Difference{Of: l.Reading, Field: "value", Is: l.Value})
	}
	files := inputs(p.Files)
	for i, f := range files {
		files[i].Name = cmp.Or(names[f.Name], f.Name)
	}
	all = append(all, ofFiles(d.Files, files)...)
	return append(all, ofEntry(d.Registry, p)...)
}

// ofReading compares two answers field by field.
func ofReading(was, is engine.AnswerLine) (all []Difference) {
	for _, f := range []struct {
		name    string
		was, is any
	}{
		{"value", was.Value, is.Value}, {"low", was.Low, is.Low}, {"high", was.High, is.High}, {"basis", was.Basis, is.Basis},
		{"confidence", was.Confidence, is.Confidence}, {"unit", was.Unit, is.Unit}, {"title", was.Title, is.Title},
		{"missing", was.Missing, is.Missing}, {"assumes", was.Assumes, is.Assumes}, {"source", was.Source, is.Source},
	} {
		all = append(all, differ(was.Reading, f.name, f.was, f.is)...)
	}
	return all
}

// ofFiles compares what the answers were computed from.
func ofFiles(was, is []Input) (all []Difference) {
	for i := range max(len(was), len(is)) {
		var a, b Input
		if i < len(was) {
			a = was[i]
		}
		if i < len(is) {
			b = is[i]
		}
		of := cmp.Or(a.Name, b.Name)
		all = append(all, differ(of, "control", a.Control, b.Control)...)
		all = append(all, differ(of, "sha256", a.SHA256, b.SHA256)...)
		all = append(all, differ(of, "without", a.Without, b.Without)...)
		all = append(all, differ(of, "name", a.Name, b.Name)...)
	}
	return all
}

// ofEntry finds ε and δ of an entry that are less than the page's.
func ofEntry(e *Entry, p report.Page) (all []Difference) {
	if e == nil {
		return nil
	}
	s := spentBy(p)
	less := func(field string, told *float64, page float64) {
		if told != nil && *told < page*(1-rounding) {
			all = append(all, differ("registry", field, *told, page)...)
		}
	}
	less("epsilon", e.Deployment.Loss.Parameters.Epsilon, s.epsilon)
	less("delta", e.Deployment.Loss.Parameters.Delta, s.delta)
	return all
}

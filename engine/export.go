package engine

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dpscope/engine/known"
)

// Export is one table of a sheet, with the sheet's remarks and origin.
type Export struct {
	Sheet  Sheet
	Table  Table
	Origin Origin
}

// Origin says where an exported sheet comes from.
type Origin struct {
	Address string // opens the same page again
	Title   string
	Source  string // papers and theorems
	Program Program
	Rests   []string // works that the answers rest on, as lists of references have them
}

// WriteCSV writes the table as RFC 4180 CSV: one header row, numbers with all their digits, an empty cell
// where a row has no value. Texts, the header's included, are Harmless.
func (t Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	record := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		record[i] = Harmless(c.Name)
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for _, row := range t.Rows {
		for i, c := range row {
			record[i] = c.Text()
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// Text writes the cell for CSV: a number in full precision, empty when there is
// nothing.
func (c Cell) Text() string {
	switch c.Kind {
	case Number:
		return Digits(c.Number)
	case Word:
		return Harmless(c.Word)
	}
	return ""
}

// Digits writes a number so that reading it gives the same float64, wherever numbers are
// exported or read: INF and -INF as the description beside a CSV file has them (CSV on
// the Web, 2015, sec. 6.4.2).
func Digits(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "INF"
	case math.IsInf(v, -1):
		return "-INF"
	}
	return strconv.FormatFloat(v, 'g', 17, 64)
}

// Harmless puts an apostrophe before text that a spreadsheet would run as a formula: at the beginning of a
// cell, and after separators at which many programs split cells although the file does not. A number, such as
// the class "-1", keeps its text.
func Harmless(text string) string {
	if !strings.ContainsFunc(text, starts) {
		return text
	}
	if strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "\r") {
		text = "'" + text
	}
	var b strings.Builder
	from := 0
	for i, r := range text {
		if strings.ContainsRune(";|\t\r\n", r) {
			b.WriteString(inert(text[from:i]) + text[i:i+1])
			from = i + 1
		}
	}
	return b.String() + inert(text[from:])
}

// inert writes one cell's text, which may begin with blanks.
func inert(cell string) string {
	formula := strings.TrimLeftFunc(cell, func(r rune) bool { return r == '"' || !unicode.IsGraphic(r) || unicode.IsSpace(r) })
	if first, _ := utf8.DecodeRuneInString(formula); !starts(first) {
		return cell
	}
	if _, err := strconv.ParseFloat(strings.TrimSpace(formula), 64); err == nil {
		return cell
	}
	return strings.TrimSuffix(cell, formula) + "'" + formula
}

// starts reports the characters that a formula may begin with, or that stand
// before it.
func starts(r rune) bool { return strings.ContainsRune("=+-@\t\r＝＋－＠", r) }

// WriteMetadata writes the CSV on the Web description of the table saved under
// the name url (W3C Tabular Metadata, 2015).
func (x Export) WriteMetadata(w io.Writer, url string) error {
	type column struct {
		Name        string `json:"name"`
		Titles      string `json:"titles"`
		Description string `json:"dc:description,omitempty"`
		Unit        string `json:"schema:unitText,omitempty"`
		Datatype    string `json:"datatype"`
	}
	var columns []column
	for _, c := range x.Table.Columns {
		kind := "number"
		switch {
		case c.Text:
			kind = "string"
		case c.Whole:
			kind = "integer"
		}
		columns = append(columns, column{Name: c.Name, Titles: Harmless(c.Name), Description: c.Title, Unit: c.Unit, Datatype: kind})
	}
	s, o := x.Sheet, x.Origin
	return encode(w, map[string]any{
		"@context":    "http://www.w3.org/ns/csvw",
		"url":         url,
		"dc:title":    o.Title,
		"dc:source":   o.Source,
		"tableSchema": map[string]any{"columns": columns},
		"notes": []any{map[string]any{
			"address": o.Address, "table": x.Table.Name, "program": "dpscope " + o.Program.String(), "commit": o.Program.Revision(),
			"date": o.Program.Date, "seed": s.Figure.Seed,
			"references": o.Rests, "readings": answersJSON(s.Readings), "remarks": s.remarks(),
		}},
	})
}

// WriteJSON writes the table, the sheet's answers and their origin as one object.
func (x Export) WriteJSON(w io.Writer) error {
	s, table, o := x.Sheet, x.Table, x.Origin
	rows := make([]map[string]any, len(table.Rows))
	for i, row := range table.Rows {
		rows[i] = map[string]any{}
		for j, c := range row {
			switch c.Kind {
			case Number:
				rows[i][table.Columns[j].Name] = finite(c.Number)
			case Word:
				rows[i][table.Columns[j].Name] = c.Word
			}
		}
	}
	return encode(w, map[string]any{
		"address": o.Address, "table": table.Name, "title": o.Title, "source": o.Source, "program": "dpscope " + o.Program.String(),
		"commit": o.Program.Revision(), "date": o.Program.Date, "seed": s.Figure.Seed,
		"references": o.Rests, "readings": answersJSON(s.Readings), "remarks": s.remarks(), "rows": rows,
	})
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(v)
}

// finite returns v as JSON can hold it: infinities as words, NaN as null.
func finite(v float64) any {
	switch {
	case math.IsNaN(v):
		return nil
	case math.IsInf(v, 0):
		return Digits(v)
	}
	return v
}

func answersJSON(answers []Reading) []map[string]any {
	list := make([]map[string]any, len(answers))
	for i, a := range answers {
		v := a.Known
		m := map[string]any{"reading": a.Key.String(), "label": a.Label, "basis": v.How(), "unit": a.Unit, "why": a.Why.parts(),
			"value": valueJSON(v)}
		if a.Group != "" {
			m["group"] = a.Group
		}
		if a.Place > 0 {
			m["place"] = a.Place
		}
		if v.Missing() {
			m["missing"] = v.None
		}
		if low, high, ok := v.Interval(); ok {
			m["low"], m["high"] = finite(low), finite(high)
		}
		if v.Confidence > 0 {
			m["confidence"] = v.Confidence
		}
		if a.Held != nil {
			m["held"] = valueJSON(*a.Held)
		}
		list[i] = m
	}
	return list
}

// valueJSON returns an answer as a number or a word; null if it has none.
func valueJSON(v known.Value) any {
	if v.Word != "" {
		return v.Word
	}
	return finite(v.Value)
}

// parts returns the parts of an explanation that have a text.
func (w Why) parts() map[string]string {
	parts := map[string]string{}
	for name, text := range map[string]string{"formula": w.Formula, "with": w.With, "source": w.Source, "assumes": w.Assumes} {
		if text != "" {
			parts[name] = text
		}
	}
	return parts
}

// remarks returns the provenance, the notes, and what a partial sheet lacks.
func (s Sheet) remarks() []string {
	texts := make([]string, 0, len(s.Notes)+2)
	if s.Provenance.Text != "" {
		texts = append(texts, s.Provenance.Text)
	}
	for _, n := range s.Notes {
		texts = append(texts, n.Text)
	}
	if p := s.Progress; p.Partial() {
		texts = append(texts, fmt.Sprintf("This is of %.0f %s; the whole has %.0f.", math.Floor(p.Done), cmp.Or(p.What, "steps"), p.Of))
	}
	return texts
}

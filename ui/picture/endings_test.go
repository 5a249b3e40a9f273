package picture

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"io"
	"io/fs"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"rsc.io/pdf"

	"dpscope/engine"
	"dpscope/learners/parquet"
	"dpscope/ui/save"
	"dpscope/views/pages"
)

// The pages of all views and presets go to files of all endings, which decoders of others open; the same page gives the same bytes,
// and what is drawn is what is exported. An ordinary run takes a part of them.
func TestEndings(t *testing.T) {
	pages.Some(t, 23, func(name string, page engine.Sheet) {
		if Empty(page.Shown()) {
			return
		}
		parts := []Part{{Sheet: page, Question: "What is " + name + "?", Address: name}}
		o := Options{Program: engine.Program{Version: "1", Date: "2026-03-01"}}
		for _, f := range formats {
			var text, again bytes.Buffer
			if err := f.Write(&text, parts, o); err != nil {
				t.Errorf("%s%s: %v", name, f, err)
				continue
			}
			if err := f.Write(&again, parts, o); err != nil || !bytes.Equal(text.Bytes(), again.Bytes()) {
				t.Errorf("%s%s is written in two ways, %v", name, f, err)
			}
			opened[f](t, name+string(f), text.Bytes(), page)
		}
		x := engine.Export{Sheet: page, Table: page.Table(), Origin: engine.Origin{Address: name}}
		for _, f := range []save.Format{save.CSV, save.JSON, save.Parquet} {
			var text bytes.Buffer
			if err := f.Write(&text, x); err != nil {
				t.Errorf("%s.%s: %v", name, f, err)
			} else if rows := rowsIn(t, f, text.Bytes()); rows != len(x.Table.Rows) {
				t.Errorf("%s.%s has %d rows, want %d", name, f, rows, len(x.Table.Rows))
			}
		}
	})
}

// opened opens a file of each format with a decoder of others, and looks for what must be there.
var opened = map[Format]func(*testing.T, string, []byte, engine.Sheet){
	SVG: func(t *testing.T, name string, text []byte, page engine.Sheet) {
		elements(t, name, text)
		saysLead(t, name, plain(unescaped(string(text))), page)
	},
	PNG: func(t *testing.T, name string, text []byte, _ engine.Sheet) {
		if _, err := png.Decode(bytes.NewReader(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	},
	PDF: func(t *testing.T, name string, text []byte, page engine.Sheet) {
		r, err := pdf.NewReader(bytes.NewReader(text), int64(len(text)))
		if err != nil || r.NumPage() != 1 {
			t.Errorf("%s: %v", name, err)
			return
		}
		if width := r.Page(1).V.Key("MediaBox").Index(2).Float64(); width != UsualWidth {
			t.Errorf("%s is %v wide", name, width)
		}
		saysLead(t, name, r.Trailer().Key("Info").Key("Subject").Text(), page)
		if letters := r.Page(1).Content().Text; len(letters) < 20 {
			t.Errorf("%s has %d letters", name, len(letters))
		}
	},
	TeX: func(t *testing.T, name string, text []byte, _ engine.Sheet) {
		depth := 0
		drawn := regexp.MustCompile(`(?m)^%.*$|\\[\\{}%]`).ReplaceAllString(string(text), "")
		for _, r := range drawn {
			switch {
			case r == '{':
				depth++
			case r == '}':
				depth--
			case r > '~' && (r < 'À' || r > 'ÿ'):
				t.Errorf("%s has %q, which LaTeX may not know", name, r)
				return
			}
		}
		if depth != 0 || !strings.Contains(drawn, `\end{pgfpicture}`) {
			t.Errorf("%s is %d braces deep at its end", name, depth)
		}
	},
	Vega: vegaOpened,
	Text: func(t *testing.T, name string, text []byte, page engine.Sheet) {
		if !utf8.Valid(text) || strings.ContainsFunc(string(text), func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
			t.Errorf("%s is no plain text", name)
		}
		saysLead(t, name, plain(string(text)), page)
	},
	HTML: func(t *testing.T, name string, text []byte, page engine.Sheet) {
		counts := elements(t, name, text)
		if counts["script"] > 0 || counts["h1"] != 1 || counts["svg"] != 1 || counts["figcaption"] != 1 || (counts["table"] != 1) != (len(page.Answers) == 0) {
			t.Errorf("%s has %v", name, counts)
		}
		if rows := counts["tr"]; len(page.Answers) > 0 && rows != 1+len(page.Answers) {
			t.Errorf("%s has %d rows for %d answers", name, rows, len(page.Answers))
		}
		saysLead(t, name, plain(unescaped(string(text))), page)
	},
}

// elements counts those of an XML document.
func elements(t *testing.T, name string, text []byte) map[string]int {
	counts := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return counts
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return counts
		}
		if start, is := token.(xml.StartElement); is {
			counts[start.Name.Local]++
		}
	}
}

func unescaped(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&amp;", "&").Replace(text)
}

// saysLead looks for what the page says first.
func saysLead(t *testing.T, name, text string, page engine.Sheet) {
	for _, said := range []string{page.Lead.Answer.String(), page.Lead.Price.String()} {
		if !strings.Contains(text, plain(said)) {
			t.Errorf("%s does not say %q", name, said)
		}
	}
}

// vegaOpened counts the rows of every mark, of which those that are there for drawing alone are none: as many as the picture draws
// samples of, and as the export has of that mark.
func vegaOpened(t *testing.T, name string, text []byte, page engine.Sheet) {
	var spec struct {
		Description string
		Datasets    map[string][]map[string]any
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	saysLead(t, name, spec.Description, page)
	s, err := Draw([]Part{{Sheet: page, Address: name}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[int]int{}
	for kind, list := range spec.Datasets {
		for _, row := range list {
			switch kind {
			case "line", "steps", "path", "bars", "atoms", "points", "field":
				if row[aidKey] == nil {
					rows[int(row[markKey].(float64))]++
				}
			}
		}
	}
	exported := map[string]int{}
	for _, m := range marksOf(page.Shown()) {
		if n := m.Normal(); n.Content == engine.Samples || n.Content == engine.Cells {
			exported[n.Name] += len(engine.Sheet{Figure: alone(page.Shown(), m)}.Table().Rows)
		}
	}
	drawn := map[string]int{}
	for i, m := range s.Marks {
		switch m.Form {
		case engine.Line, engine.StepLine, engine.Trail, engine.Column, engine.Spike, engine.Dot, engine.Mosaic:
			if m.Samples != rows[i] {
				t.Errorf("%s: %s draws %d samples and has %d rows", name, m.Name, m.Samples, rows[i])
			}
			drawn[m.Name] += rows[i]
		}
	}
	if len(page.Shown().Panels) == 0 { // which draw the marks of all panels in each
		for mark, n := range exported {
			if drawn[mark] != n {
				t.Errorf("%s: %s has %d rows, exported are %d", name, mark, drawn[mark], n)
			}
		}
	}
}

func marksOf(f engine.Figure) []engine.Mark {
	return append(append([]engine.Mark{}, f.Marks...), panelMarks(f)...)
}

// alone is a figure with one mark.
func alone(f engine.Figure, m engine.Mark) engine.Figure {
	f.Marks, f.Panels = []engine.Mark{m}, nil
	return f
}

func rowsIn(t *testing.T, f save.Format, text []byte) int {
	t.Helper()
	switch f {
	case save.CSV:
		rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			t.Error(err)
		}
		return len(rows) - 1
	case save.JSON:
		var all struct{ Rows []map[string]any }
		if err := json.Unmarshal(text, &all); err != nil {
			t.Error(err)
		}
		return len(all.Rows)
	}
	found, err := parquet.Format.Open(inMemory{bytes.NewReader(text)})
	if err != nil {
		t.Error(err)
		return -1
	}
	n := 0
	found.Only([]int{0})
	for {
		if _, _, err := found.Next(); err == io.EOF {
			return n
		} else if err != nil {
			t.Error(err)
			return -1
		}
		n++
	}
}

// inMemory is a file of a text.
type inMemory struct{ *bytes.Reader }

func (f inMemory) Stat() (fs.FileInfo, error) { return sized{size: f.Size()}, nil }

type sized struct {
	fs.FileInfo
	size int64
}

func (s sized) Size() int64 { return s.size }

// No text of a picture lies on another one, nor beyond the picture, at the usual size and in a column of a paper.
func TestNothingOverlapsALabel(t *testing.T) {
	pages.Some(t, 11, func(name string, page engine.Sheet) {
		for _, o := range []Options{{}, {Width: 3.25 * Inch}} {
			s, err := Draw([]Part{{Sheet: page, Question: name, Address: name}}, o)
			if err != nil {
				continue // a figure without marks
			}
			var texts []Item
			for _, i := range s.Items {
				if i.Text == "" {
					continue
				}
				for _, other := range texts {
					if across, down := common(i.Box, other.Box, 0), common(i.Box, other.Box, 1); across > 0.5 && down > 1.5 {
						t.Errorf("%s, %v wide: %q lies on %q", name, o.Width, i.Text, other.Text)
					}
				}
				texts = append(texts, i)
			}
		}
	})
}

// common is how much two boxes share along an axis.
func common(a, b [4]float64, axis int) float64 {
	return math.Min(a[axis+2], b[axis+2]) - math.Max(a[axis], b[axis])
}

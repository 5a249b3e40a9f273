package picture

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"image"
	"image/png"
	"io"
	"io/fs"
	"math"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"rsc.io/pdf"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/learners/parquet"
	"dpscope/ui/save"
	"dpscope/views/pages"
)

// each runs a test on pages as pages.Some does, one page per processor at a time. The test may report failures and may not end
// the run.
func each(t *testing.T, few int, test func(name string, page engine.Sheet)) {
	t.Helper()
	var running sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	pages.Some(t, few, func(name string, page engine.Sheet) {
		room <- struct{}{}
		running.Go(func() {
			defer func() { <-room }()
			test(name, page)
		})
	})
	running.Wait()
}

// The pages of all views and presets are written to files of all endings, and decoders of other projects open them. The same
// page gives the same bytes, and the picture draws what the tables export. An ordinary run takes a part of the pages. The
// costly steps take turns over the endings: each page is written twice with one of them, and one page of seven is made of dots.
func TestEndings(t *testing.T) {
	t.Parallel()
	each(t, 23, func(name string, page engine.Sheet) {
		if !effort.Sample(len(name), 1, 3) {
			return
		}
		parts := []Part{{Sheet: page, Question: "What is " + name + "?", Address: name}}
		o := Options{Program: engine.Program{Version: "1", Date: "2026-03-01"}}
		s, err := Draw(parts, o)
		if Empty(page.Shown()) != (err != nil) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			return
		}
		complete(t, name, s, page.Shown())
		for i, f := range formats {
			turn := func(of int) bool { return (len(name)+i)%of == 0 || effort.All() }
			if f == PNG && !turn(7) {
				continue
			}
			var text, again bytes.Buffer
			if err := f.Write(&text, parts, o); err != nil {
				t.Errorf("%s%s: %v", name, f, err)
				continue
			}
			if f == PNG { // dots are compared with another drawing's
				sameDots(t, name, text.Bytes(), s)
				continue
			}
			if turn(len(formats)) {
				if err := f.Write(&again, parts, o); err != nil || !bytes.Equal(text.Bytes(), again.Bytes()) {
					t.Errorf("%s%s is written in two ways, %v", name, f, err)
				}
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

// sameDots opens a file of dots and compares it with the dots of the picture.
func sameDots(t *testing.T, name string, text []byte, s *Scene) {
	read, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Errorf("%s.png: %v", name, err)
		return
	}
	got, is := read.(*image.RGBA)
	want, was := s.dotted().Image().(*image.RGBA)
	if !is || !was || got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("%s.png has other dots than are drawn: %T of %v, %T of %v", name, read, read.Bounds(), want, want.Rect)
	}
}

// opened opens a file of each format with another project's decoder, and checks what must be there.
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
		if counts["script"] > 0 || counts["h1"] != 1 || counts["svg"] != 1 || counts["figcaption"] != 1 || (counts["table"] != 1) != (len(page.Readings) == 0) {
			t.Errorf("%s has %v", name, counts)
		}
		if rows := counts["tr"]; len(page.Readings) > 0 && rows != 1+len(page.Readings) {
			t.Errorf("%s has %d rows for %d answers", name, rows, len(page.Readings))
		}
		saysLead(t, name, plain(unescaped(string(text))), page)
	},
}

// elements counts the elements of an XML document by name.
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

// saysLead checks that a text holds what the page says first.
func saysLead(t *testing.T, name, text string, page engine.Sheet) {
	for _, said := range []string{page.Lead.Answer.String(), page.Lead.Price.String()} {
		if !strings.Contains(text, plain(said)) {
			t.Errorf("%s does not say %q", name, said)
		}
	}
}

// vegaOpened counts the rows of every mark in each panel, without the rows that only help to draw: the picture draws as many
// samples, and the export has as many rows.
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
		t.Errorf("%s: %v", name, err)
		return
	}
	rows := map[int]int{}
	for kind, list := range spec.Datasets {
		for _, row := range list {
			switch kind {
			case "line", "steps", "path", "bars", "atoms", "points", "field", "profile", "box":
				if row[aidKey] == nil {
					rows[int(row[markKey].(float64))]++
				}
			case "band", "interval":
				if row[aidKey] == nil && row[y0Key] != nil && row[y1Key] != nil {
					rows[int(row[markKey].(float64))]++
				}
			}
		}
	}
	drawn := map[string]int{}
	for i, m := range s.Marks {
		switch m.Form {
		case engine.Threshold, engine.Pointer, engine.Shade: // these mark a place and hold no data
		default:
			if m.Samples != rows[i] {
				t.Errorf("%s: %s %s draws %d samples and has %d rows", name, m.Panel, m.Name, m.Samples, rows[i])
			}
			drawn[m.Panel+"/"+m.Name] += rows[i]
		}
	}
	for mark, n := range exportedOf(page.Shown()) {
		if drawn[mark] != n {
			t.Errorf("%s: %s has %d rows, exported are %d", name, mark, drawn[mark], n)
		}
	}
}

// exportedOf counts the rows of each mark in the export, by panel and name. Marks of all panels count in each panel.
func exportedOf(f engine.Figure) map[string]int {
	panels := f.Panels
	if len(panels) == 0 {
		panels = []engine.Panel{{}}
	}
	count := map[string]int{}
	for _, p := range panels {
		for _, m := range append(append([]engine.Mark{}, f.Marks...), p.Marks...) {
			n, only := m.Normal(), engine.Sheet{Figure: alone(f, m)}
			switch n.Content {
			case engine.Samples, engine.Cells:
				count[p.Name+"/"+n.Name] += len(only.Table().Rows)
			case engine.Intervals:
				count[p.Name+"/"+n.Name] += intervalsIn(only.Table())
			case engine.Region:
				count[p.Name+"/"+n.Name]++
			}
		}
	}
	return count
}

// intervalsIn counts the rows with both ends.
func intervalsIn(t engine.Table) (count int) {
	for _, row := range t.Rows {
		ends := 0
		for k, c := range row {
			if n := t.Columns[k].Name; (n == "low" || n == "high") && c.Kind == engine.Number {
				ends++
			}
		}
		count += ends / 2
	}
	return count
}

// alone returns a figure with one mark only.
func alone(f engine.Figure, m engine.Mark) engine.Figure {
	f.Marks, f.Panels, f.Whole = []engine.Mark{m}, nil, nil // of the panels
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

// inMemory makes a file of a text.
type inMemory struct{ *bytes.Reader }

func (f inMemory) Stat() (fs.FileInfo, error) { return sized{size: f.Size()}, nil }

type sized struct {
	fs.FileInfo
	size int64
}

func (s sized) Size() int64 { return s.size }

// No text of a picture lies on another, and no line, marker or bar runs through one, at the usual size and in a column of a
// paper. Items behind a patch of the ground do not count, and neither do faint lines at ticks nor areas: the text stays
// readable.
func TestNothingOverlapsALabel(t *testing.T) {
	t.Parallel()
	each(t, 11, func(name string, page engine.Sheet) {
		for _, o := range []Options{{}, {Width: 3.25 * Inch}} {
			s, err := Draw([]Part{{Sheet: page, Question: name, Address: name}}, o)
			if err != nil {
				continue // the figure has no marks
			}
			for _, k := range textsOf(s) {
				text := s.Items[k]
				box := shrunk(text.Box)
				from := patched(s, k, box)
				for other := range s.Items {
					switch i := &s.Items[other]; {
					case other == k:
					case i.Text != "":
						if across, down := common(text.Box, i.Box, 0), common(text.Box, i.Box, 1); other < k && across > 0.5 && down > 1.5 {
							t.Errorf("%s, %v wide: %q lies on %q", name, o.Width, text.Text, i.Text)
						}
					case other > from && !ofGrid(s, i) && crosses(i, box):
						t.Errorf("%s, %v wide: %v of mark %d runs through %q", name, o.Width, i.Paths[0], i.Mark, text.Text)
					}
				}
			}
		}
	})
}

func textsOf(s *Scene) (list []int) {
	for k, i := range s.Items {
		if i.Text != "" {
			list = append(list, k)
		}
	}
	return list
}

// shrunk returns a text's box without the room that letters seldom use.
func shrunk(box [4]float64) [4]float64 {
	return [4]float64{box[0] + 0.5, box[1] + 1, box[2] - 0.5, box[3] - 1.5}
}

// patched returns the last item behind a text that clears its box; -1 where there is none.
func patched(s *Scene, text int, box [4]float64) int {
	for k := text - 1; k >= 0; k-- {
		i := s.Items[k]
		if !i.Closed || i.Fill != s.Ground || i.Radius > 0 || len(i.Paths[0]) != 4 {
			continue
		}
		if a, c := i.Paths[0][0], i.Paths[0][2]; a.X <= box[0] && a.Y <= box[1] && c.X >= box[2] && c.Y >= box[3] {
			return k
		}
	}
	return -1
}

// ofGrid reports whether an item is a faint line at a tick.
func ofGrid(s *Scene, i *Item) bool {
	return i.Mark == furniture && !i.Closed && luma(i.Stroke.R, i.Stroke.G, i.Stroke.B) > 0.85*luma(s.Ground.R, s.Ground.G, s.Ground.B)
}

// common returns the length that two boxes share along an axis.
func common(a, b [4]float64, axis int) float64 {
	return math.Min(a[axis+2], b[axis+2]) - math.Max(a[axis], b[axis])
}

// crosses reports whether an item is a line, a marker or a bar and lies on a box. Areas do not count: words on them can be read.
func crosses(i *Item, box [4]float64) bool {
	switch {
	case i.Text != "":
		return false
	case i.Radius > 0:
		at := i.Paths[0][0]
		return at.X+i.Radius > box[0] && at.X-i.Radius < box[2] && at.Y+i.Radius > box[1] && at.Y-i.Radius < box[3]
	case i.Closed && !i.Solid:
		return false
	}
	wide := max(i.Width-1, 0) // the width beyond a thin line
	within := frame{box[0] - wide/2, box[1] - wide/2, box[2] - box[0] + wide, box[3] - box[1] + wide}
	for _, path := range i.Paths {
		if i.Closed && len(within.clipArea(path)) > 2 {
			return true
		}
		for k := 1; !i.Closed && k < len(path); k++ {
			if _, _, in := within.clipSegment(path[k-1], path[k]); in {
				return true
			}
		}
	}
	return false
}

package report

import (
	"bytes"
	"image/color"
	"io"
	"strconv"

	"gonum.org/v1/plot/vg"

	"dpscope/engine"
	"dpscope/ui/pdf"
	"dpscope/ui/picture"
)

// Sizes of a page of A4, in points.
const (
	paperWidth, paperHeight = 595.28, 841.89
	paperMargin             = 56
	textWidth               = paperWidth - 2*paperMargin
	body, small             = 10.0, 8.0
	leading                 = 1.35
)

var (
	black = color.NRGBA{17, 17, 17, 255}
	dim   = color.NRGBA{90, 90, 90, 255}
	faint = color.NRGBA{200, 200, 200, 255}
	pale  = color.NRGBA{244, 244, 244, 255}
)

// setter sets a document on pages of paper.
type setter struct {
	pages []*picture.Scene
	y     float64 // distance from the top of the page of paper
}

// pdf sets a document as pages of A4, each page of the report on new ones.
func (d document) pdf(program engine.Program) ([]byte, error) {
	s := &setter{}
	for _, part := range d.blocks {
		s.set(part)
	}
	out := pdf.New(picture.AboutPDF(d.title, "Made by dpscope "+program.String(), program))
	for i, p := range s.pages {
		p.Write(picture.Point{X: paperMargin, Y: paperHeight - 30}, "dpscope "+program.String()+" · page "+strconv.Itoa(i+1)+" of "+
			strconv.Itoa(len(s.pages)), small, false, dim)
		out.Page(vg.Length(p.Width), vg.Length(p.Height))
		p.Play(out)
	}
	var b bytes.Buffer
	err := out.Write(io.Writer(&b))
	return b.Bytes(), err
}

func (s *setter) page() *picture.Scene { return s.pages[len(s.pages)-1] }

// next begins a page of paper.
func (s *setter) next() {
	s.pages = append(s.pages, picture.NewPage(paperWidth, paperHeight))
	s.y = paperMargin
}

// room begins a page of paper unless this one has height left.
func (s *setter) room(height float64) {
	if s.pages == nil || s.y+height > paperHeight-paperMargin && s.y > paperMargin {
		s.next()
	}
}

// lines sets a text over a width.
func (s *setter) lines(text string, size float64, bold bool, left, width float64, ink color.NRGBA) {
	for _, l := range picture.Wrapped(line(text), size, bold, width) {
		s.room(leading * size)
		s.y += leading * size
		s.page().Write(picture.Point{X: left, Y: s.y - 0.3*size}, l, size, bold, ink)
	}
}

func (s *setter) set(part block) {
	switch part := part.(type) {
	case heading:
		s.heading(part)
	case paragraph:
		text := part.text
		left := float64(paperMargin)
		if part.quote {
			left += 14
		}
		if part.lead != "" {
			text = part.lead + " " + text
		}
		s.lines(text, body, part.strong, left, textWidth-(left-paperMargin), black)
		s.y += 4
	case list:
		for _, item := range part {
			s.room(leading * body)
			s.page().Write(picture.Point{X: paperMargin, Y: s.y + (leading-0.3)*body}, "•", body, false, black)
			s.lines(item, body, false, paperMargin+12, textWidth-12, black)
			s.y += 1.5
		}
		s.y += 3
	case table:
		s.table(part)
	case drawing:
		factor := min(1, textWidth/part.scene.Width, (paperHeight-2*paperMargin)/part.scene.Height)
		s.room(factor * part.scene.Height)
		s.page().Inset(part.scene, picture.Point{X: paperMargin, Y: s.y}, factor)
		s.y += factor*part.scene.Height + 4
	case code:
		const inset = 5
		for _, l := range picture.Wrapped(line(string(part)), small, false, textWidth-2*inset) {
			s.room(leading * small)
			s.page().Fill(paperMargin, s.y, paperMargin+textWidth, s.y+leading*small, pale)
			s.y += leading * small
			s.page().Write(picture.Point{X: paperMargin + inset, Y: s.y - 0.3*small}, l, small, false, black)
		}
		s.y += 6
	}
}

// heading begins a page of paper, or a section that does not stand alone at the foot of one.
func (s *setter) heading(h heading) {
	if h.level == 1 {
		s.next()
		s.lines(h.text, 17, true, paperMargin, textWidth, black)
		s.y += 4
		return
	}
	const size, alone = 12, 4 * leading * body
	s.room(leading*size + alone)
	s.y += 8
	s.lines(h.text, size, true, paperMargin, textWidth, black)
	s.y += 2
}

// table sets rows in columns as wide as their texts need, and repeats the head on every page of paper.
func (s *setter) table(t table) {
	widths := columns(t)
	s.room(4 * leading * small)
	s.row(t.head, widths, true)
	for _, cells := range t.rows {
		if height := rowHeight(cells, widths); s.y+height > paperHeight-paperMargin && height < paperHeight/2 {
			s.next()
			s.row(t.head, widths, true)
		}
		s.row(cells, widths, false)
	}
	s.y += 4
}

// gap is the space between columns, under the space below rows.
const gap, under = 8.0, 3.0

// rowHeight returns the height of a row.
func rowHeight(cells []string, widths []float64) float64 {
	most := 1
	for i, c := range cells {
		most = max(most, len(picture.Wrapped(line(c), small, false, widths[i]-gap)))
	}
	return float64(most)*leading*small + under
}

// row sets one row; what does not fit on a page of paper continues on the next.
func (s *setter) row(cells []string, widths []float64, bold bool) {
	var columns [][]string
	most := 1
	for i, c := range cells {
		columns = append(columns, picture.Wrapped(line(c), small, bold, widths[i]-gap))
		most = max(most, len(columns[i]))
	}
	for from := 0; from < most; {
		s.room(leading*small + under)
		to := min(most, from+max(1, int((paperHeight-paperMargin-under-s.y)/(leading*small))))
		left := float64(paperMargin)
		for i, lines := range columns {
			for k := from; k < min(to, len(lines)); k++ {
				s.page().Write(picture.Point{X: left, Y: s.y + float64(k-from+1)*leading*small - 0.3*small}, lines[k], small, bold, black)
			}
			left += widths[i]
		}
		s.y += float64(to-from)*leading*small + under
		from = to
	}
	y := s.y - under/2
	s.page().Rule(picture.Point{X: paperMargin, Y: y}, picture.Point{X: paperMargin + textWidth, Y: y}, faint, 0.5)
}

// columns returns widths in proportion to the longest texts, none narrower than its longest word, as far as that is possible.
func columns(t table) []float64 {
	const least, most = 44.0, 230.0
	widths := make([]float64, len(t.head))
	total := 0.0
	for i := range widths {
		widths[i] = picture.Width(t.head[i], small, true) + 10
		for _, r := range t.rows {
			widths[i] = max(widths[i], min(most, picture.Width(line(r[i]), small, false)+10))
		}
		widths[i] = max(least, widths[i])
		total += widths[i]
	}
	for i := range widths {
		widths[i] *= textWidth / total
	}
	return widths
}

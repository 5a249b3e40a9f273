package cast

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Sizes of a cell in units of the picture; letters of ten units are six wide in most fonts of one width.
const (
	cellWidth, cellHeight = 6, 12
	baseline              = 9.5 // below the upper edge of a cell
	margin                = 6
	scale                 = 1.6 // pixels a unit, where the picture is shown at its own size
)

// shown is a mark, and the frames that have it.
type shown struct {
	mark
	frames []bool
}

// SVG writes the cast as a picture that moves. What stays from one frame to the next stands in the file once. It stands still at
// the first frame for a reader who prefers no motion.
func (c Cast) SVG(w io.Writer) error {
	p := picture{Cast: c, looks: map[look]string{}, shows: map[string]string{}}
	var body bytes.Buffer
	for _, m := range p.marks() {
		p.write(&body, m)
	}
	var b bytes.Buffer
	width, height := c.Width*cellWidth+2*margin, c.Height*cellHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%.0f" height="%.0f" viewBox="%d %d %d %d">`+"\n",
		scale*float64(width), scale*float64(height), -margin, -margin, width, height)
	b.WriteString("<title>dpscope in a terminal</title>\n<desc>")
	for _, s := range c.steps {
		xml.EscapeText(&b, []byte(s.text+". "))
	}
	b.WriteString("</desc>\n<style>\n")
	p.style(&b)
	fmt.Fprintf(&b, "</style>\n<rect class=\"paper\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n", -margin, -margin, width, height)
	b.Write(body.Bytes())
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// picture collects the styles of a picture while its marks are written.
type picture struct {
	Cast
	looks    map[look]string // classes
	lookList []look
	shows    map[string]string // classes, by the frames that show a mark
	showList [][]bool
}

// marks returns what is seen in any frame, row by row as it is read, ground first.
func (p *picture) marks() []shown {
	seen := map[mark]int{}
	var list []shown
	paper := p.paper().ground
	for i, f := range p.Frames {
		for y, row := range p.cells(f) {
			for _, m := range marks(y, row, paper) {
				at, known := seen[m]
				if !known {
					at = len(list)
					seen[m] = at
					list = append(list, shown{m, make([]bool, len(p.Frames))})
				}
				list[at].frames[i] = true
			}
		}
	}
	slices.SortStableFunc(list, func(a, b shown) int {
		return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(min(len(a.text), 1), min(len(b.text), 1)), cmp.Compare(a.x, b.x))
	})
	return list
}

// paper returns the look of an empty screen; where one set of colours is asked for, that set stands in for the other.
func (p *picture) paper() look {
	var l look
	for at, dark := range []bool{onDark: p.Colour != Light, onLight: p.Colour == Dark} {
		ground, ink := paper(dark)
		l.ground[at], l.ink[at] = hex(ground), hex(ink)
	}
	return l
}

func (p *picture) write(b *bytes.Buffer, m shown) {
	class := p.lookClass(m.look)
	if slices.Contains(m.frames, false) {
		class += " " + p.showClass(m.frames)
	}
	if m.text == "" {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" class="%s"/>`+"\n", m.x*cellWidth, m.y*cellHeight, m.width*cellWidth, cellHeight, class)
		return
	}
	fmt.Fprintf(b, `<text x="%d" y="%s" textLength="%d" class="%s">`, m.x*cellWidth, number(float64(m.y*cellHeight)+baseline), m.width*cellWidth, class)
	xml.EscapeText(b, []byte(m.text))
	b.WriteString("</text>\n")
}

func (p *picture) lookClass(l look) string {
	class, known := p.looks[l]
	if !known {
		class = "c" + strconv.Itoa(len(p.lookList))
		p.looks[l] = class
		p.lookList = append(p.lookList, l)
	}
	return class
}

func (p *picture) showClass(frames []bool) string {
	key := fmt.Sprint(frames)
	class, known := p.shows[key]
	if !known {
		class = "f" + strconv.Itoa(len(p.showList))
		p.shows[key] = class
		p.showList = append(p.showList, frames)
	}
	return class
}

// style writes the style sheet: colours for both grounds, what a still picture hides, and when each mark is seen.
func (p *picture) style(b *bytes.Buffer) {
	b.WriteString("text{font:10px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace;white-space:pre}\n")
	p.colours(b, onDark)
	if p.Colour == Both {
		b.WriteString("@media (prefers-color-scheme:light){\n")
		p.colours(b, onLight)
		b.WriteString("}\n")
	}
	for i, l := range p.lookList {
		if l.bold {
			fmt.Fprintf(b, ".c%d{font-weight:bold}\n", i)
		}
		if l.underlined {
			fmt.Fprintf(b, ".c%d{text-decoration:underline}\n", i)
		}
	}
	var hidden []string
	for i, frames := range p.showList {
		if !frames[0] {
			hidden = append(hidden, ".f"+strconv.Itoa(i))
		}
	}
	if len(hidden) > 0 {
		fmt.Fprintf(b, "%s{visibility:hidden}\n", strings.Join(hidden, ","))
	}
	fmt.Fprintf(b, "@media (prefers-reduced-motion:no-preference){\ntext,rect{animation:%ss step-end infinite}\n", number(p.Length.Seconds()))
	for i, frames := range p.showList {
		fmt.Fprintf(b, ".f%d{animation-name:f%d}\n@keyframes f%d{", i, i, i)
		for at, seen := range frames {
			if at == 0 || seen != frames[at-1] {
				fmt.Fprintf(b, "%s%%{visibility:%s}", number(100*float64(p.Frames[at].At)/float64(max(p.Length, time.Millisecond))), map[bool]string{true: "visible", false: "hidden"}[seen])
			}
		}
		b.WriteString("}\n")
	}
	b.WriteString("}\n")
}

// colours writes the colours on one ground.
func (p *picture) colours(b *bytes.Buffer, at int) {
	if p.Colour == Light {
		at = onLight
	}
	fmt.Fprintf(b, ".paper{fill:%s}\n", p.paper().ground[at])
	for i, l := range p.lookList {
		fmt.Fprintf(b, ".c%d{fill:%s}\n", i, cmp.Or(l.ink[at], l.ground[at]))
	}
}

// number writes a number with three decimals at most.
func number(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 3, 64), "0"), ".")
}

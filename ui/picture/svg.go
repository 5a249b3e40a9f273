package picture

import (
	"bufio"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"

	"dpscope/engine"
)

// SVG writes the picture as Scalable Vector Graphics 1.1, with a description in words. Letters are text, in a font that every
// machine has a version of. All looks are attributes: pages whose policy forbids styles show them too.
func (s *Scene) SVG(to io.Writer) error {
	w := bufio.NewWriter(to)
	title, desc := Escape(s.ID+"title"), Escape(s.ID+"desc")
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %s %s" role="img" aria-labelledby="%s %s" font-family="'Liberation Sans', Arial, Helvetica, sans-serif">`+"\n",
		number(s.Width), number(s.Height), number(s.Width), number(s.Height), title, desc)
	fmt.Fprintf(w, "<title id=\"%s\">%s</title>\n<desc id=\"%s\">%s</desc>\n", title, Escape(s.Title), desc, Escape(s.Alt))
	fmt.Fprintf(w, "<metadata>%s</metadata>\n", Escape(s.Address))
	fmt.Fprintf(w, "<rect width=\"%s\" height=\"%s\" fill=\"%s\"/>\n", number(s.Width), number(s.Height), hex(s.Ground))
	open := furniture
	for _, i := range s.Items {
		if i.Mark != open {
			if open != furniture {
				w.WriteString("</g>\n")
			}
			if open = i.Mark; open != furniture {
				m := s.Marks[open]
				fmt.Fprintf(w, "<g data-mark=\"%d\" data-form=\"%s\" data-name=\"%s\" data-samples=\"%d\">\n", open, formNames[m.Form], Escape(m.Name),
					m.Samples)
			}
		}
		writeSVG(w, i)
	}
	if open != furniture {
		w.WriteString("</g>\n")
	}
	w.WriteString("</svg>\n")
	return w.Flush()
}

// formNames are the forms of marks in files.
var formNames = map[engine.Form]string{
	engine.Line: "line", engine.StepLine: "steps", engine.Ribbon: "band", engine.Whisker: "interval", engine.Column: "bars",
	engine.Spike: "atoms", engine.Dot: "points",
	engine.Mosaic: "field", engine.Outline: "box", engine.Shade: "span", engine.Threshold: "rule", engine.Pointer: "pointer",
	engine.Strip: "profile", engine.Trail: "path",
}

func writeSVG(w *bufio.Writer, i Item) {
	switch {
	case i.Text != "":
		at := i.Paths[0][0]
		fmt.Fprintf(w, `<text x="%s" y="%s" font-size="%s" fill="%s"`, number(at.X), number(at.Y), number(i.Size), hex(i.Fill))
		if i.Bold {
			w.WriteString(` font-weight="bold"`)
		}
		if i.Anchor != Start {
			w.WriteString(` text-anchor="` + [...]string{"start", "middle", "end"}[i.Anchor] + `"`)
		}
		w.WriteString(` xml:space="preserve">` + Escape(i.Text) + "</text>\n")
		return
	case i.Radius > 0:
		at := i.Paths[0][0]
		fmt.Fprintf(w, `<circle cx="%s" cy="%s" r="%s"`, number(at.X), number(at.Y), number(i.Radius))
	default:
		w.WriteString(`<path d="` + pathText(i) + `"`)
	}
	fill := "none"
	if i.Fill.A > 0 {
		fill = hex(i.Fill)
	}
	w.WriteString(` fill="` + fill + `"`)
	if i.Stroke.A > 0 {
		fmt.Fprintf(w, ` stroke="%s" stroke-width="%s"`, hex(i.Stroke), number(i.Width))
		if len(i.Dash) > 0 {
			var dots []string
			for _, d := range i.Dash {
				dots = append(dots, number(d))
			}
			w.WriteString(` stroke-dasharray="` + strings.Join(dots, " ") + `"`)
		} else if !i.Closed {
			w.WriteString(` stroke-linejoin="round"`)
		}
	}
	if i.Crisp {
		w.WriteString(` shape-rendering="crispEdges"`)
	}
	w.WriteString("/>\n")
}

// number returns a length to a hundredth of a point.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Escape returns a text that is safe in XML and HTML, also within quotes.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\n' || r == '\t' || r >= ' ' && r != 0x7f && r != 0xfffe && r != 0xffff:
			b.WriteRune(r)
		}
	}
	return b.String()
}

package picture

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// HTML writes the pages as one document that loads nothing and runs no script: questions and leads, the picture with a
// description in words, and the answers as tables. The document is well-formed XML too.
func (s *Scene) HTML(to io.Writer, parts []Part, o Options) error {
	w := bufio.NewWriter(to)
	p := newPalette(o.Dark, o.Grey)
	fmt.Fprintf(w, `<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="generator" content="dpscope %s"/>
<title>%s</title>
<style>
body { font: 1rem/1.45 "Liberation Sans", Arial, Helvetica, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: %s; background: %s; }
h1 { font-size: 1.35rem; } h2 { font-size: 1.1rem; } .warning { color: %s; } .aside, footer, figcaption { color: %s; font-size: .9rem; }
figure { margin: 1.5rem 0; } svg { width: 100%%; height: auto; } .wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%%; } caption { text-align: left; font-weight: bold; padding: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid %s; } tbody th { font-weight: normal; }
code { overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
`, Escape(o.Program.String()), Escape(s.Title), hex(p.text), hex(p.ground), hex(p.warning), hex(p.dim), hex(p.blend(p.muted, 0.4)))
	h := htmlWriter{w}
	for i, part := range parts {
		h.lead(part, i)
	}
	w.WriteString("<figure>\n")
	if err := s.SVG(w); err != nil {
		return err
	}
	h.paragraph("figcaption", "", s.Alt)
	w.WriteString("</figure>\n")
	for _, part := range parts {
		h.answers(part, len(parts) > 1)
	}
	w.WriteString("</main>\n<footer>\n")
	for _, part := range parts {
		fmt.Fprintf(w, "<p><code>dpscope show '%s'</code></p>\n", Escape(part.Address))
	}
	h.paragraph("p", "", "dpscope "+o.Program.String())
	w.WriteString("</footer>\n</body>\n</html>\n")
	return w.Flush()
}

type htmlWriter struct{ *bufio.Writer }

// paragraph writes a text in an element of a class, unless the text is empty.
func (h htmlWriter) paragraph(element, class, text string) {
	if text = plain(text); text == "" {
		return
	}
	if class != "" {
		class = ` class="` + class + `"`
	}
	fmt.Fprintf(h, "<%s%s>%s</%s>\n", element, class, Escape(text), element)
}

// lead writes the question of a page and what the page says first.
func (h htmlWriter) lead(p Part, place int) {
	heading := "h1"
	if place > 0 {
		heading = "h2"
	}
	h.paragraph(heading, "", p.Question)
	if p.Setting != p.Question {
		h.paragraph("p", "aside", p.Setting)
	}
	l := p.Sheet.Lead
	h.paragraph("p", "", l.Answer.String())
	h.paragraph("p", "warning", l.Warning)
	h.paragraph("p", "", l.Price.String())
	h.paragraph("p", "aside", l.Sees.String())
	h.note(p.Sheet.Provenance)
	if held := p.Sheet.Held; held != nil {
		h.paragraph("p", "aside", strings.TrimSpace("Compared with what is "+held.Title()+". "+held.Trouble))
	}
}

func (h htmlWriter) note(n engine.Note) {
	class := "aside"
	if n.Warning {
		class = "warning"
	}
	h.paragraph("p", class, n.Text)
}

// answers writes the answers as a table, and the notes below it.
func (h htmlWriter) answers(p Part, several bool) {
	if len(p.Sheet.Readings) > 0 {
		caption := "Answers"
		if several && p.Setting != "" {
			caption += ", " + p.Setting
		}
		columns := answerColumns(p.Sheet, Known)
		h.WriteString("<div class=\"wide\">\n<table>\n")
		h.paragraph("caption", "", caption)
		h.WriteString("<thead><tr>")
		for _, c := range columns {
			fmt.Fprintf(h, `<th scope="col">%s</th>`, Escape(c.title))
		}
		h.WriteString("</tr></thead>\n<tbody>\n")
		for _, a := range p.Sheet.Readings {
			h.WriteString("<tr>")
			for i, c := range columns {
				element, end := "td", "td"
				if i == 0 {
					element, end = `th scope="row"`, "th"
				}
				fmt.Fprintf(h, "<%s>%s</%s>", element, Escape(plain(c.of(a))), end)
			}
			h.WriteString("</tr>\n")
		}
		h.WriteString("</tbody>\n</table>\n</div>\n")
	}
	for _, n := range p.Sheet.Notes {
		h.note(n)
	}
}

// answerColumn is a column of a table of answers for readers.
type answerColumn struct {
	title string
	of    func(engine.Reading) string
}

// answerColumns returns the columns that the sheet fills; known says how an answer is known.
func answerColumns(s engine.Sheet, known func(engine.Reading) string) []answerColumn {
	list := []answerColumn{{"answer", engine.Reading.Heading}, {"value", Value}, {"how it is known", known}}
	if s.Held != nil {
		list = append(list, answerColumn{"since " + s.Held.Title(), func(a engine.Reading) string {
			if change, is := a.Change(); is {
				return change.String()
			}
			return ""
		}})
	}
	for _, more := range []answerColumn{{"beside", func(a engine.Reading) string { return a.Remark }},
		{"among", func(a engine.Reading) string { return a.Group }}} {
		for _, a := range s.Readings {
			if more.of(a) != "" {
				list = append(list, more)
				break
			}
		}
	}
	return list
}

// Known returns how an answer is known, with its interval: "estimate, 87.6 % to 94.0 % (95 %)".
func Known(a engine.Reading) string {
	text := basis(a)
	if a.Known.Basis == known.Exact && a.ExactOf != "" && text != "" {
		text += " of " + a.ExactOf
	}
	return text
}

// basis returns the words for how an answer is known.
func basis(a engine.Reading) string {
	if a.Known.Missing() {
		return ""
	}
	text := a.Known.How()
	if low, high, wide := a.Known.Interval(); wide && a.Known.Word == "" {
		text += ", " + a.Style.Rounded(low, numeral.Down) + " to " + a.Style.Rounded(high, numeral.Up)
	}
	if sure := a.Known.Sure(); sure != "" && a.Known.Surely() == "" {
		text += " (" + sure + ")"
	}
	return text
}

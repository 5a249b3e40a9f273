package report

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/ui/picture"
)

// style is the whole style sheet: wide enough to read, black on white, and a page of paper for each page of the report.
const style = `body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 "Liberation Sans",Arial,Helvetica,sans-serif;color:#111;background:#fff}
h1{font-size:1.6rem;line-height:1.25;margin:2.5rem 0 .5rem}h2{font-size:1.15rem;margin:1.8rem 0 .4rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{border-bottom:1px solid #ccc;padding:.3rem .6rem .3rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th,td:first-child{min-width:6rem}
pre{background:#f4f4f4;padding:.6rem;white-space:pre-wrap;overflow-wrap:anywhere}blockquote{margin:1rem 0;padding:0 1rem;border-left:4px solid #888}
svg{max-width:100%;height:auto}h1,h2,p,li{overflow-wrap:anywhere}@media print{h1.next{break-before:page}tr,svg{break-inside:avoid}}`

// html sets a document as one self-contained file: no script, nothing fetched.
func (d document) html() ([]byte, error) {
	var b bytes.Buffer
	esc := func(text string) string { return picture.Escape(line(text)) }
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n<title>" + esc(d.title) +
		"</title>\n<style>\n" + style + "\n</style>\n</head>\n<body>\n")
	pages := 0
	for _, part := range d.blocks {
		switch part := part.(type) {
		case heading:
			class := ""
			if part.level == 1 {
				if pages++; pages > 1 {
					class = ` class="next"`
				}
			}
			fmt.Fprintf(&b, "<h%d%s>%s</h%d>\n", part.level, class, esc(part.text), part.level)
		case paragraph:
			text := esc(part.text)
			if part.strong {
				text = "<strong>" + text + "</strong>"
			}
			if part.lead != "" {
				text = "<strong>" + esc(part.lead) + "</strong> " + text
			}
			text = "<p>" + text + "</p>"
			if part.quote {
				text = "<blockquote>" + text + "</blockquote>"
			}
			b.WriteString(text + "\n")
		case list:
			b.WriteString("<ul>\n")
			for _, item := range part {
				b.WriteString("<li>" + esc(item) + "</li>\n")
			}
			b.WriteString("</ul>\n")
		case table:
			b.WriteString("<table>\n<thead><tr>")
			for _, c := range part.head {
				b.WriteString("<th scope=\"col\">" + esc(c) + "</th>")
			}
			b.WriteString("</tr></thead>\n<tbody>\n")
			for _, r := range part.rows {
				b.WriteString("<tr><td>" + strings.Join(escaped(r, esc), "</td><td>") + "</td></tr>\n")
			}
			b.WriteString("</tbody>\n</table>\n")
		case drawing:
			part.scene.ID = "page-" + strconv.Itoa(pages) + "-"
			if err := part.scene.SVG(&b); err != nil {
				return nil, err
			}
		case link:
			b.WriteString("<p><a href=\"" + picture.Escape(part.to) + "\">" + esc(part.text) + "</a></p>\n")
		case code:
			b.WriteString("<pre><code>" + picture.Escape(engine.Visible(string(part))) + "</code></pre>\n")
		}
	}
	b.WriteString("</body>\n</html>\n")
	return b.Bytes(), nil
}

func escaped(cells []string, esc func(string) string) (list []string) {
	for _, c := range cells {
		list = append(list, esc(c))
	}
	return list
}

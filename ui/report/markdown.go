package report

import (
	"bytes"
	"net/url"
	"strings"

	"dpscope/engine"
)

// markdown sets a document as Markdown, with tables as on GitHub.
func (d document) markdown() []byte {
	var b bytes.Buffer
	for i, part := range d.blocks {
		if i > 0 {
			b.WriteByte('\n')
		}
		switch part := part.(type) {
		case heading:
			b.WriteString(strings.Repeat("#", part.level) + " " + marked(part.text) + "\n")
		case paragraph:
			text := marked(part.text)
			if part.strong {
				text = "**" + text + "**"
			}
			if part.lead != "" {
				text = "**" + marked(part.lead) + "** " + text
			}
			if part.quote {
				text = "> " + text
			}
			b.WriteString(text + "\n")
		case list:
			for _, item := range part {
				b.WriteString("- " + marked(item) + "\n")
			}
		case table:
			row(&b, part.head)
			b.WriteString(strings.Repeat("|---", len(part.head)) + "|\n")
			for _, r := range part.rows {
				row(&b, r)
			}
		case drawing:
			b.WriteString("![" + marked(part.scene.Alt) + "](" + url.PathEscape(part.file) + ")\n")
		case code:
			fence := "```"
			for strings.Contains(string(part), fence) {
				fence += "`"
			}
			b.WriteString(fence + "\n" + engine.Visible(string(part)) + "\n" + fence + "\n")
		}
	}
	return b.Bytes()
}

// row writes a row of a table.
func row(b *bytes.Buffer, cells []string) {
	for _, c := range cells {
		b.WriteString("| " + marked(c) + " ")
	}
	b.WriteString("|\n")
}

// marked returns a text in one line with all characters escaped that mean something to Markdown or HTML.
func marked(text string) string {
	var b strings.Builder
	for _, r := range line(text) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*_[]|#$~>", r):
			b.WriteString("\\" + string(r))
		default:
			b.WriteRune(r)
		}
	}
	marked := b.String()
	if strings.HasPrefix(marked, "-") || strings.HasPrefix(marked, "+") || strings.HasPrefix(marked, "=") {
		marked = "\\" + marked
	}
	return marked
}

// line returns a text in one line, with visible control characters.
func line(text string) string { return engine.Visible(strings.Join(strings.Fields(text), " ")) }

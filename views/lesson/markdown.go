package lesson

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// Block is a piece of prose: a paragraph, an item of a list, code, or a row of a table.
type Block struct {
	Kind  BlockKind
	Spans []Span
	Cells [][]Span // of a row
	line  int
}

// Text returns the plain text of a block.
func (b Block) Text() string {
	text := plain(b.Spans)
	for _, cell := range b.Cells {
		text += " " + plain(cell)
	}
	return text
}

// BlockKind is the kind of a block.
type BlockKind int

// The kinds of blocks.
const (
	Paragraph BlockKind = iota
	Item
	Code
	Row
)

// Span is text in one style.
type Span struct {
	Text string
	Bold bool
	Code bool
}

// section is a heading with the blocks below it, up to the next.
type section struct {
	heading string
	line    int
	fenced  []fence
	prose   []Block
}

// fence is the block of a step: its lines, and the number of the first.
type fence struct {
	lines []string
	line  int
}

// sections reads Markdown, limited to headings, paragraphs, bold, lists, code and tables of two columns; it reports all else to
// fault. The first section stands before all headings.
func sections(source []byte, from int, fault func(line int, text string)) []section {
	lineOf := func(at int) int { return from + bytes.Count(source[:at], []byte("\n")) }
	m := markdown{source: source, lineOf: lineOf, fault: fault}
	list := []section{{line: from}}
	root := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(text.NewReader(source))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		last := &list[len(list)-1]
		line := m.line(n, last.line)
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level != 2 {
				fault(line, "a lesson has headings of two signs, ## HEADING, one a step")
			}
			list = append(list, section{heading: plain(m.spans(n, false)), line: line})
		case *ast.FencedCodeBlock:
			if string(n.Language(source)) == "step" {
				last.fenced = append(last.fenced, fence{m.codeLines(n), line})
			} else {
				last.prose = append(last.prose, m.code(n, line)...)
			}
		case *ast.CodeBlock:
			last.prose = append(last.prose, m.code(n, line)...)
		case *ast.Paragraph:
			last.prose = append(last.prose, Block{Kind: Paragraph, Spans: m.spans(n, false), line: line})
		case *ast.List:
			for item := n.FirstChild(); item != nil; item = item.NextSibling() {
				last.prose = append(last.prose, m.item(item, line))
			}
		case *tables.Table:
			for row := n.FirstChild(); row != nil; row = row.NextSibling() {
				if row.ChildCount() != 2 {
					fault(line, "a table of a lesson has two columns")
					break
				}
				last.prose = append(last.prose, m.row(row, line))
			}
		default:
			fault(line, "no other Markdown than headings, paragraphs, bold, lists, code and tables of two columns is understood")
		}
	}
	return list
}

type markdown struct {
	source []byte
	lineOf func(int) int
	fault  func(line int, text string)
}

// line returns the line of a block, or one known before it.
func (m markdown) line(n ast.Node, before int) int {
	for ; n != nil; n = n.FirstChild() {
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			return m.lineOf(n.Lines().At(0).Start)
		}
	}
	return before
}

func (m markdown) codeLines(n ast.Node) (lines []string) {
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		lines = append(lines, strings.TrimRight(string(segment.Value(m.source)), "\r\n"))
	}
	return lines
}

func (m markdown) code(n ast.Node, line int) (blocks []Block) {
	for i, l := range m.codeLines(n) {
		blocks = append(blocks, Block{Kind: Code, Spans: []Span{{Text: l, Code: true}}, line: line + i})
	}
	return blocks
}

func (m markdown) item(n ast.Node, line int) Block {
	b := Block{Kind: Item, line: m.line(n, line)}
	for part := n.FirstChild(); part != nil; part = part.NextSibling() {
		switch part.(type) {
		case *ast.TextBlock, *ast.Paragraph:
			b.Spans = append(b.Spans, m.spans(part, false)...)
		default:
			m.fault(b.line, "an item of a list is one paragraph")
		}
	}
	return b
}

func (m markdown) row(n ast.Node, line int) Block {
	b := Block{Kind: Row, line: line}
	_, head := n.(*tables.TableHeader)
	for cell := n.FirstChild(); cell != nil; cell = cell.NextSibling() {
		b.Cells = append(b.Cells, m.spans(cell, head))
	}
	return b
}

// spans returns the text of a node. A style other than bold or code is a fault.
func (m markdown) spans(n ast.Node, bold bool) (list []Span) {
	put := func(s Span) {
		if last := len(list) - 1; last >= 0 && list[last].Bold == s.Bold && list[last].Code == s.Code {
			list[last].Text += s.Text
			return
		}
		list = append(list, s)
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			t := string(c.Segment.Value(m.source))
			if c.SoftLineBreak() || c.HardLineBreak() {
				t += " "
			}
			put(Span{Text: t, Bold: bold})
		case *ast.String:
			put(Span{Text: string(c.Value), Bold: bold})
		case *ast.CodeSpan:
			put(Span{Text: plain(m.spans(c, false)), Code: true})
		case *ast.Emphasis:
			for _, s := range m.spans(c, bold || c.Level == 2) {
				put(s)
			}
		default:
			m.fault(m.line(n, m.lineOf(0)), "only bold and code are understood within a paragraph")
		}
	}
	return list
}

// plain returns the text of spans.
func plain(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

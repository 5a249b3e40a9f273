package report

import "dpscope/ui/picture"

// document is a report as blocks, which a writer for each format sets.
type document struct {
	title  string
	blocks []block
}

// block is one of the types below.
type block interface{ block() }

type (
	// heading begins a page (level 1) or a section of one (level 2).
	heading struct {
		level int
		text  string
	}

	// paragraph is a text, perhaps strong or a quotation.
	paragraph struct {
		text   string
		strong bool
		quote  bool
		lead   string // a word or two before it, strong: "Refused."
	}

	// list has one item a line.
	list []string

	// table has a head and rows of the same length.
	table struct {
		head []string
		rows [][]string
	}

	// drawing is a picture with the name of its file, where the format needs one.
	drawing struct {
		scene *picture.Scene
		file  string
	}

	// code is to be typed as it is.
	code string
)

func (heading) block()   {}
func (paragraph) block() {}
func (list) block()      {}
func (table) block()     {}
func (drawing) block()   {}
func (code) block()      {}

func (d *document) add(b ...block) { d.blocks = append(d.blocks, b...) }

// section adds a heading of the second level with the blocks under it.
func (d *document) section(title string, under ...block) {
	d.add(heading{2, title})
	d.add(under...)
}

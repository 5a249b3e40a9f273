package page

import (
	"dpscope/ui/chart"
	"dpscope/ui/line"
)

// Widths from which a page has a side beside the picture, and a wider side; and the widths of the side, with the rule before
// it.
const (
	sideFrom     = 104
	wideSideFrom = 132
	sideWidth    = 35
	wideSide     = 41
	ruleWidth    = 2   // with the blank before it
	mostPicture  = 100 // columns of a picture without a side
	margin       = 1   // columns at each end that stay blank: as many as text is indented by
	marginFrom   = 72  // columns of a page from which it has a margin
)

// Margin returns the columns that stay blank at each end of a page.
func Margin(width int) int {
	if width < marginFrom {
		return 0
	}
	return margin
}

// within draws a block that has no blank of its own, inset by columns from both ends.
func within(at chart.Rect, left, right int, draw func(chart.Rect) line.Block) line.Block {
	inner := at
	inner.X, inner.Width = at.X+left, at.Width-left-right
	block := draw(inner).Indent(left)
	for i := range block {
		block[i] += line.Blank(right)
	}
	return block
}

// airyPicture is the height of the page under the lead from which a row stays blank between the picture and the text under it.
const airyPicture = 20

// leastBody is the height of a page's body from which it holds more than controls and answers.
const leastBody = 6

// margined draws a block between the margins of a page of one column.
func margined(at chart.Rect, draw func(chart.Rect) line.Block) line.Block {
	return within(at, Margin(at.Width), Margin(at.Width), draw)
}

// beside divides the body between the picture and the side. The side keeps its width and the picture gives way.
func beside(body chart.Rect) (left, side chart.Rect) {
	width := sideWidth
	if body.Width >= wideSideFrom {
		width = wideSide
	}
	left, side = body, body
	left.Width = body.Width - width - ruleWidth - margin
	side.X, side.Width = body.X+left.Width+ruleWidth, width
	return left, side
}

// share holds the rows of each part of a page of one column. As rows get fewer, help goes first, then what may be tried, a
// second row of answers, and the price in the lead; the picture keeps five. Spare rows leave one blank under the picture.
type share struct {
	lead, picture, air, control, answers, said, help int
}

// Rows that the picture needs before another part gets any.
const (
	beforePrice   = 7
	beforeSaid    = 12
	beforeAnswers = 14
	beforeHelp    = 18
	beforeAir     = roomyPicture
)

// divide divides the rows of a body after the lead has taken its own.
func divide(height, lead int) share {
	s := share{lead: lead, control: 1, answers: 1}
	s.picture = height - lead - s.control - s.answers
	take := func(rows *int, wanted, least int) {
		if s.picture-wanted >= least {
			*rows += wanted
			s.picture -= wanted
		}
	}
	take(&s.said, 1, beforeSaid)
	take(&s.answers, 1, beforeAnswers)
	take(&s.help, 2, beforeHelp)
	take(&s.air, 1, beforeAir)
	return s
}

package page

import "dpscope/ui/chart"

// Widths of a page from which it has a side beside the picture, and a wider one; and
// those of the side, with the rule before it.
const (
	sideFrom     = 104
	wideSideFrom = 132
	sideWidth    = 35
	wideSide     = 41
	ruleWidth    = 2   // with the blank before it
	mostPicture  = 100 // columns of a picture that has no side
)

// leastBody is the height of a page's body from which there is more than controls and answers.
const leastBody = 6

// beside gives the picture and the side their places. The side keeps its width and
// the picture gives way.
func beside(body chart.Rect) (left, side chart.Rect) {
	width := sideWidth
	if body.Width >= wideSideFrom {
		width = wideSide
	}
	left, side = body, body
	left.Width = body.Width - width - ruleWidth
	side.X, side.Width = body.X+left.Width+ruleWidth, width
	return left, side
}

// share is how many rows each part of a page of one column has. As rows get fewer, help
// yields first, then what may be tried, a second row of answers, and the price that the lead
// names; the picture keeps five.
type share struct {
	lead, picture, control, answers, said, help int
}

// Rows that the picture has at least before it leaves any to another part.
const (
	beforePrice   = 7
	beforeSaid    = 12
	beforeAnswers = 14
	beforeHelp    = 18
)

// divide shares the rows of a body out, of which the lead has taken some.
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
	return s
}

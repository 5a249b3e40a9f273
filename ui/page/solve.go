package page

import (
	"dpscope/engine/known"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
)

// solve shows the form that asks which value of a slider gives an answer.
func (p *painter) solve(at chart.Rect) line.Block {
	f := p.scene.Solve
	side, sign := "at least", "≥"
	if f.Answer.Goal == known.Lower {
		side, sign = "at most", "≤"
	}
	target := p.field(explorer.TargetField, side, at.Width)
	wanted := f.Wanted()
	if f.Field == explorer.TargetField {
		Entry(p.Look, target, f.Target)
	} else {
		target.Put(p.Text, wanted)
	}
	b := p.Lines(p.Wrap(f.Answer.Heading()+" "+sign+" "+wanted+": which "+f.Unknown.Symbol+"?", at.Width-2), p.Strong, at.Width, 1)
	b = append(b,
		line.Blank(at.Width),
		target.String(),
		p.choice(p.field(explorer.UnknownField, "by moving", at.Width), p.Text, explorer.SliderName(f.Unknown)).String(),
		p.choice(p.field(explorer.AnswerField, "reading", at.Width), p.Text, f.Answer.Heading()).String(),
		line.Blank(at.Width),
	)
	return append(b, p.solution(at.Width)...).Fill(at.Width, at.Height)
}

// field begins a line of the form with its name.
func (p *painter) field(f explorer.Field, name string, width int) *line.Line {
	l, style := p.Line(width), p.Dim
	if p.scene.Solve.Field == f {
		l.Put(p.Accent, p.Focus)
		style = p.Accent
	}
	return l.To(2).Put(style, name).To(tabsIn(wideSide + 1).word)
}

// solution tells the result of the search, or why it found none.
func (p *painter) solution(width int) line.Block {
	f := p.scene.Solve
	switch {
	case !f.Ready:
		return line.Block{p.Line(width).To(2).Put(p.Dim, "solving "+p.Ellipsis).String()}
	case f.Trouble != nil:
		return p.Lines(p.Wrap(f.Trouble.Error(), width-3), p.Warning, width, 2)
	}
	b := line.Block{p.Line(width).To(2).Put(p.Accent, f.Unknown.Symbol+" = "+f.Unknown.Full(f.Solution.Value)).String()}
	where := "where " + f.Answer.Heading() + " is " + f.Reached() + ": " + f.Which()
	return append(b, p.Lines(p.Wrap(where, width-3), p.Dim, width, 2)...)
}

package plan

import (
	"cmp"
	"math"
	"slices"

	"dpscope/engine"
)

// few returns how many lines and how many lines across a picture shows; of more none could be followed.
func (p *Subject) few() (lines, across int) {
	switch {
	case p.Whole || p.All:
		return math.MaxInt, math.MaxInt
	case p.Small:
		return 3, 1
	}
	return 4, 2
}

// leaveOut drops lines and lines across that are too many. The answer stays, then come its rivals, the lines nearest to it at
// the present setting; without an answer lines stay in the order of the members.
func (p *Subject) leaveOut() {
	most, across := p.few()
	var lines []int
	for _, i := range p.ByPlace() {
		if s := p.Series[i]; s.Line && !s.Muted && !s.Ghost && !s.Trail {
			lines = append(lines, i)
		}
	}
	if len(lines) > most {
		slices.SortStableFunc(lines, p.rivals())
		for _, i := range lines[most:] {
			p.Series[i].Left = true
			p.Left = append(p.Left, Short(p.Series[i].Label))
		}
	}
	p.leaveOutAcross(across)
}

// leaveOutAcross drops the last lines across, but not one that is the answer.
func (p *Subject) leaveOutAcross(most int) {
	marks, of, n := p.Marks[:0], p.Of[:0], 0
	for i := range p.Marks {
		m := p.Marks[i]
		if p.across(&m) {
			if n++; n > most && !m.Emphasis {
				p.Left = append(p.Left, p.Text.Plain(m.Title))
				continue
			}
		}
		marks, of = append(marks, m), append(of, p.Of[i])
	}
	p.Marks, p.Of = marks, of
}

// across reports whether a mark is a line across the plot. One at the foot of the axis is the axis line itself.
func (p *Subject) across(m *engine.Normal) bool {
	y := p.Figure.Y
	return m.Form == engine.Threshold && !m.Vertical && len(y.Words) == 0 && (m.Edges.Y0 != y.Low || y.Low == y.High)
}

// rivals orders series by how far they are from the answer at the present setting, or at the end of the answer where no pointer
// tells that. Without an answer it keeps their order.
func (p *Subject) rivals() func(a, b int) int {
	away := make([]float64, len(p.Series))
	if answer, at := p.answerAt(); answer != nil {
		axes := engine.Axes{LogX: p.Figure.X.Log, LogY: p.Figure.Y.Log}
		value := func(m *engine.Normal) float64 {
			v, ok := m.Value(at, axes)
			if axes.LogY {
				v = math.Log(v)
			}
			if !ok || math.IsNaN(v) {
				return math.Inf(1)
			}
			return v
		}
		own := value(answer)
		for i := range p.Marks {
			if m := &p.Marks[i]; m.IsLine() && m != answer {
				away[p.Of[i]] = math.Abs(value(m) - own)
			}
		}
	}
	return func(a, b int) int {
		return cmp.Or(FalseFirst(!p.Series[a].Answer, !p.Series[b].Answer), cmp.Compare(away[a], away[b]))
	}
}

// answerAt returns the line that is the answer, and the x of the present setting.
func (p *Subject) answerAt() (answer *engine.Normal, at float64) {
	for i := range p.Marks {
		if m := &p.Marks[i]; m.IsLine() && m.Emphasis && m.Held == "" && len(m.X) > 0 {
			answer, at = m, m.X[len(m.X)-1]
		}
	}
	for i := range p.Marks {
		if m := &p.Marks[i]; m.Form == engine.Pointer && m.Vertical && answer != nil {
			at = m.Edges.X0
		}
	}
	return answer, at
}

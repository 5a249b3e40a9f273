package plan

import "slices"

// mostLines is how many lines stand out in a small picture; of more none could be followed.
const mostLines = 4

// leaveOut drops the lines that are too many for a small picture: the answer stays, then come those of members in their order.
func (p *Subject) leaveOut() {
	if !p.Small {
		return
	}
	var lines []int
	for _, i := range p.ByPlace() {
		if s := p.Series[i]; s.Line && !s.Muted && !s.Ghost && !s.Trail {
			lines = append(lines, i)
		}
	}
	slices.SortStableFunc(lines, func(a, b int) int { return FalseFirst(!p.Series[a].Answer, !p.Series[b].Answer) })
	for _, i := range lines[min(mostLines, len(lines)):] {
		p.Series[i].Left = true
	}
}

package plan

import (
	"slices"

	"dpscope/engine"
)

// Sign is what stands before the words of a legend: a small piece of what it explains.
type Sign uint8

// The signs.
const (
	PointSign    Sign = iota // a marker
	LineSign                 // a line of a series
	TrailSign                // a line in the plane
	BrokenSign               // a dashed one
	FaintSign                // a muted one
	MutedSign                // lines behind the others
	GhostSign                // the held setting
	HiddenSign               // a line that lies under another one
	CountSign                // things without an entry
	BandSign                 // the area between two lines
	WhiskerSign              // an interval upward
	BarSign                  // a bar
	IntervalSign             // an interval across
	SpikeSign                // a mass
	UnderSign                // the area under a line
	SpanSign                 // a stretch of the x axis
	BoxSign                  // the edge of a region
	WeightSign               // weights in the margin
	ClassSign                // the area of a class
	OnlySign                 // the only class that is drawn
	ThinSign                 // a faint area
	SpeckSign                // cells that are counted and left bare
	AcrossSign               // a line across
	DownSign                 // a line from the top
)

// Entry is one item of a legend.
type Entry struct {
	Sign    Sign
	Marker  int  // beside the sign; NoMarker: none
	Between bool // the marker stands between both ends of an interval
	Ink     Ink
	Of      int   // the series; -1: none
	Mark    int   // the mark that its series does not name; -1: none
	Class   int   // the class of the field; -1: none
	Line    bool  // the series is a line
	Dash    []int // with these dashes
	Strong  bool  // it is emphasised
	Turn    int   // of a bar or an outline, among those of the picture
	Text    string
	Brief   string // Text in few letters, where room is short; empty: the same
	Muted   bool
	First   bool // the picture is about it, and it comes before others
	Aside   bool // it is the ground of others, and left out next
	Pointed bool // a pointer names it, and it says how precise that is
	Lines   int  // lines it stands for, where they are several
}

// bare returns an entry that belongs to nothing yet.
func bare(s Sign, ink Ink, text string) Entry {
	return Entry{Sign: s, Marker: NoMarker, Ink: ink, Of: -1, Mark: -1, Class: -1, Text: text}
}

// SignOf returns the sign of a series. Where hue alone tells lines apart they have no markers.
func (p *Subject) SignOf(series int, hue bool) Entry {
	s := p.Series[series]
	e := bare(PointSign, s.Ink, "")
	e.Of, e.Line, e.Dash, e.Strong = series, s.Line && !s.Muted && !s.Trail, s.Dash, p.emphasised(series)
	switch {
	case s.Trail && s.Broken && s.Dash != nil:
		e.Sign = BrokenSign
	case s.Trail && s.Muted:
		e.Sign = FaintSign
	case s.Trail:
		e.Sign = TrailSign
	case s.Muted:
		e.Sign = MutedSign
	case s.Line && (hue || p.Lines() == 1):
		if e.Sign = LineSign; p.Lines() > 1 {
			e.Marker = s.Marker
		}
	default:
		e.Sign, e.Marker = p.shape(series)
		if e.Sign == BarSign {
			mark := slices.IndexFunc(p.Marks, func(m engine.Normal) bool { return m.Form == engine.Column && m.Name == s.Name })
			if e.Turn, _ = p.BarGroup(mark); len(p.Marks[mark].Marked) > 0 { // the others are grey
				e.Ink = Muted
			}
		}
		e.Between = e.Sign == IntervalSign && p.between(s.Name)
	}
	return e
}

// shape returns the sign of a series with markers: by the first of its marks that shows one, and by their intervals.
func (p *Subject) shape(series int) (s Sign, marker int) {
	point := p.pointOf(series)
	for i := range p.Marks {
		m := &p.Marks[i]
		if p.Of[i] != series {
			continue
		}
		switch m.Form {
		case engine.Ribbon:
			if m.With != "" || p.bandTitle(i) != "" {
				continue
			}
			return BandSign, point
		case engine.Whisker:
			if !p.Series[series].Line && point == NoMarker { // intervals of a line that is another series
				return WhiskerSign, NoMarker
			}
		case engine.Column:
			return BarSign, NoMarker
		case engine.Spike:
			return SpikeSign, NoMarker
		}
		break
	}
	switch m := p.stretched(p.Series[series].Name); {
	case m == nil:
		return PointSign, p.Series[series].Marker
	case len(m.As) > 0 && p.Listed: // all have one marker
		return IntervalSign, 0
	case len(m.As) > 0: // each has the marker of its member
		return IntervalSign, NoMarker
	}
	return IntervalSign, p.Series[series].Marker
}

// stretched returns the points of a name that have intervals across.
func (p *Subject) stretched(name string) *engine.Normal {
	at := slices.IndexFunc(p.Marks, func(m engine.Normal) bool { return m.Name == name && len(m.From) > 0 && !slices.Equal(m.From, m.To) })
	if at < 0 {
		return nil
	}
	return &p.Marks[at]
}

// between reports whether the markers of members in a list stand between both ends of their intervals.
func (p *Subject) between(name string) bool {
	m := p.stretched(name)
	return len(m.As) > 0 && p.Listed && !slices.Equal(m.X, m.To)
}

// pointOf returns the marker of a series that has points too.
func (p *Subject) pointOf(series int) int {
	for i := range p.Marks {
		if p.Marks[i].Form == engine.Dot && p.Of[i] == series {
			return p.Series[series].Marker
		}
	}
	return NoMarker
}

// bandTitle names what a band shows of its series, where that is not the series itself.
func (p *Subject) bandTitle(mark int) string {
	s := p.Series[p.Of[mark]]
	if words := p.Text.Plain(p.Marks[mark].Title); words != s.Label && !s.Ghost {
		return words
	}
	return ""
}

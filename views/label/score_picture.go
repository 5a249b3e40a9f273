package label

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
)

// mostBars exceeds the columns of a wide screen.
const mostBars = 400

// pointAt points at q labels kept, as the share that a picture counts.
func (q majority) pointAt(f *engine.Figure, share float64) {
	if q.kept <= q.n {
		f.Marks = append(f.Marks, engine.Rule{Name: "kept", Title: "q", Vertical: true, At: share, Pointer: true})
	}
}

// shares returns what both pictures share.
func (q majority) shares(title string, x, y engine.Axis) engine.Figure {
	x.Low, x.High, x.Least, x.Most, x.Style = 0, 1, 0, 1, numeral.Percent
	return engine.Figure{
		Title:    title,
		X:        x,
		Y:        y,
		Series:   "n",
		Numbered: true,
		Settings: []engine.Setting{{Name: "epsilon", Value: q.m.Epsilon}},
	}
}

// mass draws the probability of every number of correct labels; of many numbers each bar stands for several.
func (q majority) mass() engine.Sheet {
	f := q.shares("probability of each share of correct labels", engine.Axis{Name: "correct_share", Label: "share of the labels that stay correct", Brief: "share correct"},
		engine.Axis{Name: "probability", Label: "probability"})
	picture := labelling.FlippedBins(q.m, q.n, mostBars)
	if picture.Width > 1 {
		f.Title = "probability of " + numeral.Count(picture.Width) + " numbers of correct labels together"
		f.Settings = append(f.Settings, engine.Setting{Name: "numbers_together", Value: picture.Width})
	}
	bars := engine.Bars{Name: engine.Digits(q.n), Title: "correct"}
	for _, b := range slices.Backward(picture.Bins) { // the fewest flips are the most correct labels
		bars.X = append(bars.X, (q.n-(b.From+b.To)/2)/q.n)
		bars.Y = append(bars.Y, b.Prob)
		bars.Marked = append(bars.Marked, b.To <= labelling.MostFlips(q.n, q.ties))
	}
	low, high := picture.ShareReach(q.m, q.n)
	f.X.Low, f.X.High = 1-high, 1-low
	// the line stands before the first number of labels that is a success: it would cut that bar
	half := engine.Rule{Name: "half", Title: "at least half correct:", Vertical: true, At: (q.n - labelling.MostFlips(q.n, q.ties) - 0.5) / q.n}
	if !q.ties {
		half.Title = "more than half correct:"
	}
	f.Marks = []engine.Mark{bars, half}
	f.Shows = []engine.Shown{{Mark: half.Name, Of: engine.Key{Name: q.asked()}}}
	q.pointAt(&f, q.kept/q.n)
	return engine.Sheet{Figure: f, Notes: q.sight(f.X.Low)}
}

// sight says where success stands in a picture that begins at a share.
func (q majority) sight(begin float64) []engine.Note {
	away := labelling.HalfAway(q.m, q.n)
	switch {
	case begin > 0.5 && math.IsInf(away, 1):
		return []engine.Note{{Text: "Everything in sight is success: half lies far to the left."}, q.alsoTeaches()}
	case begin > 0.5:
		return []engine.Note{{Text: fmt.Sprintf("Everything in sight is success: half lies %s standard deviations to the left.",
			numeral.Short(away))}, q.alsoTeaches()}
	case q.ties:
		return []engine.Note{{Text: "Exactly half is a success too; " + q.teaches()}}
	}
	return []engine.Note{{Text: "Exactly half is no success; " + q.teaches()}}
}

// alsoTeaches says what the labels teach in a sentence of its own.
func (q majority) alsoTeaches() engine.Note {
	text := q.teaches()
	return engine.Note{Text: strings.ToUpper(text[:1]) + text[1:]}
}

// figure2 lists the numbers of records drawn beside the user's own; the paper prints none.
var figure2 = [...]float64{10, 50, 100, 500, 1000, 10000}

// distribution draws Pr[F/n ≤ x], beside the curves of other numbers of records.
func (q majority) distribution() engine.Sheet {
	f := q.shares("probability that at most this share flips", engine.Axis{Name: "flipped_share", Label: "share of the labels flipped, F/n"},
		engine.Axis{Name: "cumulative_probability", Label: "Pr[F/n ≤ x]", Low: 0, High: 1})
	for _, n := range figure2 {
		if n != q.n {
			f.Marks = append(f.Marks, q.stepsAt(n, true))
		}
	}
	f.Marks = append(f.Marks, q.stepsAt(q.n, false), engine.Rule{Name: "flip-probability", Title: "p", Vertical: true, At: q.m.Flip})
	q.pointAt(&f, (q.n-q.kept)/q.n)
	return engine.Sheet{Figure: f, Notes: []engine.Note{{
		Text: "The more records, the closer the flipped share to p: the law of large numbers."}, q.alsoTeaches()}}
}

func (q majority) stepsAt(n float64, muted bool) engine.Steps {
	s := engine.Steps{Name: engine.Digits(n), Title: "n = " + numeral.Count(n), Muted: muted}
	s.X, s.Y = labelling.FlippedDistribution(q.m, n, mostBars)
	return s
}

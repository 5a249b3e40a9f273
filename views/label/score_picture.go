package label

import (
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
)

// mostBars is more than a wide screen has columns.
const mostBars = 400

// picture draws the law of the flipped share, and where q labels kept stand.
func (q *labelCount) picture() engine.Sheet {
	sheet := q.draw(q)
	if q.kept <= q.n {
		sheet.Figure.Marks = append(sheet.Figure.Marks, engine.Rule{Name: "kept", Title: "q", Vertical: true, At: 1 - q.kept/q.n, Pointer: true})
	}
	return sheet
}

// shares is what both pictures have in common.
func (q *labelCount) shares(title string, y engine.Axis) engine.Figure {
	return engine.Figure{
		Title:    title,
		X:        engine.Axis{Name: "flipped_share", Label: "share of the labels flipped, F/n", Low: 0, High: 1, Least: 0, Most: 1},
		Y:        y,
		Series:   "n",
		Numbered: true,
		Settings: []engine.Setting{{Name: "epsilon", Value: q.m.Nominal}, {Name: "epsilon_true", Value: q.m.True}},
	}
}

// mass draws the probability of every number of flips, many together where
// they are many.
func (q *labelCount) mass() engine.Sheet {
	f := q.shares("probability of each number of flips", engine.Axis{Name: "probability", Label: "probability"})
	picture := labelling.FlippedBins(q.m, q.n, mostBars)
	if picture.Width > 1 {
		f.Title = "probability of " + numeral.Count(picture.Width) + " numbers of flips together"
		f.Settings = append(f.Settings, engine.Setting{Name: "numbers_together", Value: picture.Width})
	}
	bars := engine.Bars{Name: engine.Digits(q.n), Title: "flipped"}
	for _, b := range picture.Bins {
		bars.X = append(bars.X, (b.From+b.To)/2/q.n)
		bars.Y = append(bars.Y, b.Prob)
		bars.Marked = append(bars.Marked, b.To <= labelling.MostFlips(q.n, q.ties))
	}
	f.X.Low, f.X.High = picture.ShareReach(q.m, q.n)
	f.Marks = []engine.Mark{bars, engine.Rule{Name: "half", Title: "half; left of it", Vertical: true, At: 0.5}}
	f.Shows = []engine.Shown{{Mark: "half", Of: engine.Key{Name: "success"}}}
	return engine.Sheet{Figure: f, Notes: q.sight(f.X.High)}
}

// sight says where success stands in a picture that ends at a share.
func (q *labelCount) sight(end float64) []engine.Note {
	away := labelling.HalfAway(q.m, q.n)
	switch {
	case end < 0.5 && math.IsInf(away, 1):
		return []engine.Note{{Text: "Everything in sight is success: half lies far to the right."}}
	case end < 0.5:
		return []engine.Note{{Text: fmt.Sprintf("Everything in sight is success: half lies %s standard deviations to the right.",
			numeral.Short(away))}}
	case q.ties:
		return []engine.Note{{Text: "Left of half, half included, is success."}}
	}
	return []engine.Note{{Text: "Left of half, half left out, is success."}}
}

// figure2 are the numbers of records drawn beside the user's own; the paper
// prints none.
var figure2 = [...]float64{10, 50, 100, 500, 1000, 10000}

// distribution draws Pr[F/n ≤ x], beside that of other numbers of records.
func (q *labelCount) distribution() engine.Sheet {
	f := q.shares("distribution of the flipped share", engine.Axis{Name: "cumulative_probability", Label: "Pr[F/n ≤ x]", Low: 0, High: 1})
	for _, n := range figure2 {
		if n != q.n {
			f.Marks = append(f.Marks, q.stepsAt(n, true))
		}
	}
	f.Marks = append(f.Marks, q.stepsAt(q.n, false), engine.Rule{Name: "flip-probability", Title: "p", Vertical: true, At: q.m.Flip})
	return engine.Sheet{Figure: f, Notes: []engine.Note{{
		Text: "The more records, the closer the flipped share to p: the law of large numbers."}}}
}

func (q *labelCount) stepsAt(n float64, muted bool) engine.Steps {
	s := engine.Steps{Name: engine.Digits(n), Title: "n = " + numeral.Count(n), Muted: muted}
	s.X, s.Y = labelling.FlippedDistribution(q.m, n, mostBars)
	return s
}

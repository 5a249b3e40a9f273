package learning

import (
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/learners/loss"
)

// Names of the lines, here and in the lead: the loss of a record with its right label, loss(z), that of the same record with
// its label flipped, loss(−z), and their sum.
const (
	rightTitle   = "right label"
	flippedTitle = "flipped label"
	sumTitle     = "sum of both"
)

// figure returns what both pictures have in common: the margins, the stretch where the sum is flat, and the user's own margin.
func (q losses) figure(y engine.Axis) engine.Figure {
	reach := q.reach()
	f := engine.Figure{
		Title:    y.Label + " at each margin z",
		X:        engine.Axis{Name: "z", Label: "z: how far on the right side of the boundary", Brief: "margin z", Low: -reach, High: reach},
		Y:        y,
		Series:   "curve",
		Members:  []string{"loss", "mirrored", "sum"},
		Settings: []engine.Setting{{Name: "loss", Word: q.kind.Name}},
	}
	for _, p := range q.kind.Params {
		f.Settings = append(f.Settings, engine.Setting{Name: p.Name, Value: q.setting.Get(p)})
	}
	if q.Flat > 0 {
		f.Marks = append(f.Marks, q.flat(reach))
	}
	return f
}

// flat brackets the stretch where the sum is flat.
func (q losses) flat(reach float64) engine.Span {
	title := "symmetric for every z"
	if !q.Symmetric() {
		title = "symmetric for |z| ≤ " + wholeIf(q.Flat).Format(q.Flat)
	}
	s := engine.Span{Name: "flat", Title: title, Clear: true, From: max(-q.Flat, -reach), To: min(q.Flat, reach)}
	if q.Symmetric() {
		s.Ends = [2]string{"-∞", "∞"}
	}
	return s
}

// reach returns how far the picture goes to either side: as far as the loss needs, or to the next tick beyond the user's
// margin.
func (q losses) reach() float64 {
	if z := math.Abs(q.z); z > q.Reach {
		return ticks.AtLeast(z)
	}
	return q.Reach
}

// values draws the loss, its mirror image and their sum.
func (q losses) values() engine.Sheet {
	f := q.figure(engine.Axis{Name: "value", Label: "loss"})
	const wall, air = 2.5, 1.2 // of the sum, which is the most that lies between walls
	if sum := q.loss.SymmetricSum(0); q.Flat > 0 && q.loss.Value(f.X.Low) > wall*sum && math.Abs(q.z) <= q.Reach {
		f.Y.Low, f.Y.High = 0, air*sum // walls go on beyond the picture, or what lies between them would be lost
		f.Title += "; steep walls at ±" + wholeIf(q.Flat).Format(q.Flat)
	}
	places := loss.Places(q.loss, f.X.Low, f.X.High, samples)
	sum := sumTitle
	if f.Y.High == 0 || q.sum() <= f.Y.High { // a number beyond the picture would stand at another line
		sum += " ="
		f.Shows = []engine.Shown{{Mark: "sum", Of: engine.Key{Name: "symmetric-sum"}}}
	}
	f.Marks = append(f.Marks, // the sum first, as the page is about it
		answer(curve("sum", sum, places, q.loss.SymmetricSum)),
		curve("loss", rightTitle, places, q.loss.Value),
		curve("mirrored", flippedTitle, places, func(z float64) float64 { return q.loss.Value(-z) }),
		q.here(), engine.Rule{Name: "z", Title: "z", Vertical: true, At: q.z, Pointer: true})
	return engine.Sheet{Figure: f}
}

// here marks the two losses at the present margin, the higher first, so that its number stands above the other's.
func (q losses) here() engine.Points {
	p := engine.Points{Name: "here", X: []float64{q.z, q.z}, Y: []float64{q.loss.Value(q.z), q.loss.Value(-q.z)}, As: []string{"loss", "mirrored"}}
	if p.Y[0] < p.Y[1] {
		slices.Reverse(p.Y)
		slices.Reverse(p.As)
	}
	p.Labels = []string{numeral.Short(p.Y[0]), numeral.Short(p.Y[1])}
	return p
}

// slopes draws the derivative of the loss and that of the sum.
func (q losses) slopes() engine.Sheet {
	f := q.figure(engine.Axis{Name: "slope", Label: "derivative of the loss"})
	places := loss.Places(q.loss, f.X.Low, f.X.High, samples)
	f.Marks = append(f.Marks,
		curve("sum", "slope of the sum", places, func(z float64) float64 { return q.loss.Derivative(z) - q.loss.Derivative(-z) }),
		curve("loss", "slope, "+rightTitle, places, q.loss.Derivative),
		engine.Rule{Name: "z", Title: "z", Vertical: true, At: q.z, Pointer: true})
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: q.pull()}}}
}

// samples is the number of points of a drawn curve.
const samples = 401

func curve(name, title string, places []float64, of func(float64) float64) engine.Curve {
	c := engine.Curve{Name: name, Title: title, X: places, Y: make([]float64, len(places))}
	for i, z := range places {
		c.Y[i] = of(z)
	}
	return c
}

// answer makes a curve the one that the picture is about.
func answer(c engine.Curve) engine.Curve {
	c.Answer = true
	return c
}

// pull says what to look at in the derivative.
func (q losses) pull() string {
	here := numeral.Short(math.Abs(q.loss.Derivative(q.z)))
	switch {
	case q.Symmetric():
		return "At every margin the gradients of a record and of the same record with its label flipped cancel: equal size, opposite sign."
	case q.Flat == 0:
		return fmt.Sprintf("At this margin a record has a gradient of %s, the same record with its label flipped %s: where the two differ, flips change what is learned.",
			here, numeral.Short(math.Abs(q.loss.Derivative(-q.z))))
	}
	return fmt.Sprintf("For |z| ≤ %s the gradients of a record and of the same record with its label flipped cancel; beyond, the sum has a slope.", wholeIf(q.Flat).Format(q.Flat))
}

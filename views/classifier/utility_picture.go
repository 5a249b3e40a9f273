package classifier

import (
	"context"
	"math"
	"slices"
	"time"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/view"
)

// drawUtility draws agreement against ε. With many private features draws come first, since proofs take long.
func drawUtility(ctx context.Context, q prediction, answer view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	sheet := func(c agreement.Curves) engine.Sheet {
		return engine.Sheet{Figure: engine.Figure{
			X:      engine.Axis{Name: "epsilon", Label: "ε, budget per feature", Log: true, Low: agreement.LeastSwept, High: agreement.MostSwept},
			Y:      engine.Axis{Name: "agreement", Label: "prediction " + q.stays(), Style: numeral.Percent, High: 1},
			Series: "basis_of_curve", Seed: q.Seed, Members: []string{"exact", "certified", "paper", "estimate", "required"},
			Settings: []engine.Setting{{Name: "mechanism", Word: q.kind.Name}, {Name: "classifier", Word: q.word},
				{Name: "record", Word: q.Record.ID}},
			Marks: q.marks(c),
		}}
	}
	sofar := func(c agreement.Curves, p work.Progress) {
		part := sheet(c)
		part.Progress = p
		show(part)
	}
	parts := 1 + agreement.SweepParts // the draws at the present budget, and the sweep
	sofar(agreement.Curves{}, work.Progress{Of: parts})
	if q.Many() {
		if err := q.drawn(ctx, func(share float64) { sofar(agreement.Curves{}, work.Progress{Done: share, Of: parts}) }); err != nil {
			return engine.Sheet{}, err
		}
		answer("agreement-estimate")
	}
	q.Soon.Tell = func() { sofar(agreement.Curves{}, work.Progress{Of: parts}) }
	if _, err := q.Radius.Get(ctx); err == nil { // a first bound, long before the largest box
		q.Soon.Tell()
	}
	answer("box-mass")
	told := false // the answers come with the first curve, unless they take long
	before := 0.0 // of the parts before the sweep
	if q.Many() {
		before++
	}
	curves, err := q.sweep().Run(ctx, func(c agreement.Curves, p work.Progress) {
		if len(c.Points) >= agreement.Stages[0] && !told {
			told = true
			q.Soon.Tell = func() { sofar(c, work.Progress{Done: before + p.Done, Of: parts}) }
			q.answerAll(answer, q.Soon.Tell)
			if q.drawn(ctx, func(share float64) { sofar(c, work.Progress{Done: p.Done + share, Of: parts}) }) == nil {
				answer("agreement-estimate")
			}
			before = 1
		}
		sofar(c, work.Progress{Done: before + p.Done, Of: parts})
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	whole := sheet(curves)
	if v, err := answer(agreementExact.Name); err == nil && !v.Missing() {
		whole.Figure.Marks = append(whole.Figure.Marks, engine.Points{Name: "here", Title: "at this ε", Basis: v.Basis, Here: true,
			X: []float64{q.epsilon}, Y: []float64{v.Value}, Labels: []string{v.Written(numeral.Percent, numeral.Nearest)}})
	}
	if v, err := answer("epsilon-required-exact"); err == nil {
		whole.Figure.Marks = append(whole.Figure.Marks, q.required(v)...)
	}
	return whole, nil
}

// required marks the least budget that reaches the target, where it differs from the present one.
func (q prediction) required(least known.Value) []engine.Mark {
	const apart = 0.05 // of the budget: nearer it would cover the present one
	if least.Missing() || least.Word != "" || control.IsLeastBudget(least) || math.Abs(least.Value/q.epsilon-1) < apart {
		return nil
	}
	if least.Value < agreement.LeastSwept || agreement.MostSwept < least.Value {
		return nil
	}
	return []engine.Mark{engine.Points{Name: "required", Title: "least ε for the target: " + numeral.Up.Short(least.Value),
		Basis: least.Basis, X: []float64{least.Value}, Y: []float64{q.Target}}}
}

// drawn draws at the present budget, if needed; tell receives the share done.
func (q prediction) drawn(ctx context.Context, tell func(share float64)) error {
	if !q.sampled {
		return nil
	}
	_, err := q.Estimated.Get(work.Reporting(ctx, func(p work.Progress) { tell(p.Share()) }))
	return err
}

// answerAll computes every answer except draws, so that the first curve comes with them, and passes on the known ones now and
// then. An answer that fails says so in its place.
func (q prediction) answerAll(answer view.Readings, show func()) {
	const between = 50 * time.Millisecond
	last := time.Now()
	tell := func() {
		if time.Since(last) > between {
			show()
			last = time.Now()
		}
	}
	for _, name := range []string{"agreement-exact", "box-mass", "agreement-paper", "epsilon-required", "epsilon-required-exact",
		"epsilon-total", "agreement-with-indicator", "exposed", "radius", "radius-unbounded", "class", view.AttackerRight} {
		answer(name)
		tell()
	}
	for _, name := range q.Names {
		answer("box", "low-"+name)
		answer("box", "high-"+name)
	}
}

// sweep asks for the curves.
func (q prediction) sweep() agreement.Sweep {
	draws := q.Draws
	if !q.pictured {
		draws = 0
	}
	return q.Sweep(draws, q.Box, q.Paper)
}

// marks draws the known curves.
func (q prediction) marks(c agreement.Curves) []engine.Mark {
	var epsilons []float64
	for _, p := range c.Points {
		epsilons = append(epsilons, p.Epsilon)
	}
	curve := func(name, title string, basis known.Basis, value func(agreement.SweptPoint) float64) engine.Curve {
		m := engine.Curve{Name: name, Title: title, Basis: basis, Answer: name == "exact", Muted: name == "paper", X: epsilons}
		for _, p := range c.Points {
			m.Y = append(m.Y, value(p))
		}
		return m
	}
	exact, title := known.Exact, "exact"
	if q.Region.OnLattice() {
		exact, title = known.AtLeast, "computed, at least"
	}
	var marks []engine.Mark
	for _, m := range []engine.Curve{
		curve("exact", title, exact, func(p agreement.SweptPoint) float64 { return p.Exact }),
		curve("certified", "proven", known.AtLeast, func(p agreement.SweptPoint) float64 { return p.Certified }),
		curve("paper", "printed by Zheng & Hu", known.AsPrinted, func(p agreement.SweptPoint) float64 { return p.Printed }),
	} {
		left := m.Basis == known.AsPrinted && !q.printed
		if !left && slices.ContainsFunc(m.Y, func(y float64) bool { return !math.IsNaN(y) }) {
			marks = append(marks, m)
		}
	}
	return append(append(marks, drawnMarks(c.Drawn)...),
		engine.Between{Name: "exact", With: "certified"},
		engine.Rule{Name: "target", Title: "target " + control.Target.Text(q.Target), At: q.Target},
		engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.epsilon, Pointer: true})
}

// drawnMarks returns the estimates with their intervals.
func drawnMarks(drawn []agreement.DrawnPoint) []engine.Mark {
	if len(drawn) == 0 {
		return nil
	}
	var x, share, low, high []float64
	for _, d := range drawn {
		x, share, low, high = append(x, d.Epsilon), append(share, d.Value), append(low, d.Low), append(high, d.High)
	}
	return []engine.Mark{
		engine.Band{Name: "estimate", Title: "by draws", Basis: known.Estimate, X: x, Low: low, High: high, Bars: true, Confidence: 0.95},
		engine.Points{Name: "estimate", Title: "by draws", Basis: known.Estimate, X: x, Y: share},
	}
}

package learning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// drawBoundary fits, and shows the regions as they come.
func drawBoundary(ctx context.Context, q boundary, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	p, err := q.plane.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	ended, err := q.ended.Run(ctx, func(so []training.Divisions, progress work.Progress) {
		now := q.knowing(so)
		part, err := now.sheet(ctx, p, so)
		if err != nil {
			return
		}
		part.Notes = append(part.Notes, engine.Note{Text: q.labels(p)})
		part.Progress, part.Settling = work.Progress{Done: q.fitted() * progress.Share(), Of: 1}, true
		view.SoFar(ctx, part, boundaryReadings, now, show)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	whole, err := q.sheet(ctx, p, ended)
	if err != nil {
		return engine.Sheet{}, err
	}
	whole.Notes = append(whole.Notes, engine.Note{Text: q.labels(p)})
	return whole, nil
}

// fitted is the share of fits in the work: for one draw, intervals follow.
func (q boundary) fitted() float64 {
	if q.draws == 1 {
		return 0.9
	}
	return 1
}

func (q boundary) sheet(ctx context.Context, p *training.Plane, ended []training.Divisions) (engine.Sheet, error) {
	means, err := q.means.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	pairs, first, err := q.drawn(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	f := engine.Figure{
		Title:    q.title(p),
		X:        q.axis(p, 0),
		Y:        q.axis(p, 1),
		Series:   "mark",
		Members:  []string{"negative", "positive", "turned-positive", "turned-negative", "ellipse"},
		Panelled: "learner",
		First:    first,
		Settings: q.settings(p),
		Seed:     q.Seed,
		Marks:    q.over(p),
	}
	for _, own := range pairs { // the number stands beside the name where only one panel fits
		f.Panels = append(f.Panels, engine.Panel{Name: own.name, Title: strings.TrimSuffix(own.title, " loss"), Below: q.below(own, means, ended),
			Marks: q.boundaries(p, own, ended)})
	}
	return engine.Sheet{Figure: f, Notes: q.troubles(ended), Later: []engine.Later{q.table(means)}}, nil
}

// drawn returns the learners with a panel, and the place of the one that stays where only one fits. For those moved most and
// least the first learners stand in until two differ.
func (q boundary) drawn(ctx context.Context) (pairs []pair, alone int, err error) {
	if q.focus >= 0 {
		return q.pairs, q.focus, nil
	}
	moves, err := q.moves(ctx)
	if err != nil && !errors.Is(err, view.ErrLater) {
		return nil, 0, err
	}
	if len(moves) > 1 {
		most, least := first(moves, further), first(moves, lessFar)
		if most.name != least.name {
			return []pair{most.pair, least.pair}, 0, nil
		}
	}
	compared := q.compared()
	return compared[:min(2, len(compared))], 0, nil
}

// settings lists what the export names: for a file nothing was made up.
func (q boundary) settings(p *training.Plane) []engine.Setting {
	list := []engine.Setting{{Name: "epsilon", Value: q.m.Epsilon}}
	if q.File == "" {
		list = append(list, engine.Setting{Name: "separation", Value: q.Separation}, engine.Setting{Name: "positive_share", Value: q.Share})
	}
	return append(list, engine.Setting{Name: "n", Value: float64(p.Learnt.Len())}, engine.Setting{Name: "draws", Value: float64(q.draws)})
}

// title says what is drawn, and over which features.
func (q boundary) title(p *training.Plane) string {
	of := "decision boundaries"
	if q.draws > 1 && len(q.compared()) > 0 {
		of += " of a typical draw"
	}
	return fmt.Sprintf("%s, %s against %s", of, p.Learnt.Features[1].Name, p.Learnt.Features[0].Name)
}

// axis covers the records that are drawn beside boundaries on any labels, with a margin, so that it stands still while ε moves;
// how learners divide empty regions does not matter.
func (q boundary) axis(p *training.Plane, feature int) engine.Axis {
	const margin = 0.05
	marks := append(learnt(p), held(p, func(int) int { return 0 })...)
	if !q.points {
		marks = append(marks, ellipses(p)...)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, m := range marks {
		n := m.Normal()
		for _, v := range [...][]float64{n.X, n.Y}[feature] {
			low, high = min(low, v), max(high, v)
		}
	}
	name := p.Learnt.Features[feature].Name
	return engine.Axis{Name: name, Label: name, Low: low - margin*(high-low), High: high + margin*(high-low)}
}

// Shares of the draws between which a boundary is said to lie, leaving out the half farthest from the middle, and the share
// where half of them turn.
const (
	fewest, half = 0.25, 0.5
	mostShare    = 1 - fewest
)

// boundaries draws where a learner turns on the true labels and on flipped ones: in two panels those of a typical draw, with
// the records that change class there; in one panel where half of the draws turn, and the cells where they differ.
func (q boundary) boundaries(p *training.Plane, own pair, ended []training.Divisions) []engine.Mark {
	var marks []engine.Mark
	line := func(of training.Divisions, path engine.Path) {
		if path.X, path.Y = p.Contour(of.Shares(), half); len(path.X) > 0 {
			marks = append(marks, path)
		}
	}
	if own.both() {
		now, before, found := ended[own.flipped].Typical(ended[own.clean])
		if !found {
			return nil
		}
		if q.points {
			marks = append(marks, changing(p, now, before)...)
		}
		line(training.Divisions{now}, engine.Path{Name: "boundary", Title: "flipped, private labels", Emphasis: true})
		line(training.Divisions{before}, engine.Path{Name: "boundary-true", Title: "true, unprotected labels", Dashed: true})
		return marks
	}
	if q.points && len(q.compared()) > 0 {
		marks = append(marks, learnt(p)...)
	}
	draws := ended[own.shown()]
	if len(draws) > 0 {
		if shares := draws.Shares(); shares != nil {
			marks = append(marks, q.region(p, shares))
		}
	}
	if own.flipped < 0 {
		line(draws, engine.Path{Name: "boundary-true", Title: "from true labels", Basis: known.Estimate, Emphasis: true})
		return marks
	}
	name, title := "boundary", "from flipped labels"
	if own.private {
		name, title = "boundary-private", "private"
	}
	switch {
	case q.draws > 1 && len(draws) == q.draws:
		title += fmt.Sprintf(", %d of %d draws", q.draws/2, q.draws)
	case q.draws > 1:
		title += ", half of the draws so far"
	}
	line(draws, engine.Path{Name: name, Title: title, Basis: known.Estimate, Emphasis: true})
	return marks
}

// changing draws some of the held-out records: those that keep the class that a learner gives them on true labels, and those
// that turn, by the class that they turn to.
func changing(p *training.Plane, now, before training.DecisionGrid) []engine.Mark {
	return held(p, func(i int) int {
		switch was, is := before.Called.Positive(i), now.Called.Positive(i); {
		case !was && is:
			return 2
		case was && !is:
			return 3
		case was:
			return 1
		}
		return 0
	})
}

// mostHeld limits the held-out records that are drawn.
const mostHeld = 60

// held draws some of the held-out records, evenly chosen, by a kind of each: by their predicted class, not the true one.
func held(p *training.Plane, kindOf func(record int) int) []engine.Mark {
	kinds := []engine.Points{{Name: "negative", Title: "negative"}, {Name: "positive", Title: "positive"},
		{Name: "turned-positive", Title: "now positive", Answer: true}, {Name: "turned-negative", Title: "now negative", Answer: true}}
	records := p.Test.Len()
	some := min(mostHeld, records)
	for k := range some {
		i := k * records / some
		of := &kinds[kindOf(i)]
		of.X, of.Y = append(of.X, p.Raw(p.Test, i, 0)), append(of.Y, p.Raw(p.Test, i, 1))
	}
	var marks []engine.Mark
	for _, some := range kinds {
		if len(some.X) > 0 {
			marks = append(marks, some)
		}
	}
	return marks
}

// region returns the class of each cell by most of the draws; cells where they differ are shaded.
func (q boundary) region(p *training.Plane, shares []float64) engine.Mark {
	const rounding = 1e-9
	f := engine.Field{Name: "class", Classes: []string{"negative", "positive", "either"},
		Titles: []string{"predicted negative", "predicted positive", "draws differ"},
		Only:   "either", Basis: known.Estimate, X: p.X, Y: p.Y, Class: make([]int, len(shares)),
		Extra: []engine.FieldColumn{{Name: "share_positive", Values: shares}}}
	for i, s := range shares {
		switch {
		case s > mostShare+rounding || s == 1:
			f.Class[i] = 1
		case s >= fewest-rounding:
			f.Class[i] = 2
		}
	}
	return f
}

// over returns what all panels have: an ellipse a class, or some records where no panel has its own, and, where no boundary
// from true labels can be compared, the line where the more probable class turns.
func (q boundary) over(p *training.Plane) []engine.Mark {
	var marks []engine.Mark
	if !q.points {
		marks = ellipses(p)
	}
	if q.points && len(q.compared()) == 0 { // else the held-out ones stand in the panels of both labels
		marks = append(marks, learnt(p)...)
	}
	if q.File == "" && len(q.compared()) == 0 { // beside true and flipped labels a third line would be one too many
		marks = append(marks, bestLine(q.Mixture.Level(), q.axis(p, 0), q.axis(p, 1))...)
	}
	return marks
}

// ellipses draws two standard deviations around the mean of each class.
func ellipses(p *training.Plane) (marks []engine.Mark) {
	for _, e := range p.Ellipses {
		if e.X == nil {
			continue
		}
		for _, y := range [][]float64{e.Low, e.High} {
			marks = append(marks, engine.Curve{Name: "ellipse", Title: "2 sd ellipse", X: e.X, Y: y})
		}
	}
	return marks
}

// learnt draws some of the records that a learner learns from, each class in proportion.
func learnt(p *training.Plane) []engine.Mark {
	const most = 30
	var classes [2]engine.Points
	for class, name := range []string{"negative", "positive"} {
		classes[class] = engine.Points{Name: name, Title: name}
	}
	var of [2]int
	for _, y := range p.Learnt.Y {
		of[y]++
	}
	for i, y := range p.Learnt.Y {
		share := math.Round(most * float64(of[y]) / float64(p.Learnt.Len()))
		if some := &classes[y]; len(some.X) < min(of[y], max(int(share), 1)) {
			some.X, some.Y = append(some.X, p.Raw(p.Learnt, i, 0)), append(some.Y, p.Raw(p.Learnt, i, 1))
		}
	}
	return []engine.Mark{classes[0], classes[1]}
}

// bestLine draws where x + y equals sum, as far as it crosses the picture.
func bestLine(sum float64, x, y engine.Axis) []engine.Mark {
	from, to := max(x.Low, sum-y.High), min(x.High, sum-y.Low)
	if !(from < to) {
		return nil
	}
	return []engine.Mark{engine.Path{Name: "best", Title: "best possible", Muted: true, X: []float64{from, to},
		Y: []float64{sum - from, sum - to}}}
}

// below says under a learner's picture how many records change class, and its metrics: on flipped labels after those on the
// true ones.
func (q boundary) below(own pair, means [][]known.Value, ended []training.Divisions) []string {
	var words []string
	if own.both() {
		if v := ended[own.flipped].Changed(ended[own.clean]); !v.Missing() {
			words = append(words, numeral.Percent.Format(v.Value)+" change class")
		}
	}
	for k, m := range metrics {
		if m.level == view.Folded {
			continue
		}
		text := ""
		for _, at := range []int{own.clean, own.flipped} {
			if at < 0 {
				continue
			}
			v := means[at][k]
			if v.Missing() {
				continue
			}
			if text != "" {
				text += " → "
			}
			text += numeral.Short(v.Value)
		}
		if text != "" {
			words = append(words, m.brief+" "+text)
		}
	}
	if why, draws := ended[own.shown()].None(); len(words) == 0 && draws > 0 {
		return []string{why}
	}
	return words
}

// table returns the learners' metrics, a learner a column.
func (q boundary) table(means [][]known.Value) engine.Later {
	t := engine.Later{Name: "learners", Measured: make([][]float64, len(metrics))}
	names := engine.LaterColumn{TableColumn: engine.TableColumn{Name: "measure", Title: "measure", Text: true}}
	for _, m := range metrics {
		names.Words = append(names.Words, m.label)
	}
	t.Columns = append(t.Columns, names)
	for i, p := range q.panels {
		c := engine.LaterColumn{TableColumn: engine.TableColumn{Name: strings.ReplaceAll(p.name, "-", "_"), Title: p.title}}
		for k := range metrics {
			c.Numbers = append(c.Numbers, means[i][k].Number())
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

// whose says which file the records are from.
func (q boundary) whose(ctx context.Context) (engine.Note, error) {
	p, err := q.plane.Get(ctx)
	if err != nil {
		return engine.Note{}, err
	}
	if q.File == "" {
		return simulated(p.Learnt.Len()), nil
	}
	text := fromFile(p.Learnt.Len(), p.Learnt.Len(), p.Test.Len(), q.File, p.Learnt.ClassNames[1])
	return engine.Note{Text: text + done(p.Notes)}, nil
}

// troubles says what went wrong.
func (q boundary) troubles(ended []training.Divisions) []engine.Note {
	var notes []engine.Note
	for i, d := range ended {
		if why, draws := d.None(); draws > 0 {
			notes = append(notes, engine.Note{Warning: true, Text: fmt.Sprintf("%s has no boundary in %d of %d draws: %s.", q.panels[i].title, draws,
				q.draws, said(why))})
		}
	}
	return notes
}

// said returns a reason in words for people.
func said(why string) string {
	if why == "one class" {
		return "all labels are of one class; more records, a larger ε or another draw helps"
	}
	return why
}

// uncovered ends the sentence on the guarantee of private learners with what it does not cover: simulated records have declared
// scales and classes, those of a file have not.
func (q boundary) uncovered() string {
	if q.File == "" {
		return ", the scale of features and the sizes of classes being declared."
	}
	return ", but not for the scale of features and the sizes of classes, which are taken from the file: no ε covers them."
}

// labels says which labels the learners see.
func (q boundary) labels(p *training.Plane) string {
	noisy, private := false, false
	for _, of := range q.panels {
		noisy, private = noisy || of.noisy, private || of.private
	}
	flips := fmt.Sprintf("Each label flips %s.", numeral.Nearest.Often(q.m.Flip))
	if q.points && len(q.compared()) > 0 {
		flips = fmt.Sprintf("Signs tell the predicted class, “now” where flips change it; a closed line rings an island of one class. "+
			"%d of %s held-out records are drawn. %s", min(mostHeld, p.Test.Len()), numeral.Count(float64(p.Test.Len())), flips)
	}
	drawn := ""
	if q.points && len(q.compared()) == 0 {
		some := 0
		for _, m := range learnt(p) {
			some += len(m.Normal().X)
		}
		drawn = fmt.Sprintf(" %d of %s training records are drawn.", some, numeral.Count(float64(p.Learnt.Len())))
	}
	switch {
	case noisy && private:
		return flips + " Private learners see the true ones, and guarantee their ε for whole records" + q.uncovered() + drawn
	case noisy:
		return flips + drawn
	case private:
		return "All learners see the true labels: without privacy, but for those that guarantee it" + q.uncovered() + drawn
	}
	return "All learners see the true labels: this is without privacy." + drawn
}

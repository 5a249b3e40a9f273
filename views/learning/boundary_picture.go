package learning

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// drawBoundary fits, and shows the regions as they come.
func drawBoundary(ctx context.Context, q dividing, _ view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	p, err := q.plane.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	ended, err := trial.Sweep(ctx, q.fittings, q.draws, func(so []training.Divisions, progress work.Progress) {
		part := q.sheet(p, so)
		part.Notes = append(part.Notes, engine.Note{Text: q.labels()})
		part.Progress, part.Settling = work.Progress{Done: q.fitted() * progress.Share(), Of: 1}, true
		view.SoFar(ctx, part, boundaryReadings, q.knowing(so), show)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	aucs, err := q.aucs.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	whole := q.sheet(p, ended)
	whole.Notes = append(whole.Notes, engine.Note{Text: q.sight(aucs)})
	return whole, nil
}

// fitted is the share of the work that fits take: of one draw, intervals follow.
func (q dividing) fitted() float64 {
	if q.draws == 1 {
		return 0.9
	}
	return 1
}

func (q dividing) sheet(p *training.Plane, ended []training.Divisions) engine.Sheet {
	f := engine.Figure{
		Title:    q.title(p),
		X:        q.axis(p, 0, p.X),
		Y:        q.axis(p, 1, p.Y),
		Series:   "mark",
		Members:  []string{"negative", "positive", "ellipse"},
		Panelled: "learner",
		Settings: q.settings(p),
		Seed:     q.Seed,
		Marks:    q.over(p),
	}
	for i, own := range q.panels {
		f.Panels = append(f.Panels, engine.Panel{Name: own.name, Title: own.title, Below: below(ended[i]), Marks: regions(p, ended[i])})
	}
	return engine.Sheet{Figure: f, Notes: q.troubles(ended)}
}

// settings are what the export names: of a file nothing was made up.
func (q dividing) settings(p *training.Plane) []engine.Setting {
	list := []engine.Setting{{Name: "epsilon", Value: q.m.Nominal}, {Name: "epsilon_true", Value: q.m.True}}
	if q.File == "" {
		list = append(list, engine.Setting{Name: "separation", Value: q.Separation}, engine.Setting{Name: "positive_share", Value: q.Share})
	}
	return append(list, engine.Setting{Name: "n", Value: float64(p.Learnt.Len())}, engine.Setting{Name: "draws", Value: float64(q.draws)})
}

// title says what is drawn, and of a file over which features.
func (q dividing) title(p *training.Plane) string {
	if q.File == "" {
		return "the class that each learner calls"
	}
	return fmt.Sprintf("the class that each learner calls, %s against %s", p.Learnt.Features[1].Name, p.Learnt.Features[0].Name)
}

func (q dividing) axis(p *training.Plane, feature int, centres []float64) engine.Axis {
	name := p.Learnt.Features[feature].Name
	half := (centres[1] - centres[0]) / 2
	return engine.Axis{Name: name, Label: name, Low: centres[0] - half, High: centres[len(centres)-1] + half}
}

// regions are the cells of each class; where draws differ they are of neither.
func regions(p *training.Plane, d training.Divisions) []engine.Mark {
	const sure = 0.95
	shares := d.Shares()
	if shares == nil {
		return nil
	}
	f := engine.Field{Name: "class", Classes: []string{"negative", "positive", "either"}, Titles: []string{"called negative", "called positive", "either, by the draw"},
		Basis: known.Estimate, X: p.X, Y: p.Y, Class: make([]int, len(shares)), Extra: []engine.FieldColumn{{Name: "share_positive", Values: shares}}}
	for i, s := range shares {
		switch {
		case s >= sure:
			f.Class[i] = 1
		case s > 1-sure:
			f.Class[i] = 2
		}
	}
	return []engine.Mark{f}
}

// over is what all panels have: some records, and an ellipse a class.
func (q dividing) over(p *training.Plane) []engine.Mark {
	const most = 25 // records of a class
	var marks []engine.Mark
	for class, name := range []string{"negative", "positive"} {
		if e := p.Ellipses[class]; e.X != nil {
			for _, y := range [][]float64{e.Low, e.High} {
				marks = append(marks, engine.Curve{Name: "ellipse", Title: "two deviations", X: e.X, Y: y})
			}
		}
		if !q.points {
			continue
		}
		some := engine.Points{Name: name, Title: name + " record"}
		for i, y := range p.Learnt.Y {
			if len(some.X) == most {
				break
			}
			if y == class {
				some.X, some.Y = append(some.X, p.Raw(p.Learnt, i, 0)), append(some.Y, p.Raw(p.Learnt, i, 1))
			}
		}
		marks = append(marks, some)
	}
	return marks
}

// below says how a learner is judged, under its picture.
func below(d training.Divisions) []string {
	var words []string
	for _, m := range metrics {
		v := d.Mean(m.of, m.can)
		if m.late == nil || v.Missing() {
			continue
		}
		words = append(words, m.brief+" "+numeral.Short(v.Value))
	}
	if why, draws := d.None(); len(words) == 0 && draws > 0 {
		return []string{why}
	}
	return words
}

// whose says of which file the records are.
func (q dividing) whose(ctx context.Context) (engine.Note, error) {
	p, err := q.plane.Get(ctx)
	if err != nil || q.File == "" {
		return engine.Note{}, err
	}
	text := fromFile(p.Learnt.Len(), p.Learnt.Len(), p.Test.Len(), q.File, p.Learnt.ClassNames[1])
	return engine.Note{Text: text + done(p.Notes)}, nil
}

// troubles say what went wrong.
func (q dividing) troubles(ended []training.Divisions) []engine.Note {
	var notes []engine.Note
	for i, d := range ended {
		if why, draws := d.None(); draws > 0 {
			notes = append(notes, engine.Note{Warning: true, Text: fmt.Sprintf("%s has no boundary in %d of %d draws: %s.", q.panels[i].title, draws, q.draws, said(why))})
		}
	}
	return notes
}

// said is a reason in words for people.
func said(why string) string {
	if why == "one class" {
		return "all labels are of one class; more records, a greater ε or another draw would do"
	}
	return why
}

// sight says what is seen, and who does best and worst by it, as far as chance lets
// them be told apart.
func (q dividing) sight(aucs []known.Value) string {
	var ranked []panelled
	for i, v := range aucs {
		if !v.Missing() {
			ranked = append(ranked, panelled{q.panels[i], v})
		}
	}
	if len(ranked) < 2 {
		return q.labels()
	}
	slices.SortStableFunc(ranked, func(a, b panelled) int { return cmp.Compare(b.auc.Value, a.auc.Value) })
	best, worst := ranked[0], ranked[len(ranked)-1]
	most, least := numeral.Short(best.auc.Value), numeral.Short(worst.auc.Value)
	level := 1 + slices.IndexFunc(ranked[1:], func(p panelled) bool { return p.auc.High < best.auc.Low })
	switch {
	case most == least:
		return fmt.Sprintf("%s By AUC on records not seen all are alike (%s); they differ in where they cut.", q.labels(), most)
	case level == 0:
		return fmt.Sprintf("%s By AUC %s has most (%s), %s least (%s), which may be chance: their 95 %% intervals meet.", q.labels(), best.brief, most, worst.brief, least)
	case level > 1:
		return fmt.Sprintf("%s Best by AUC: %s (%s), perhaps %s (intervals meet); worst: %s (%s).", q.labels(), best.brief, most, briefly(ranked[1:level]), worst.brief, least)
	}
	return fmt.Sprintf("%s By AUC on records not seen, %s does best (%s), %s worst (%s).", q.labels(), best.title, most, worst.title, least)
}

// panelled is the AUC of a panel's learner.
type panelled struct {
	panel
	auc known.Value
}

// briefly names some.
func briefly(of []panelled) string {
	var names []string
	for _, p := range of {
		names = append(names, p.brief)
	}
	return strings.Join(names, ", ")
}

// public ends the sentence of what private learners promise with what it needs.
const public = ", the scale of features and the sizes of classes being public."

// labels says what the learners see.
func (q dividing) labels() string {
	noisy, private := false, false
	for _, p := range q.panels {
		noisy, private = noisy || p.noisy, private || p.private
	}
	flips := fmt.Sprintf("At ε = %s each label flips %s.", numeral.Short(q.m.Nominal), numeral.Nearest.Often(q.m.Flip))
	switch {
	case noisy && private:
		return flips + " Private learners see the true ones, and promise their ε for whole records" + public
	case noisy:
		return flips
	case private:
		return "All learners see the true labels: without privacy, but for those that promise it" + public
	}
	return "All learners see the true labels: this is without privacy."
}

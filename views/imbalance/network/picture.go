package network

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// training trains on all splits, and shows a picture of the results so far.
func (q network) training(ctx context.Context, picture func([]rareclass.Trainings) engine.Figure,
	show func(engine.Sheet)) (engine.Sheet, error) {
	return view.Run(ctx, q.runs, networkReadings, q.knowing, func(so []rareclass.Trainings) engine.Sheet {
		return engine.Sheet{Figure: picture(so), Notes: q.notes()}
	}, show)
}

// notes says which splits the numbers average, and why the same network has others in the view approaches.
func (q network) notes() []engine.Note {
	text := "Means of " + numeral.Things(q.seeds, "split") + ". In “approaches” a record is replaced, which takes more noise"
	if q.trial.Source.Scaling == rareclass.ZScore {
		text += ", and features stay as they are"
	}
	return []engine.Note{{Text: text + ": its numbers differ."}}
}

// figure returns what all pictures have: the steps, and the fixed settings.
func (q network) figure(title, series string, y engine.Axis) engine.Figure {
	return engine.Figure{Title: title, Series: series, Seed: q.trial.Seed, Y: y,
		X: engine.Axis{Name: "step", Label: "step", Style: numeral.Whole, Low: 0, High: float64(q.trial.Steps)},
		Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Epsilon}, {Name: "delta", Value: q.trial.Slack},
			{Name: "q", Value: q.trial.Rate},
			{Name: "clip", Value: q.trial.Clip}, {Name: "hidden", Value: float64(q.trial.Hidden)}, {Name: "seeds", Value: float64(q.seeds)}}}
}

// lowTenth returns the tenth below the marks and below guessing: 100 % is far above zero.
func lowTenth(marks []engine.Mark) float64 {
	low := 0.5
	for _, m := range marks {
		for _, y := range m.Normal().Y {
			low = min(low, y)
		}
	}
	return math.Max(0, math.Floor(10*low-0.5)/10)
}

// drawTraining draws the G-mean, which the lead tells, with the end of the linear model's, and below it the loss.
func drawTraining(ctx context.Context, q network, show func(engine.Sheet)) (engine.Sheet, error) {
	return q.training(ctx, func(runs []rareclass.Trainings) engine.Figure {
		f := q.figure("G-mean and loss on held-out records", "quantity", engine.Axis{Name: "value", High: 1})
		f.Members, f.Hues = []string{"g-mean", "loss", "g-mean-linear"}, []int{0, 0, 1} // G-mean and loss belong to one network
		f.Shows = []engine.Shown{{Mark: "here", Of: engine.Key{Name: "g-mean"}}}
		panel := func(name, title, label string, style numeral.Style, low float64, marks ...engine.Mark) {
			y := f.Y
			y.Label, y.Style, y.Low = label, style, low
			f.Panels = append(f.Panels, engine.Panel{Name: name, Title: title, Y: y, Marks: marks})
		}
		gmean := func(s rareclass.Stage) float64 { return s.GMean }
		chosen, beside := "network", "linear model"
		if q.trial.Hidden == 0 {
			chosen, beside = "linear model", "linear, threshold"
		}
		scores := course("g-mean", chosen, true, runs[0], gmean)
		if c := meanCourse(runs[1], gmean); !q.same() && q.reaches(c) {
			scores = append(scores, engine.Rule{Name: "g-mean-linear", Title: beside, At: c.Y[len(c.Y)-1]})
			f.Shows = append(f.Shows, engine.Shown{Mark: "g-mean-linear", Of: engine.Key{Name: "g-mean-threshold"}})
		}
		if c := meanCourse(runs[0], gmean); q.reaches(c) {
			scores = append(scores, engine.Points{Name: "here", Title: "after all steps", Here: true, Basis: known.Estimate,
				X: c.X[len(c.X)-1:], Y: c.Y[len(c.Y)-1:]})
		}
		scores = append(scores, engine.Rule{Name: "guessing", Title: "guessing", At: 0.5})
		panel("g-mean", imbalance.Measured[0].Drawn(), "G-mean", numeral.Percent, lowTenth(scores), scores...)
		panel("loss", "logistic loss on held-out records", "loss", numeral.Plain, 0,
			course("loss", chosen, false, runs[0], func(s rareclass.Stage) float64 { return s.Loss })...)
		if !q.same() { // its steps are in the table
			f.Panels[0].Whole = course("g-mean-linear", beside, false, runs[1], gmean)
		}
		return f
	}, show)
}

// reaches reports whether a line is drawn up to the last step.
func (q network) reaches(c engine.Curve) bool {
	return len(c.X) > 0 && c.X[len(c.X)-1] == float64(q.trial.Steps)
}

// course draws the known part of a line.
func course(name, title string, answer bool, of rareclass.Trainings, what func(rareclass.Stage) float64) []engine.Mark {
	c := meanCourse(of, what)
	if len(c.X) == 0 {
		return nil
	}
	c.Name, c.Title, c.Answer = name, title, answer
	return []engine.Mark{c}
}

// meanCourse returns the mean over splits at each step that all of them have reached.
func meanCourse(of rareclass.Trainings, what func(rareclass.Stage) float64) engine.Curve {
	c := engine.Curve{Basis: known.Estimate}
	for i := 0; ; i++ {
		sum, count, step := 0.0, 0, 0
		for _, run := range of {
			if i >= len(run.Course) {
				return c
			}
			step = run.Course[i].Step
			if v := what(run.Course[i]); !math.IsNaN(v) {
				sum, count = sum+v, count+1
			}
		}
		if len(of) == 0 {
			return c
		}
		if count > 0 {
			c.X, c.Y = append(c.X, float64(step)), append(c.Y, sum/float64(count))
		}
	}
}

// drawNorms draws the gradient norms of the first split, and the clip.
func drawNorms(ctx context.Context, q network, show func(engine.Sheet)) (engine.Sheet, error) {
	return q.training(ctx, func(runs []rareclass.Trainings) engine.Figure {
		const least = 1e-6 // norms of 0 have no logarithm
		f := q.figure("gradient norms before the clip, on the first split", "quantity",
			engine.Axis{Name: "norm", Label: "norm of a gradient", Log: true, Low: q.trial.Clip / 10, High: q.trial.Clip * 10})
		band, median := engine.Band{Name: "norms", Title: "10 to 90 % of them", Basis: known.Exact},
			engine.Curve{Name: "norms", Title: "median", Basis: known.Exact, Answer: true}
		if len(runs[0]) > 0 {
			for _, s := range runs[0][0].Course {
				if math.IsNaN(s.Median) {
					continue // no record took part
				}
				x := float64(s.Step)
				band.X, band.Low, band.High = append(band.X, x), append(band.Low, max(s.Low, least)), append(band.High, max(s.High, least))
				median.X, median.Y = append(median.X, x), append(median.Y, max(s.Median, least))
			}
		}
		if len(median.X) > 0 {
			f.Marks = append(f.Marks, band, median)
		}
		f.Marks = append(f.Marks, engine.Rule{Name: "clip", Title: "clip C", At: q.trial.Clip})
		return f
	}, show)
}

// drawSpent draws what the steps so far have spent; the training goes on meanwhile.
func drawSpent(ctx context.Context, q network, show func(engine.Sheet)) (engine.Sheet, error) {
	const places = 16
	b, err := q.budget(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	spent := engine.Curve{Name: "spent", Title: "spent so far", Basis: known.AtMost, Answer: true}
	for _, step := range grid.Even(1, float64(q.trial.Steps), min(places, q.trial.Steps)) {
		b.Steps = math.Round(step)
		v, err := b.Coarse(ctx)
		if err != nil {
			return engine.Sheet{}, err
		}
		if !v.High.Missing() {
			spent.X, spent.Y = append(spent.X, b.Steps), append(spent.Y, v.High.Value)
		}
	}
	return q.training(ctx, func([]rareclass.Trainings) engine.Figure {
		f := q.figure("ε spent after each step", "quantity", engine.Axis{Name: "epsilon", Label: "ε", High: q.trial.Epsilon * 1.1})
		if len(spent.X) > 0 {
			f.Marks = append(f.Marks, spent)
		}
		f.Marks = append(f.Marks, engine.Rule{Name: "budget", Title: "ε", At: q.trial.Epsilon})
		return f
	}, show)
}

package mechanism

import (
	"math"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// side is one of two values with its law, and the other.
type side struct {
	param.Param
	x, other float64
	law      mechanisms.Law
}

// sides returns the value and its neighbour.
func (q window) sides() [2]side {
	return [2]side{{trueValue, q.x, q.other, q.law}, {neighbour, q.other, q.x, q.m.At(q.other)}}
}

// drawPair draws both laws, and brackets the answers at which each is the better guess.
func (q window) drawPair() engine.Figure {
	if binned, few := q.few(); few {
		return q.drawFew(binned.Bins())
	}
	low, high := q.reach()
	f := engine.Figure{
		X:      engine.Axis{Name: "y", Label: "answer y", Low: low, High: high},
		Y:      engine.Axis{Name: "density", Label: "density of the answer"},
		Series: "value", Settings: q.pairSettings(), Shows: guessedRight(),
	}
	f.Marks = q.guesses()
	for _, s := range q.sides() {
		f.Marks = append(f.Marks, s.line(&f)...)
	}
	f.Marks = append(f.Marks, q.ratioAtX()...)
	for _, s := range q.sides() {
		f.Marks = append(f.Marks, engine.Rule{Name: s.Name, Title: s.Symbol, Vertical: true, At: s.x, Pointer: true})
	}
	f.Title = f.Y.Label
	return f
}

// guessedRight says how often the better guess of the two values is right.
func guessedRight() []engine.Shown {
	return []engine.Shown{{Name: "guessed right", Of: engine.Key{Name: view.AttackerRight}}}
}

// ratioAtX writes how high both densities are at the value itself, where their ratio is e^ε, which the picture shows nowhere
// else.
func (q window) ratioAtX() []engine.Mark {
	sides := q.sides()
	if _, binned := q.law.(mechanisms.Binned); binned {
		return nil
	}
	own, other := sides[0].law.Density(q.x), sides[1].law.Density(q.x)
	if !(math.Abs(math.Log(own/other)-q.epsilon) < 1e-6) {
		return nil
	}
	height := func(s side, y float64, text string) engine.Points {
		return engine.Points{Name: s.Name, X: []float64{q.x}, Y: []float64{y}, Labels: []string{text}}
	}
	low := numeral.Short(other)
	return []engine.Mark{height(sides[0], own, numeral.Short(own)+" = e^ε × "+low), height(sides[1], other, low)}
}

// pairSettings lists what both laws share.
func (q window) pairSettings() []engine.Setting {
	return []engine.Setting{
		{Name: "mechanism", Word: q.kind.Name}, {Name: "epsilon", Value: q.epsilon}, {Name: "x", Value: q.x}, {Name: "neighbour", Value: q.other},
	}
}

// few returns the law where it has few enough answers for a named bar each.
func (q window) few() (mechanisms.Binned, bool) {
	const most = 10
	binned, ok := q.law.(mechanisms.Binned)
	return binned, ok && binned.Bins() <= most
}

// drawFew draws the probability of each answer from either value side by side, from 0 to 1, so that heights compare as ε moves.
func (q window) drawFew(answers int) engine.Figure {
	f := engine.Figure{
		X:      engine.Axis{Name: "y", Label: "answer"},
		Y:      engine.Axis{Name: "probability", Label: "probability of an answer", Low: 0, High: 1},
		Series: "value", Settings: q.pairSettings(), Shows: guessedRight(),
	}
	at := func(i int) float64 { return float64(i) / float64(answers-1) }
	for i := range answers {
		name := trueValue.Text(at(i))
		if answers == 2 {
			name = yesNo(at(i))
		}
		f.X.Words, f.X.Keys = append(f.X.Words, name), append(f.X.Keys, engine.NumberCell(at(i)))
	}
	for _, s := range q.sides() {
		bars := engine.Bars{Name: s.Name, Title: s.Format(s.x)}
		if answers == 2 && (s.x == 0 || s.x == 1) {
			bars.Title = "the truth is " + yesNo(s.x)
		}
		for i, a := range s.law.Atoms() {
			bars.X, bars.Y = append(bars.X, float64(i)), append(bars.Y, a.Mass)
		}
		f.Marks = append(f.Marks, bars)
	}
	f.Title = f.Y.Label
	return f
}

// yesNo says what two values stand for.
func yesNo(value float64) string {
	if value == 0 {
		return "no"
	}
	return "yes"
}

// line draws the law as a density with its atoms, or as steps from bin to bin.
func (s side) line(f *engine.Figure) []engine.Mark {
	if binned, ok := s.law.(mechanisms.Binned); ok {
		f.Y = engine.Axis{Name: "probability", Label: "probability of an answer"}
		return []engine.Mark{s.steps(binned)}
	}
	return outlined(s.law, s.x, f.X, s.Name, s.Format(s.x))
}

// steps gives each bin, or a group of them, the room around it.
func (s side) steps(law mechanisms.Binned) engine.Steps {
	const most = 600
	steps := engine.Steps{Name: s.Name, Title: s.Format(s.x)}
	half := 0.5 / float64(law.Bins()-1)
	for _, c := range concentration.Columns(law, most) {
		steps.X, steps.Y = append(steps.X, max(c.From-half, 0)), append(steps.Y, c.Mass)
	}
	steps.X, steps.Y = append(steps.X, 1), append(steps.Y, steps.Y[len(steps.Y)-1])
	return steps
}

// tells says how the guess follows from the picture, and how far from even it can be.
func (q window) tells() string {
	drawn := "curve"
	if _, few := q.few(); few {
		drawn = "bar"
	}
	text := "Guess the value whose " + drawn + " is higher"
	if q.indifferent() {
		text += "; where they are equal, toss a coin"
	}
	if ratio := q.ratio(); ratio != "" && q.m.Guarantee().Claim().Notion == privacy.Pure {
		text += ". Neither exceeds e^ε = " + ratio + " times the other"
	}
	return text + "."
}

// indifferent reports whether some answers are as likely from either value.
func (q window) indifferent() bool {
	const most = 1e-6
	decided := 0.0
	for _, s := range q.sides() {
		if from, to := q.m.DistinguishingEvent(s.x, s.other, hardly); from <= to {
			decided += q.law.Mass(from, to)
		}
	}
	return decided < 1-most
}

// ratio writes e^ε, where it is readable.
func (q window) ratio() string {
	if e := math.Exp(q.epsilon); e < 1e6 {
		return numeral.Short(e)
	}
	return ""
}

// guesses brackets, for each value, the answers that are likelier from it than from the other.
func (q window) guesses() []engine.Mark {
	var spans []engine.Mark
	for _, s := range q.sides() {
		if from, to := q.m.DistinguishingEvent(s.x, s.other, hardly); from <= to {
			if binned, ok := s.law.(mechanisms.Binned); ok { // a bin is drawn with the room around it
				half := 0.5 / float64(binned.Bins()-1)
				from, to = max(from-half, 0), min(to+half, 1)
			}
			spans = append(spans, engine.Span{Name: "guess-" + s.Name, From: from, To: to, Title: "guess " + s.Text(s.x), Ends: [2]string{" ", " "}, Clear: true})
		}
	}
	return spans
}

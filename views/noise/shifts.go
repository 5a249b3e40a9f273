package noise

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/querynoise"
	"dpscope/views/control"
	"dpscope/views/view"
)

// The proof has these controls.
var (
	shift = param.Param{Name: "shift", Symbol: "φ", Label: "moved by",
		Help: "By how much one record moves the true answer, in sensitivities.",
		Min:  -1, Max: 1, Default: 1, Fine: 0.01, Coarse: 0.1}
	another = param.Param{Name: "at", Symbol: "ε′", Label: "another ε",
		Help: "Another ε at which the same noise is looked at: at a larger one less δ is left over.",
		Min:  0, Max: 100, Low: 0, High: 6, Default: 0.5, Fine: 0.01, Coarse: 0.1}

	certificates = param.Menu[func(shifts, querynoise.Best) engine.Figure]{Name: "show", Label: "show",
		Help: "What of the proof is drawn.",
		Kinds: []param.Kind[func(shifts, querynoise.Best) engine.Figure]{
			control.Option("event", "noise and limit", "The noise, e^ε times the same noise moved by one shift, and where the first is above that.",
				paper+", Algorithm 1", shifts.event, shift),
			control.Option("shifts", "every change", "The δ that every change of the answer needs: what its worst event has beyond e^ε times its chance after the move.",
				paper+", Lemma 1", shifts.violations),
			control.Option("profile", "privacy profile", "δ at every other ε of the same noise.", "Balle, Barthe & Gaboardi 2018", shifts.profile, another),
		}}
)

// Proof shows why a law is private, or how it is found.
var Proof = view.OneOf{Key: "show", Label: "show", Help: "What is drawn: of the proof that the noise is private, or of the search that finds it.",
	Sides: []view.Side{{View: byShift}, {View: byRound, Is: param.Option{Name: "search", Title: "search, round by round",
		Help: "How the noise is found: constraints are added until it is private.", Source: paper + ", Algorithm 1"}}}}.View()

// byShift proves a law private.
var byShift = ofQuery(view.Declaration[shifts]{
	Name:     "proof",
	Label:    "why private",
	Also:     "prove, search for noise, cutting planes",
	Title:    "The certificate, shift by shift",
	Question: "Why is this noise private?",
	Sees:     seesQuery(nil),
	Lead:     shiftsLead,
	Filled:   shifts.filled,
	About: "One record moves the answer by a shift. At each the worst event is known, and what it has beyond e^ε times its chance after the move: never more than δ. " +
		"The certificate is the greatest of them over all real shifts up to the sensitivity, of whole answers over all whole ones.",
	Source: paper + ", Lemma 1 and Algorithm 1; that grid shifts decide is re-derived",
	Form: param.Form{Choices: append([]param.Choice{certificates}, shared.Choices...), AsNeeded: shared.AsNeeded, Texts: shared.Texts,
		Params: shared.Params},
	Ask: func(_ context.Context, v param.Values) (shifts, error) {
		a, err := ask(v)
		q := shifts{asked: a, shift: a.Moved(v.Get(shift)), budget: v.Get(another), shown: v.Picked(certificates).Name}
		if err == nil {
			q.draw, err = certificates.New(v)
		}
		return q, err
	},
	Readings: shiftReadings,
	Orders:   []view.Inequality{{Less: "violation", More: "delta-certified"}},
	Draw:     drawShifts,
	Tries: []view.Try{
		{When: func(v param.Values) bool { return v.Get(delta) > 0 && v.Picked(certificates).Name == "event" }, On: "epsilon", Do: view.MuchMore,
			Called: "ε", Shows: "spend more, and see the limit rise above the noise."},
		{When: func(v param.Values) bool { return v.Get(delta) > 0 }, On: "epsilon", Do: view.MuchMore,
			Called: "ε", Shows: "spend more, and see which changes still reach δ."},
		{On: "delta", Do: view.MuchMore, Called: "δ", Shows: "allow some, and see the certificate."},
	},
	Presets: []view.Preset{
		{Name: "small-delta", Title: "At a δ that protects people the noise hardly ever exceeds its limit",
			Query: "show=event&shift=1&loss=l1&epsilon=1&delta=1e-6&sensitivity=1"},
		{Name: "start", Title: "The paper's δ = 0.2: nearly every long shift reaches it",
			Query: "show=shifts&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "changes", Title: "At a δ that protects people only the whole sensitivity needs all of it",
			Query: "show=shifts&loss=l1&epsilon=1&delta=1e-6&sensitivity=1"},
		{Name: "worst-event", Title: "The event that gives a shift of one sensitivity away",
			Query: "show=event&loss=l1&shift=1&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "profile", Title: "What the same noise guarantees at every other ε",
			Query: "show=profile&loss=l1&at=0.5&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "points", Title: "Further points: the advantage, and what is left at ε = 3",
			Query: "show=profile&loss=l1&at=3&epsilon=1&delta=0.1&also=0:0.35,3:0.002&sensitivity=1&beta=0.1&support=5"},
		{Name: "curve", Title: "Below a Gaussian's whole curve, but for a floor",
			Query: "show=profile&loss=l1&at=1&below=normal:1:1e-6&sensitivity=1&beta=0.125&support=6"},
		{Name: "truth", Title: "If the exact answer is sometimes published, the smallest shift is the worst",
			Query: "show=shifts&loss=l1&atom=on&epsilon=3&delta=0.3&sensitivity=1&beta=0.04&support=2"},
	},
})

// shifts asks how well shifts are hidden.
type shifts struct {
	asked
	shift, budget float64 // in sensitivities; ε′
	shown         string
	draw          func(shifts, querynoise.Best) engine.Figure
}

// divergence returns V at the shift; at 0 its limit.
func (q shifts) divergence(s *querynoise.Certified) float64 {
	return s.Law.Divergence(s.Certificate.Moves, q.Epsilon, q.shift)
}

// filled returns the words of the lead that are not readings.
func (q shifts) filled() map[string]string {
	words := q.asked.filled()
	words["moved"] = numeral.Short(q.Place(q.shift))
	// V compares events before the change with events after it. Noise for an even loss is even, and both directions are then
	// alike.
	words["whose"] = "one person's"
	if q.loss != "l1" && q.loss != "l2" {
		words["whose"] = "undoing one person's"
	}
	if q.shift == 0 {
		words["unmoved"] = "unmoved"
	}
	if text, small := rare[q.Delta]; small {
		words["one-in"] = text
	}
	return words
}

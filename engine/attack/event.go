package attack

import (
	"context"
	"math"
)

// Event is what the best test at the false positive rate goes by.
type Event struct {
	Ratio    float64 // an output names somebody that is so many times as likely, or more: about, between the corners of the curve
	From, To float64 // the answers that do, of one value by a local mechanism; From > To: they are told by the ratio alone
}

// Event returns what the best test goes by at the question's false positive rate; found is false where nothing is known of the output but a bound, where each
// rate has a mechanism of its own, or where it names only what is certain.
func (q Question) Event(ctx context.Context) (e Event, found bool, err error) {
	a, err := q.Attack(ctx)
	if err != nil {
		return e, false, err
	}
	if v := a.Finds(q.FPR); v.Low == q.FPR && v.High > v.Low || a.Envelope() {
		return e, false, nil
	}
	const beside = 1e-3
	from, to := q.FPR*(1-beside), min(q.FPR*(1+beside), 1)
	e = Event{Ratio: (a.Finds(to).High - a.Finds(from).High) / (to - from), From: 1}
	if p, is := q.Of.(Pair); is && e.Ratio > 1 {
		m, err := p.By.New()
		if err != nil {
			return e, false, err
		}
		e.From, e.To = m.DistinguishingEvent(p.X, p.Other, math.Log(e.Ratio)*(1-1e-9))
	}
	return e, e.Ratio > 0, nil
}

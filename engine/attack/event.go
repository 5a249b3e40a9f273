package attack

import (
	"context"
	"math"
)

// Event is the event of the best test at the false positive rate.
type Event struct {
	Ratio    float64 // outputs with at least this likelihood ratio name someone; approximate between corners of the curve
	From, To float64 // the answers that name someone, for one value by a local mechanism; From > To: only the ratio defines them
}

// Event returns the event of the best test at the question's false positive rate; found is false if the
// output is known by a bound alone, if each rate has a mechanism of its own, or if only certain outputs name
// someone.
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

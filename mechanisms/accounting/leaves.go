package accounting

import (
	"context"
	"math"

	"dpscope/engine/num/normal"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// run returns a part as a run of equal sampled normal steps, if it is one.
func (p part) run() (r Run, is bool) {
	switch e := p.of.(type) {
	case Normal:
		return Run{Step{1, e.Deviation}, p.times}, true
	case Sampled:
		n, is := e.Of.(Normal)
		return Run{Step{e.Rate, n.Deviation}, p.times}, is && e.By == Poisson
	}
	return r, false
}

// response returns a part as repeated randomised response, if that is the worst mechanism of its nodes.
func (p part) response() (r Repeated, is bool) {
	switch e := p.of.(type) {
	case Bit:
		return Repeated{e.Epsilon, p.times}, true
	case Claim:
		return Repeated{e.Epsilon, p.times}, e.Delta == 0
	}
	return r, false
}

// profile returns the profile of a release in both orders, and whether it is exact; nil for nodes without
// one.
func profile(ctx context.Context, e Event) (of func(epsilon float64) float64, exact bool, err error) {
	switch e := e.(type) {
	case Claim:
		return privacy.State(e.Claim).Delta, true, nil
	case Normal:
		return e.profile, true, nil
	case Epoch:
		return e.Fixed().profile, false, nil
	case Pick:
		return e.profile, true, nil
	case Noise:
		of, err = e.Law.Profile(ctx)
	case Local:
		of, err = e.Law.Profile(ctx)
	case Sampled:
		return e.profile(ctx)
	}
	return of, false, err
}

// profile returns the profile of a sampled part of an event with equal orders. At ε ≥ 0 the order with the
// record against without reveals no less than the other for any profile, because H at e^ε of Q against
// (1−q)·Q + q·P is (1 − e^ε(1−q))·δ(ε″), a smaller factor at a greater ε.
func (e Sampled) profile(ctx context.Context) (func(epsilon float64) float64, bool, error) {
	if _, is := e.Of.(Sampled); is {
		return nil, false, nil
	}
	whole, exact, err := profile(ctx, e.Of)
	if whole == nil {
		return nil, false, err
	}
	return func(epsilon float64) float64 { return e.Rate * whole(BeforeSampling(epsilon, e.Rate)) }, exact, nil
}

func (e Normal) profile(epsilon float64) float64 {
	return privacy.GaussianProfile(epsilon, e.Deviation)
}

// profile returns (1 − e^((x−ε)/2))²/(1 − e^−ε) at x. If the loss ranges over ε, from t − ε to t, two answers
// reveal most, and δ = (1 − e^(t−ε))(1 − e^(x−t))/(1 − e^−ε) is greatest in the middle, t = (x + ε)/2 (Dong,
// Durfee & Rogers 2020, section 3).
func (e Pick) profile(x float64) float64 {
	if x >= e.Epsilon {
		return 0
	}
	half := math.Expm1((x - e.Epsilon) / 2)
	return half * half / -math.Expm1(-e.Epsilon)
}

// cells returns the cells of the worst mechanism with the claim: it tells the truth with probability δ, and
// otherwise answers by randomised response.
func (e Claim) cells() []pairs.Cell {
	keep := (1 - e.Delta) / (1 + math.Exp(-e.Epsilon))
	flip := keep * math.Exp(-e.Epsilon)
	return []pairs.Cell{{P: e.Delta}, {P: keep, Q: flip}, {P: flip, Q: keep}, {Q: e.Delta}}
}

// cells returns cells of equal length, for losses up to 700, with negligible rests at the ends.
func (e Normal) cells(r pairs.Rounding) []pairs.Cell {
	count, reach := r.Atoms, e.Deviation*normal.UpperQuantile(r.Lost)
	low, high := max(-reach, 0.5-700*e.Deviation*e.Deviation), min(1+reach, 0.5+700*e.Deviation*e.Deviation)
	list := make([]pairs.Cell, count)
	for i := range list {
		from, to := low+(high-low)*float64(i)/float64(count), low+(high-low)*float64(i+1)/float64(count)
		if i == 0 {
			from = math.Inf(-1)
		}
		if i == count-1 {
			to = math.Inf(1)
		}
		list[i] = pairs.Cell{P: e.mass(from-1, to-1), Q: e.mass(from, to)}
	}
	return list
}

// mass returns the noise's mass between two places.
func (e Normal) mass(from, to float64) float64 {
	if from > 0 {
		return normal.UpperTail(from/e.Deviation) - normal.UpperTail(to/e.Deviation)
	}
	return normal.UpperTail(-to/e.Deviation) - normal.UpperTail(-from/e.Deviation)
}

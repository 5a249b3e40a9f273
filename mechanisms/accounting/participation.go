package accounting

import (
	"iter"
	"math"

	"dpscope/engine/num/binomial"
	"dpscope/engine/num/normal"
	"dpscope/engine/num/optimize1d"
	"dpscope/engine/num/rootfind"
	"dpscope/mechanisms/privacy"
)

// told returns a budget that suffices even against an attacker who knows the steps in which the record takes
// part. That binomial number of steps amounts to normal noise of smaller deviation, and a mixture, in either
// of the two laws, is no easier to tell apart than its parts on average,
//
//	δ(ε) ≤ Σ Pr[K = k]·δ_N(ε; σ/√k).
//
// It is near the least budget if the noise hides nothing. Counts are grouped into blocks, each at its
// greatest. The budget is +Inf if the steps are too many to count.
func (r Run) told(delta float64) float64 {
	if r.Steps > binomial.MaxTrials {
		return math.Inf(1)
	}
	const (
		left   = 1e-6 // of δ, for greater counts
		most   = 400  // blocks
		margin = 1e-8 // of masses
	)
	law := binomial.New(r.Steps, r.Rate)
	least, greatest := r.Steps-exceeds(law.Failures(), left*delta), exceeds(law, left*delta)
	width := math.Ceil(max(greatest-least, 0)/most) + 1
	var blocks []block
	for from, to := 0.0, min(least, greatest); from <= greatest; from, to = to+1, min(to+width, greatest) {
		blocks = append(blocks, block{to, law.Between(from, to) * (1 + margin)})
	}
	profile := func(epsilon float64) (sum float64) {
		for _, b := range blocks {
			if b.count > 0 {
				sum += b.mass * privacy.GaussianProfile(epsilon, r.Deviation/math.Sqrt(b.count))
			}
		}
		return sum
	}
	return privacy.LeastEpsilon(profile, delta*(1-2*left))
}

// block is a number of counts, each no more than this one.
type block struct{ count, mass float64 }

// Seen returns a budget that does not suffice if the noise hides hardly any step with the record, or 0. The
// attacker adds up the answers above ½, n of them, and claims the record if n ≥ k and their sum is at least n
// − c√n·σ. With the record that happens at least as often as it takes part in k steps, no answer is on the
// wrong side of ½, and n normal values exceed their mean less c deviations; without it, for any choice of n
// answers, at most as often as
//
//	Σ C(T, n)·½·e^(−(√n/σ − c)²/2), n ≥ k.
func (r Run) Seen(delta float64) (least float64) {
	wrong := r.Steps * normal.UpperTail(0.5/r.Deviation)
	if r.Steps > binomial.MaxTrials || !(wrong < 1-delta) {
		return 0
	}
	const margin = 1e-8 // of probabilities
	law := binomial.New(r.Steps, r.Rate)
	last := exceeds(law, delta)
	for c := 0.0; c <= 12; c += 0.5 {
		right := normal.UpperTail(-c) - wrong
		for k := range fewer(last) {
			if with := law.Tails(k-1).Above*right*(1-margin) - delta; with > 0 {
				least = max(least, math.Log(with)-r.mistaken(k, c)-margin)
			}
		}
	}
	return least
}

// counted returns a budget that does not suffice, or 0, by the attacker who claims the record from k answers
// above ½: both counts are binomial, so that it works for any number of steps. It extracts two thirds of the
// information in normal noise.
func (r Run) counted(delta float64) (least float64) {
	const margin = 1e-9 // of probabilities and of logarithms
	wrong := normal.UpperTail(0.5 / r.Deviation)
	if r.Steps > binomial.MaxTrials || wrong < 1e-290 {
		return 0
	}
	with, without := binomial.New(r.Steps, wrong+r.Rate*(1-2*wrong)), binomial.New(r.Steps, wrong)
	for k := range fewer(exceeds(with, delta)) {
		if p := with.Tails(k-1).Above*(1-margin) - delta; p > 0 {
			least = max(least, math.Log(p)-without.Tails(k-1).LogAbove*(1-margin)-margin)
		}
	}
	return least
}

// likely returns a budget that does not suffice, or 0, because the sum of the losses of many steps is hardly
// ever much below its mean. For losses L under either of the two laws, and every h in (0, 1) and δ = (1 −
// s)²,
//
//	Pr[ΣL ≤ a] ≤ e^(ha)·E[e^(−hL)]^T = s for some a, and δ(ε) ≥ Pr[ΣL > a]·(1 − e^(ε−a)) ≥ δ at ε = a + ln s.
//
// It falls short of the least budget by some deviations of the sum.
func (r Run) likely(delta float64) (least float64) {
	const margin, last = 1e-9, 1e-12 // of moments; the smallest h
	spare := math.Log((1 - delta) / (1 + math.Sqrt(delta)))
	for _, from := range []side{removed, added} {
		exceeded := func(logH float64) float64 {
			h := math.Exp(logH)
			return (spare - r.Steps*r.cumulant(from, -h)*(1-margin)) / h
		}
		_, a := optimize1d.Near(exceeded, math.Log(last), math.Log(0.9), 1e-6)
		least = max(least, (a+spare)*(1-margin))
	}
	return least
}

// fewer yields counts from the last down to 1, ever farther apart.
func fewer(last float64) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for below := 0.0; last-below >= 1 && yield(last-below); {
			below = 2*below + 1
		}
	}
}

// mistaken bounds ln of the error rate of the attacker of Seen without the record; +Inf if it is not summed
// here. The terms are log-concave in n, so that a geometric series bounds the rest after a ratio of two.
func (r Run) mistaken(k, c float64) float64 {
	const far = 1000
	choose := func(n float64) float64 { // ln C(T, n), and a bound on its error
		all, _ := math.Lgamma(r.Steps + 1)
		in, _ := math.Lgamma(n + 1)
		out, _ := math.Lgamma(r.Steps - n + 1)
		return all - in - out + 8*unit*(all+in+out)
	}
	term := func(n float64) float64 {
		z := math.Sqrt(n)/r.Deviation - c
		if z < 0 {
			return math.Inf(1)
		}
		return choose(n) - math.Ln2 - z*z/2*(1-8*unit)
	}
	first, sum := term(k), 0.0
	if math.IsInf(first, 1) {
		return first
	}
	for n := k; ; n++ {
		here := term(n)
		sum += math.Exp(here - first)
		if n == r.Steps {
			break
		}
		if ratio := math.Exp(term(n+1)-here) * (1 + 1e-3); ratio < 0.5 {
			sum += math.Exp(here-first) * ratio / (1 - ratio)
			break
		}
		if n == k+far {
			return math.Inf(1)
		}
	}
	return first + math.Log(sum)
}

// exceeds returns the least count that a binomial number exceeds with at most a chance.
func exceeds(law binomial.Law, chance float64) float64 {
	_, count := rootfind.Border(func(j float64) bool { return law.Tails(j).Above > chance }, -1, law.N,
		rootfind.Halving{Middle: func(a, b float64) float64 { return math.Floor((a + b) / 2) }})
	return count
}

package accounting

import (
	"math"

	"dpscope/engine/num/normal"
)

// cut lays stretches over the losses of one step as one side sees it, from low to
// high at most. Losses above all of them have a probability of at most spare, or
// are above high.
func (s Step) cut(from side, width, spare, low, high float64, t tilt) cells {
	least, most := s.reach(from, spare)
	c := newCells(max(low, least), min(high, most), width, t)
	answer := s.answer(from, c.loss(0))
	below, _ := s.masses(from, math.Inf(-1), answer)
	c.below = below * t.weight(c.loss(0))
	for i := range c.mass {
		loss := c.loss(i)
		next := s.answer(from, c.loss(i+1))
		with, without := s.masses(from, answer, next)
		weight := t.weight(loss)
		c.mass[i], c.right[i] = with*weight, rightShare(with, without, loss, width)*weight
		answer = next
	}
	c.above, _ = s.masses(from, answer, math.Inf(1))
	return c
}

// rightShare is the part of a stretch's mass p at its right end: b of
// a + b = p and a·e^−l + b·e^−(l+h) = q, where q is the mass under the other law.
func rightShare(p, q, loss, width float64) float64 {
	const far = 600 // beyond it e^l overflows, and q is nothing
	if loss > far {
		return p
	}
	return min(max((p-q*math.Exp(loss))/-math.Expm1(-width), 0), p)
}

// recut lays wider stretches over a sum.
func (s tilted) recut(width float64, t tilt) cells {
	last := s.start + len(s.masses) - 1
	c := newCells(float64(s.start)*s.width, float64(last)*s.width+width, width, t)
	for j, mass := range s.masses {
		loss := float64(s.start+j) * s.width
		i := min(max(int(math.Floor(loss/width))-c.first, 0), len(c.mass)-1)
		rest := min(max(loss-c.loss(i), 0), width)
		mass *= math.Exp(-t.theta * rest)
		c.mass[i] += mass
		c.right[i] += mass * math.Expm1(-rest) / math.Expm1(-width)
	}
	return c
}

// reach is from the least to the greatest loss of one step that matters: an answer
// of a greater loss has a probability of at most spare, one of a smaller of nearly
// nothing, which is rounded safely.
func (s Step) reach(from side, spare float64) (low, high float64) {
	const nothing = 1e-20
	far, near := s.Deviation*normal.UpperQuantile(min(spare, 0.1)), s.Deviation*normal.UpperQuantile(nothing)
	if from == added {
		return -s.loss(near), -s.loss(-far)
	}
	return s.loss(-near), s.loss(1 + far)
}

// answer is where the loss of one step has a value, as a number that grows with
// it: the answer x itself, or −x as the side sees it that wonders whether a record
// was added. It is −Inf or +Inf where no answer has so small or great a loss.
func (s Step) answer(from side, loss float64) float64 {
	if from == added {
		return -s.at(-loss)
	}
	return s.at(loss)
}

// at is the answer x with ln(P/Q) = loss.
func (s Step) at(loss float64) float64 {
	const far = 600
	variance := s.Deviation * s.Deviation
	if loss > far {
		return 0.5 + variance*(loss-math.Log(s.Rate))
	}
	ratio := math.Expm1(loss) / s.Rate
	if ratio <= -1 {
		return math.Inf(-1)
	}
	return 0.5 + variance*math.Log1p(ratio)
}

// masses are the probabilities of the answers between two, under the law that the
// side sees and under the other.
func (s Step) masses(from side, low, high float64) (here, there float64) {
	if low == high {
		return 0, 0
	}
	if from == added {
		low, high = -high, -low
	}
	width := (high - low) / s.Deviation
	without := normal.Mass(low/s.Deviation, high/s.Deviation, width)
	with := (1-s.Rate)*without + s.Rate*normal.Mass((low-1)/s.Deviation, (high-1)/s.Deviation, width)
	if from == added {
		return without, with
	}
	return with, without
}

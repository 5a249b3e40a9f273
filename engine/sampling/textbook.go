package sampling

import (
	"math"
	"math/rand/v2"
	"sort"
)

// Textbook is noise as textbooks write it: value ± b·ln u in floating-point numbers, b = 1/ε. Every operation rounds, and
// only the values of u that there are give noise, so that the answers of two values are two sets that share only a part. The
// logarithm is rounded correctly, as good libraries do nearly always: worse ones change which answers there are, and every
// computer draws the same.
type Textbook struct {
	Epsilon  float64
	Uniforms Uniforms
}

// Draw draws an answer.
func (m Textbook) Draw(value float64, rng *rand.Rand) float64 {
	return m.answer(value, m.Uniforms.draw(rng), rng.Uint64()&1 == 1)
}

// answer returns the answer for u and a sign. The conversions keep a processor from fusing product and sum.
func (m Textbook) answer(value, u float64, minus bool) float64 {
	noise := float64(-ln(u) / m.Epsilon)
	if minus {
		noise = -noise
	}
	return float64(value + noise)
}

// Proven returns +Inf: the proof for Laplace noise needs real numbers.
func (m Textbook) Proven() float64 { return math.Inf(1) }

// Step returns 0: there is none.
func (m Textbook) Step() float64 { return 0 }

// Gives looks at the few u that may give the answer. They lie where the inverse puts the answer's two
// floating-point neighbours, moved outward by more than all rounding: logarithm, quotient and difference by
// half a unit in the last place each, the exponential by less than one. Each of these steps preserves order,
// so that a larger u never gives more noise, and bisection finds the one that gives the answer, or shows that
// none does.
func (m Textbook) Gives(value, answer float64) bool {
	below, above := math.Nextafter(answer, math.Inf(-1)), math.Nextafter(answer, math.Inf(1))
	return m.givesBySign(value, answer, below-value, above-value, false) ||
		m.givesBySign(value, answer, value-above, value-below, true)
}

// givesBySign implements Gives for one sign, with noise between least and most.
func (m Textbook) givesBySign(value, answer, least, most float64, minus bool) bool {
	const outward = 0x1p-50
	if most < 0 {
		return false
	}
	from := m.Uniforms.place(math.Exp(-most*(1+outward)*m.Epsilon) * (1 - outward))
	to := m.Uniforms.place(math.Exp(-max(least, 0)*(1-outward)*m.Epsilon)*(1+outward)) + 1
	found := from + sort.Search(to-from, func(i int) bool {
		y := m.answer(value, m.Uniforms.at(from+i), minus)
		return minus && y >= answer || !minus && y <= answer
	})
	return found < to && m.answer(value, m.Uniforms.at(found), minus) == answer
}

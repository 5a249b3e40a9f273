package sampling

import (
	"math"
	"math/rand/v2"
)

// Snapping is the snapping mechanism: noise from all floating-point uniforms by a correctly rounded
// logarithm, added, and the sum rounded to a multiple of a power of two at least as large as the scale.
// Rounding removes differences in the last digits, so that both values give the same answers (Mironov 2012,
// section 5.2).
type Snapping struct{ Epsilon float64 }

// Bound is the limit that values and answers are clamped to, above 1/ε for every allowed ε and below 2^46/ε,
// as the proof requires.
const Bound = 0x1p21

// Draw draws an answer.
func (m Snapping) Draw(value float64, rng *rand.Rand) float64 {
	return m.answer(value, Dense{}.draw(rng), rng.Uint64()&1 == 1)
}

func (m Snapping) answer(value, u float64, minus bool) float64 {
	noise := float64(m.scale() * -ln(u))
	if minus {
		noise = -noise
	}
	return clamp(nearest(float64(clamp(value)+noise), m.Step()))
}

func (m Snapping) scale() float64 { return 1 / m.Epsilon }

// Proven returns 1/λ + 2^-49·B/λ for the scale λ (Mironov 2012, theorem 1).
func (m Snapping) Proven() float64 { return (1 + Bound*0x1p-49) / m.scale() }

// Step returns the least power of two that is at least the scale.
func (m Snapping) Step() float64 {
	fraction, exponent := math.Frexp(m.scale())
	if fraction == 0.5 {
		exponent--
	}
	return math.Ldexp(1, exponent)
}

// Gives tries uniforms that put the sum into the cell of the answer. A cell is at least as wide as the scale, so that
// the uniforms of its end and of its middle lie a factor apart: some number between is one of them unless none is.
func (m Snapping) Gives(value, answer float64) bool {
	if answer != clamp(nearest(answer, m.Step())) {
		return false
	}
	far := answer - clamp(value)
	for _, part := range []float64{0, -0.25, 0.25} {
		size := far + part*m.Step()
		u := min(math.Exp(-math.Abs(size)*m.Epsilon), 1-0x1p-53)
		if u > 0 && m.answer(value, u, size < 0) == answer {
			return true
		}
	}
	return false
}

func clamp(y float64) float64 { return min(max(y, -Bound), Bound) }

// nearest returns the multiple of a power of two nearest to y, the upper one of two.
func nearest(y, step float64) float64 {
	cells := y / step // exact, except for numbers without digits left
	whole := math.Floor(cells)
	if cells-whole >= 0.5 {
		whole++
	}
	return whole * step
}

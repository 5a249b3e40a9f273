package sampling

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// Uniforms are numbers in (0, 1] that stand for a uniform real number.
type Uniforms interface {
	draw(rng *rand.Rand) float64
	// place counts the numbers up to u; beyond either end it returns the place of the last one there.
	place(u float64) int
	// at returns the number at a place.
	at(place int) float64
}

// Grid holds the multiples of 2^-Bits: with 53 those of nearly every library.
type Grid struct{ Bits int }

func (g Grid) step() float64 { return math.Ldexp(1, -g.Bits) }

func (g Grid) draw(rng *rand.Rand) float64 {
	return float64(rng.Uint64()>>(64-g.Bits)+1) * g.step()
}

func (g Grid) place(u float64) int { return int(min(max(math.Floor(u/g.step()), 1), 1/g.step())) }

func (g Grid) at(place int) float64 { return float64(place) * g.step() }

// Dense holds all floating-point numbers in (0, 1) with full precision, each as likely as its spacing: a real
// number rounded down.
type Dense struct{}

// draw counts the zeros before the first one among random bits, for the exponent, and draws the other digits.
func (Dense) draw(rng *rand.Rand) float64 {
	const digits, least = 52, 1022
	exponent := 1
	for {
		zeros := bits.LeadingZeros64(rng.Uint64())
		exponent += zeros
		if zeros < 64 || exponent >= least {
			break
		}
	}
	return math.Ldexp(1+float64(rng.Uint64()>>(64-digits))*0x1p-52, -min(exponent, least))
}

// place returns the bits, which order like the numbers.
func (Dense) place(u float64) int { return int(math.Float64bits(min(max(u, 0x1p-1022), 1-0x1p-53))) }

func (Dense) at(place int) float64 { return math.Float64frombits(uint64(place)) }

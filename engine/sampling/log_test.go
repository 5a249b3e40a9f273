package sampling

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// Values of Python's decimal module, 60 digits, rounded once.
func TestLogarithmIsRoundedCorrectly(t *testing.T) {
	for _, c := range [][2]float64{
		{0x1.fffffffffffffp-1, -0x1.0000000000000p-53},
		{0x1.0000000000000p-1, -0x1.62e42fefa39efp-1},
		{0x1.6a09e667f3bccp-1, -0x1.62e42fefa39f1p-2},
		{0x1.6a09e667f3bcdp-1, -0x1.62e42fefa39eep-2},
		{0x1.0000000000000p-1022, -0x1.6232bdd7abcd2p+9},
		{0x1.59283684dba77p-1022, -0x1.620c7e098d3dcp+9},
		{0x1.999999999999ap-4, -0x1.26bb1bbb55515p+1},
		{0x1.fff2e48e8a71ep-1, -0x1.a3738d2cf1cc2p-14},
		{0x1.cd2b297d889bcp-54, -0x1.26bb1bbb55516p+5},
		{0x1.3eecf89059360p-1, -0x1.e4ba347bd50a3p-2},
		{0x1.7bcb8116f23eep-1, -0x1.31dc9e373ca1bp-2},
		{0x1.97239c6c3047fp-1, -0x1.d556ee825f5d8p-3},
		{0x1.e288d7f5db50cp-1, -0x1.e58e9ff1e0a6dp-5},
		{0x1.7ad3fc69bae32p-543, -0x1.77fcacf385edep+8},
		{0x1.db38beb9086e0p-482, -0x1.4d7a744d4938ep+8},
		{0x1.8d4a70fc5ff4dp-256, -0x1.62032af7d4918p+7},
		{0x1.4c46648351904p-161, -0x1.bd57f8f6ee549p+6},
	} {
		if got := ln(c[0]); got != c[1] {
			t.Errorf("ln %x is %x, want %x", c[0], got, c[1])
		}
	}
	if two := artanh(new(big.Float).SetPrec(230).Quo(big.NewFloat(1), new(big.Float).SetPrec(230).SetInt64(3))).Text('f', 68); !strings.HasPrefix(ln2, two[:66]) {
		t.Errorf("ln 2 is %s", two)
	}
}

// Both ways find the same number, and the pair is as near as its margin says.
func TestLogarithmBothWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for i := range effort.Scale(2_000, 20_000, 1_000_000) {
		u := math.Ldexp(1-rng.Float64()/2, -rng.IntN(1+i%60))
		if i%3 == 0 {
			u = 1 - float64(1+rng.IntN(1000))*0x1p-53
		}
		fraction, exponent := reduced(u)
		if got, want := ln(u), lnByDigits(fraction, exponent); got != want {
			t.Fatalf("ln %x is %x by two numbers, %x by many digits", u, got, want)
		}
		pair, digits := lnOf(fraction, exponent), digitsOf(fraction, exponent)
		off := new(big.Float).SetPrec(200).Sub(digits, big.NewFloat(pair.high))
		off.Sub(off, big.NewFloat(pair.low))
		if far, _ := off.Float64(); math.Abs(far) > 0x1p-95*math.Abs(pair.high) {
			t.Fatalf("ln %x is off by %g of itself", u, far/pair.high)
		}
	}
	if ln(1) != 0 {
		t.Errorf("ln 1 is %v", ln(1))
	}
}

// digitsOf returns the logarithm before it is rounded.
func digitsOf(fraction float64, exponent int) *big.Float {
	wide := func() *big.Float { return new(big.Float).SetPrec(200) }
	l := artanh(wide().Quo(wide().Sub(big.NewFloat(fraction), big.NewFloat(1)), wide().Add(big.NewFloat(fraction), big.NewFloat(1))))
	two, _, _ := big.ParseFloat(ln2, 10, 200, big.ToNearestEven)
	return l.Add(l, two.Mul(two, wide().SetInt64(int64(exponent))))
}

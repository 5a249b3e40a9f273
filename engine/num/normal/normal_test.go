package normal

import (
	"math"
	"testing"
)

// Values of mpmath 1.3 at 50 digits and more, throughout.
func TestMillsRatio(t *testing.T) {
	for _, test := range []struct{ z, want float64 }{
		{-3, 225.334896220349121}, {-0.5, 1.96401749535799375}, {0, 1.25331413731550025}, {0.3, 1.00183740099215575},
		{1, 0.655679542418798472}, {3, 0.304590298710103296}, {6, 0.162377660896867462}, {37, 0.0270073279651283361}, {1e9, 1e-9},
	} {
		if got := MillsRatio(test.z); math.Abs(got/test.want-1) > 2e-15 {
			t.Errorf("R(%g) = %.17g, want %.17g", test.z, got, test.want)
		}
	}
}

func TestExcess(t *testing.T) {
	for _, test := range []struct{ t, want float64 }{
		{-3, 3.00038215431704772}, {0, 0.398942280401432678}, {0.5, 0.19779655740130603}, {3, 0.000382154317047723596},
		{5, 5.34616553383281495e-8}, {8, 7.55026241194649891e-17}, {20, 1.37001249472957994e-90},
	} {
		if got := Excess(test.t); math.Abs(got/test.want-1) > 1e-13 {
			t.Errorf("E[(N - %g)⁺] = %.17g, want %.17g", test.t, got, test.want)
		}
	}
}

func TestQuantiles(t *testing.T) {
	for _, test := range []struct{ p, want float64 }{
		{0.4, 0.253347103135799741},
		{0.25, 0.674489750196081743},
		{0.1, 1.28155156554460044},
		{0.01, 2.32634787404084109},
		{1e-3, 3.09023230616781354},
		{1e-6, 4.75342430882289896},
		{1e-20, 9.26234008979840758},
		{1e-100, 21.2734535609653243},
		{1e-300, 37.0470962993611992},
	} {
		got := UpperQuantile(test.p)
		if math.Abs(got-test.want) > 4e-16*max(test.want, 1) {
			t.Errorf("the upper quantile of %g is %.17g, want %.17g", test.p, got, test.want)
		}
		if other := -Quantile(test.p); math.Abs(other/test.want-1) > 2e-15 {
			t.Errorf("the quantile of %g is %.17g, want %.17g", test.p, -other, -test.want)
		}
	}
}

func TestMass(t *testing.T) {
	for _, test := range []struct{ low, high, want float64 }{
		{-1, 1, 0.682689492137085897},
		{0, 0.25, 0.0987063256829237242},
		{0.5, 0.75, 0.081910186349118697},
		{3, 3.125, 0.000460872732521662467},
		{6, 8, 9.86587022941640714e-10},
		{-8, -6, 9.86587022941640714e-10},
		{-0.125, 3, 0.548388326798482798},
		{30, 31, 4.90671392714791753e-198},
		{0.0009765625, 0.00390625, 0.0011687723109111414},
	} {
		if got := Mass(test.low, test.high, test.high-test.low); math.Abs(got/test.want-1) > 2e-13 { // of the rounding of z in e^(−z²/2)
			t.Errorf("the mass of [%g, %g] is %.17g, want %.17g", test.low, test.high, got, test.want)
		}
	}
}

func TestSecondMoment(t *testing.T) {
	for _, test := range []struct{ z, want float64 }{
		{0.001, 1.32980720239589985e-10},
		{0.1, 0.000132582529327804936},
		{0.9, 0.0764631497443611766},
		{1.1, 0.124696544317811764},
		{3, 0.485354556732555884},
		{20, 0.5},
	} {
		if got := SecondMoment(test.z); math.Abs(got/test.want-1) > 1e-14 {
			t.Errorf("to %g it is %.17g, want %.17g", test.z, got, test.want)
		}
	}
}

package mechanisms

import (
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
)

// A check looks for one kind of mistake in a mechanism, through its interface only. The same checks run on every mechanism of
// the menu, where they must find nothing, and on planted bugs, where one of them must find each.
type check struct {
	name string
	run  func(subject) error // nil when nothing is wrong
}

// subject is a mechanism under check.
type subject struct {
	name string
	Mechanism
	tight bool // its claim should be met with equality
}

var checks = []check{
	{"normalised", checkNormalised},
	{"moments", checkMoments},
	{"mirror", checkMirror},
	{"peak", checkPeak},
	{"tails", checkTails},
	{"decimal windows", checkDecimalWindows},
	{"claim", checkClaim},
	{"loss search", checkLossSearch},
	{"enumeration", checkEnumeration},
	{"privacy profile", checkProfile},
	{"loss tail", checkLossTail},
	{"variation", checkVariation},
	{"telling", checkTelling},
	{"sampler", checkSampler},
	{"audit", checkAudit},
}

// looseClaims names the kinds with a claim that is known to leave room; any other claim must be met with equality.
var looseClaims = map[string]bool{
	"gaussian-clamped": true, "gaussian-pac": true, "gaussian-pac-clamped": true, "gaussian-classic": true, "exponential": true,
}

// Where the quotient of two densities leaves float64, their logarithms still
// tell the loss.
func TestLossAtLargeBudgets(t *testing.T) {
	for _, kind := range All.Kinds {
		for _, epsilon := range []float64{300, 600, 1300} {
			if kind.Name == "gaussian-classic" {
				continue // ends at ε = 1
			}
			if err := checkLossSearch(subject{kind.Name, newMechanism(t, kind.Name, epsilon, 0.01, 11), false}); err != nil {
				t.Errorf("%s at ε=%g: %v", kind.Name, epsilon, err)
			}
		}
	}
}

func newMechanism(t testing.TB, name string, epsilon, delta float64, bins int) Mechanism {
	t.Helper()
	kind, err := All.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := madeOf(kind, epsilon, delta, bins)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// madeOf returns a mechanism of a kind; the error says why there is none at this budget.
func madeOf(kind param.Kind[Mechanism], epsilon, delta float64, bins int) (Mechanism, error) {
	return kind.New(param.Values{}.With(Epsilon, epsilon).With(Delta, delta).With(Bins, float64(bins)))
}

// The tag beside a mechanism in the menu is the notion that it claims.
func TestTags(t *testing.T) {
	for _, kind := range All.Kinds {
		if tag := newMechanism(t, kind.Name, 1, 0.01, 11).Guarantee().Claim().Tag(); kind.Tag != tag {
			t.Errorf("%s is tagged %q and claims %q", kind.Name, kind.Tag, tag)
		}
	}
}

// The whole menu passes every check: in an ordinary run every mechanism at one of several budgets, a different one than its
// predecessor, and in the whole check at half of them.
func TestChecks(t *testing.T) {
	effort.ForNumbers(t)
	settings := []struct {
		epsilon, delta float64
		bins           int
	}{{1, 0.05, 21}, {0.1, 1e-3, 2}, {0.5, 1e-6, 101}, {3, 0.3, 5}, {9, 1e-4, 21}, {90, 0.01, 11}}
	for k, kind := range All.Kinds {
		for i, s := range settings {
			if kind.Name == "gaussian-classic" && s.epsilon > 1 || !effort.Sample(i+k, 6, 2) {
				continue
			}
			m := newMechanism(t, kind.Name, s.epsilon, s.delta, s.bins)
			for _, c := range checks {
				if err := c.run(subject{kind.Name, m, !looseClaims[kind.Name]}); err != nil {
					t.Errorf("%s at ε=%g δ=%g k=%d, %s: %v", kind.Name, s.epsilon, s.delta, s.bins, c.name, err)
				}
			}
		}
	}
}

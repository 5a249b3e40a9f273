package mechanism

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// onGrid is the relative error of sums over a grid.
const onGrid = 2e-5

// python returns the main answer in Python: for a pair how often the best guess is right, for a window how often answers land
// there.
func (q window) python(context.Context, param.Values) view.Python {
	m, is := q.m.(mechanisms.InPython)
	if !is {
		return view.Python{None: "this mechanism has no lines in Python"}
	}
	p := view.Python{Libraries: m.Libraries(), Input: q.x}
	if !q.pair {
		p.Answer = engine.Key{Name: "mass"}
		p.Numpy = m.Python() + landingIn(q.x, q.From, q.To, "print(float(landing(cdf)))\n")
		return p
	}
	low, high := mechanisms.PythonSpan(m)
	p.Answer, p.Within = engine.Key{Name: view.AttackerRight}, onGrid
	p.Numpy = m.Python() + fmt.Sprintf(`
# The answers of both values, cell by cell; the best guess names the likelier one.
x, other = %s, %s
edges = np.linspace(%s, %s, 400001)
p = np.diff(cdf(edges, x), prepend=0.0, append=1.0)
q = np.diff(cdf(edges, other), prepend=0.0, append=1.0)
print(float((1 + np.abs(p - q).sum() / 2) / 2))
`, view.Digits(q.x), view.Digits(q.other), view.Digits(low), view.Digits(high))
	return p
}

// landingIn defines how often answers land between two ends, both included.
func landingIn(x, from, to float64, then string) string {
	return fmt.Sprintf("\nx, low, high = %s, %s, %s\n\ndef landing(cdf):\n    return cdf(np.array(high), x) - cdf(np.nextafter(low, -np.inf), x)\n\n%s", view.Digits(x), view.Digits(from), view.Digits(to), then)
}

// python returns, in Python, the compared mechanism whose answers land closest most often.
func (q mechanismComparison) python(name string) (view.Python, error) {
	var b strings.Builder
	var calls []string
	for i, k := range q.kinds {
		if !q.takesPart(i) {
			continue
		}
		made, err := q.Mechanism(i, q.epsilon)
		if err != nil {
			continue // it does not exist at this ε
		}
		m, is := made.(mechanisms.InPython)
		if !is {
			continue
		}
		fmt.Fprintf(&b, "# %s\n%s\n", k.Title, m.Python())
		fmt.Fprintf(&b, "found[%q] = float(landing(cdf))\n\n", k.Name)
		calls = append(calls, k.Name)
	}
	if calls == nil {
		return view.Python{None: "no mechanism that is compared here has lines in Python"}, nil
	}
	return view.Python{Answer: engine.Key{Name: name}, Numpy: "found = {}\n" + landingIn(q.x, q.window.From, q.window.To, "") + b.String() +
		"print(max(found, key=found.get))\n"}, nil
}

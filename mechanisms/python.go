package mechanisms

import (
	"fmt"
	"slices"
	"strconv"

	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

// InPython is a mechanism that describes itself in Python, for continuing there, with the calibrated numbers
// it has here.
type InPython interface {
	// Python returns the source of a function cdf(y, x) of numpy: Pr[M(x) ≤ y].
	Python() string

	// Scale returns the typical distance of answers from [0, 1]; 0: never outside.
	Scale() float64

	// Libraries returns code that makes the mechanism with libraries.
	Libraries() []Library
}

// Library is a mechanism as a library has it.
type Library struct {
	Name, Version string // "opendp", "0.12.1"
	Lines         string // the last one draws an answer of x
	Differs       string // from the mechanism here
}

// The versions that the lines are written for.
const (
	openDP, openDPVersion   = "opendp", "0.12.1"
	diffPriv, diffPrivBuild = "diffprivlib", "0.6.6"
	pureLDP, pureLDPVersion = "pure-ldp", "1.2.0"
)

// libraryTitles holds the names of libraries as they write them themselves.
var libraryTitles = []struct{ name, title string }{{openDP, "OpenDP"}, {diffPriv, "diffprivlib"}, {pureLDP, "pure-LDP"}}

// LibraryTitles returns the titles of all libraries.
func LibraryTitles() (titles []string) {
	for _, l := range libraryTitles {
		titles = append(titles, l.title)
	}
	return titles
}

// Makers returns the titles of the libraries that make a kind of mechanism.
func Makers(kind param.Kind[Mechanism]) (titles []string) {
	const some = 0.5 // a budget that every mechanism has
	m, err := kind.New(param.Values{}.With(Epsilon, some))
	is, can := m.(InPython)
	if err != nil || !can {
		return nil
	}
	made := is.Libraries()
	for _, l := range libraryTitles {
		if slices.ContainsFunc(made, func(by Library) bool { return by.Name == l.name }) {
			titles = append(titles, l.title)
		}
	}
	return titles
}

func num(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// normalPython is the distribution function of a standard normal law, which numpy does not have.
const normalPython = "Phi = np.vectorize(lambda z: 0.5 * math.erfc(-z / math.sqrt(2)))\n\n"

// ofNoise adds noise with a distribution function F to x; clamping moves answers outside [0, 1] to its ends.
func ofNoise(noise string, clamp bool) string {
	if !clamp {
		return noise + "\ndef cdf(y, x):\n    return F(y - x)\n"
	}
	return noise + "\ndef cdf(y, x):\n    return np.where(y < 0, 0.0, np.where(y >= 1, 1.0, F(y - x)))\n"
}

func laplacePython(epsilon float64) string {
	return "epsilon = " + num(epsilon) + "\n\ndef F(z):\n    return np.where(z < 0, np.exp(-epsilon * np.abs(z)) / 2, 1 - np.exp(-epsilon * np.abs(z)) / 2)\n"
}

// openDPOn begins lines of OpenDP for noise on one number.
const openDPOn = "import opendp.prelude as dp\n\ndp.enable_features(\"contrib\")\nspace = dp.atom_domain(T=float), dp.absolute_distance(T=float)\n"

// discreteNoise describes how OpenDP's noise differs.
const discreteNoise = "OpenDP rounds to a grid of 2^-1074 or coarser and draws discrete noise there, which is hardened for release; the distribution here is of real numbers."

// zeroConcentrated describes how OpenDP's normal noise differs besides.
const zeroConcentrated = "OpenDP states its guarantee as zCDP, from which it derives a larger δ at this ε than the exact one."

// floatNoise describes how diffprivlib's noise differs.
const floatNoise = "diffprivlib adds noise of floating-point numbers drawn so that low bits leak less; it is the same distribution but for rounding."

// Python implements InPython.
func (m Laplace) Python() string { return ofNoise(laplacePython(m.Epsilon), false) }

// Scale implements InPython.
func (m Laplace) Scale() float64 { return 1 / m.Epsilon }

// Libraries implements InPython.
func (m Laplace) Libraries() []Library { return LaplaceOf(m.Epsilon, 1) }

// LaplaceOf returns code for Laplace noise on a number x of that sensitivity.
func LaplaceOf(epsilon, sensitivity float64) []Library {
	return []Library{
		{openDP, openDPVersion, laplaceOnOpenDP(epsilon, sensitivity) + "print(mechanism(x))\n", discreteNoise},
		{diffPriv, diffPrivBuild, fmt.Sprintf("from diffprivlib.mechanisms import Laplace\n\nprint(Laplace(epsilon=%s, sensitivity=%s).randomise(x))\n",
			num(epsilon), num(sensitivity)), floatNoise},
	}
}

// laplaceOnOpenDP makes Laplace noise of OpenDP, which takes a scale and no ε.
func laplaceOnOpenDP(epsilon, sensitivity float64) string {
	return openDPOn + fmt.Sprintf("epsilon, sensitivity = %s, %s\nmechanism = dp.m.make_laplace(*space, scale=sensitivity / epsilon)\n", num(epsilon), num(sensitivity))
}

// gaussianOnOpenDP makes normal noise of OpenDP, which takes a standard deviation, neither ε nor δ.
func gaussianOnOpenDP(epsilon, delta, sensitivity, sigma float64) string {
	return openDPOn + fmt.Sprintf("# for epsilon = %s, delta = %s and a sensitivity of %s\nmechanism = dp.m.make_gaussian(*space, scale=%s)\n",
		num(epsilon), num(delta), num(sensitivity), num(sigma))
}

// StaircaseOf returns code for staircase noise on a number x.
func StaircaseOf(epsilon, sensitivity, gamma float64) Library {
	return Library{diffPriv, diffPrivBuild, fmt.Sprintf("from diffprivlib.mechanisms import Staircase\n\nprint(Staircase(epsilon=%s, sensitivity=%s, gamma=%s).randomise(x))\n",
		num(epsilon), num(sensitivity), num(gamma)),
		"diffprivlib takes the γ that is given; without one it is that of least |x|, whatever the loss. " + floatNoise + " OpenDP has no staircase."}
}

// GaussianOf returns code for normal noise of a standard deviation on a number x.
func GaussianOf(epsilon, delta, sensitivity, sigma float64) []Library {
	return []Library{
		{openDP, openDPVersion, gaussianOnOpenDP(epsilon, delta, sensitivity, sigma) + "print(mechanism(x))\n",
			discreteNoise + " " + zeroConcentrated},
		{diffPriv, diffPrivBuild, fmt.Sprintf("from diffprivlib.mechanisms import GaussianAnalytic\n\nprint(GaussianAnalytic(epsilon=%s, delta=%s, sensitivity=%s).randomise(x))\n",
			num(epsilon), num(delta), num(sensitivity)),
			floatNoise + " It finds σ by itself by the same rule; here it is " + num(sigma) + "."},
	}
}

// Python implements InPython.
func (m ClampedLaplace) Python() string { return ofNoise(laplacePython(m.Epsilon), true) }

// Scale implements InPython.
func (m ClampedLaplace) Scale() float64 { return 0 }

// Libraries implements InPython.
func (m ClampedLaplace) Libraries() []Library {
	return []Library{
		{openDP, openDPVersion, laplaceOnOpenDP(m.Epsilon, 1) + "print(min(max(mechanism(x), 0.0), 1.0))\n", discreteNoise + " Clamping is added by hand."},
		{diffPriv, diffPrivBuild, "from diffprivlib.mechanisms import LaplaceTruncated\n\nprint(LaplaceTruncated(epsilon=" + num(m.Epsilon) +
			", sensitivity=1, lower=0, upper=1).randomise(x))\n",
			"diffprivlib calls it truncated; it clamps, as here. " + floatNoise},
	}
}

// Python implements InPython.
func (m TruncatedLaplace) Python() string {
	return laplacePython(m.Epsilon) + "\ndef cdf(y, x):\n    return (F(np.clip(y, 0, 1) - x) - F(np.array(-x))) / (F(np.array(1 - x)) - F(np.array(-x)))\n"
}

// Scale implements InPython.
func (m TruncatedLaplace) Scale() float64 { return 0 }

// Libraries implements InPython.
func (m TruncatedLaplace) Libraries() []Library {
	return []Library{{diffPriv, diffPrivBuild, "from diffprivlib.mechanisms import LaplaceBoundedDomain\n\nprint(LaplaceBoundedDomain(epsilon=" + num(m.Epsilon) + ", sensitivity=1, lower=0, upper=1).randomise(x))\n",
		"diffprivlib finds the scale by itself from the sensitivity and the bounds; here it is 1/ε = " + num(1/m.Epsilon) + ". " + floatNoise}}
}

// Python implements InPython.
func (m BoundedLaplace) Python() string {
	return ofNoise(laplacePython(m.Epsilon)+fmt.Sprintf("\ncut = %s\nlaplace = F\n\ndef F(z):\n    z = np.clip(z, -cut, cut)\n    return (laplace(z) - laplace(np.array(-cut))) / (1 - 2 * laplace(np.array(-cut)))\n", num(m.noise.cut)), false)
}

// Scale implements InPython.
func (m BoundedLaplace) Scale() float64 { return 1 / m.Epsilon }

// Libraries implements InPython.
func (m BoundedLaplace) Libraries() []Library { return nil }

// Python implements InPython.
func (m Gaussian) Python() string {
	return ofNoise(normalPython+"sigma = "+num(m.sigma)+"\n\ndef F(z):\n    return Phi(z / sigma)\n", m.Clamp)
}

// Scale implements InPython.
func (m Gaussian) Scale() float64 {
	if m.Clamp {
		return 0
	}
	return m.sigma
}

// Libraries implements InPython.
func (m Gaussian) Libraries() []Library {
	draw, differs := "mechanism(x)", discreteNoise+" "+zeroConcentrated
	if m.by.notion != privacy.Approximate {
		differs = discreteNoise + " OpenDP states its guarantee as zCDP; δ here limits how often the privacy loss exceeds ε."
	}
	if m.Clamp {
		draw, differs = "min(max(mechanism(x), 0.0), 1.0)", differs+" Clamping is added by hand."
	}
	list := []Library{{openDP, openDPVersion, gaussianOnOpenDP(m.Epsilon, m.Delta, 1, m.sigma) + "print(" + draw + ")\n", differs}}
	if m.by.notion == privacy.Approximate && !m.Clamp {
		class := "GaussianAnalytic"
		if m.by.most > 0 {
			class = "Gaussian"
		}
		list = append(list, Library{diffPriv, diffPrivBuild,
			fmt.Sprintf("from diffprivlib.mechanisms import %s\n\nprint(%[1]s(epsilon=%s, delta=%s, sensitivity=1).randomise(x))\n", class,
				num(m.Epsilon), num(m.Delta)),
			floatNoise + " It finds σ by itself by the same rule; here it is " + num(m.sigma) + "."})
	}
	return list
}

// python returns the distribution function of a plateau.
func (s twoLevelDensity) python() string {
	return fmt.Sprintf("half, inside, outside = %s, %s, %s\n\ndef cdf(y, x):\n    y, left = np.clip(y, 0, 1), min(max(x - half, 0), 1 - 2 * half)\n    return outside * y + (inside - outside) * np.clip(y - left, 0, 2 * half)\n",
		num(s.half), num(s.inside), num(s.outside))
}

// Python implements InPython.
func (m Piecewise) Python() string { return m.shape.python() }

// Scale implements InPython.
func (m Piecewise) Scale() float64 { return 0 }

// Libraries implements InPython.
func (m Piecewise) Libraries() []Library { return nil }

// Python implements InPython.
func (m SquareWave) Python() string { return m.shape.python() }

// Scale implements InPython.
func (m SquareWave) Scale() float64 { return 0 }

// Libraries implements InPython.
func (m SquareWave) Libraries() []Library { return nil }

// ofBins returns a distribution function of answers on k places from 0 to 1, given the body of a function for
// their probabilities.
func ofBins(bins int, probabilities string) string {
	return fmt.Sprintf("k = %d\nplaces = np.arange(k) / (k - 1)\n\ndef probabilities(x):\n%s\ndef cdf(y, x):\n    below = np.concatenate([[0.0], np.cumsum(probabilities(x))])\n    return below[np.searchsorted(places, y, side=\"right\")]\n", bins, probabilities)
}

// Python implements InPython.
func (m Exponential) Python() string {
	return ofBins(m.Bins, "    w = np.exp(-"+num(m.rate())+" * np.abs(places - x))\n    return w / w.sum()\n")
}

// Scale implements InPython.
func (m Exponential) Scale() float64 { return 0 }

// Libraries implements InPython.
func (m Exponential) Libraries() []Library {
	return []Library{{diffPriv, diffPrivBuild, fmt.Sprintf("from diffprivlib.mechanisms import Exponential\n\nplaces = [i / %d for i in range(%d)]\nprint(places[Exponential(epsilon=%s, sensitivity=1, utility=[-abs(p - x) for p in places]).randomise()])\n",
		m.Bins-1, m.Bins, num(2*m.rate())), "diffprivlib weighs places by half of the ε that it is given, " + num(2*m.rate()) + "; the actual ε is that half, " +
		num(m.rate()) + "."}}
}

// Python implements InPython.
func (m RandomisedResponse) Python() string {
	return ofBins(m.Bins, "    p = np.full(k, "+num(m.other())+")\n    p[math.floor(x * (k - 1) + 0.5)] = "+num(m.keep())+"\n    return p\n")
}

// Scale implements InPython.
func (m RandomisedResponse) Scale() float64 { return 0 }

// Libraries implements InPython.
func (m RandomisedResponse) Libraries() []Library {
	return []Library{{openDP, openDPVersion, fmt.Sprintf("import opendp.prelude as dp\n\ndp.enable_features(\"contrib\")\n# for epsilon = %s\nmechanism = dp.m.make_randomized_response(categories=list(range(%d)), prob=%s)\nprint(mechanism(round(x * %d)) / %d)\n",
		num(m.Epsilon), m.Bins, num(m.keep()), m.Bins-1, m.Bins-1), "OpenDP compares with a discrete coin; a tie between two bins is rounded to the even one."},
		{pureLDP, pureLDPVersion, fmt.Sprintf("from pure_ldp.frequency_oracles.direct_encoding import DEClient\n\nclient = DEClient(epsilon=%s, d=%d, index_mapper=lambda bin: bin)\nprint(client.privatise(round(x * %d)) / %[3]d)\n",
			num(m.Epsilon), m.Bins, m.Bins-1), "pure-LDP draws with Python's generator, for simulations; a tie between two bins is rounded to the even one."}}
}

// PythonSpan returns a range with a negligible probability, in float64, of answers beyond it.
func PythonSpan(m InPython) (low, high float64) {
	const deep, edge = 40, 1e-3
	return -edge - deep*m.Scale(), 1 + edge + deep*m.Scale()
}

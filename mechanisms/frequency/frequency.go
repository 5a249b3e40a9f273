// Package frequency holds protocols by which people report which of k options is theirs, each from her own
// device and under a budget ε, so that the share of every option can be estimated from all answers while true
// options stay hidden.
//
// An answer supports some of the options: its owner's with probability p, and any one other with probability q.
// With Y supporting answers among n the share is estimated as (Y/n − q)/(p − q), without bias. Of two given
// options an answer has a privacy loss of ε, 0 or −ε, so that one number, p − q, determines every attack.
package frequency

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Epsilon is the budget of one answer.
var Epsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
	Help: "Privacy budget of one person's answer against any other: the smaller, the more private.",
	Min:  0, Max: 1500, Low: 0.01, High: 20, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}

// Options is the number of options.
var Options = param.Param{Name: "k", Symbol: "k", Label: "options", Unit: "options",
	Help: "How many options a person has, of which one is hers.",
	Min:  2, Max: 1e6, Low: 2, High: 1000, Default: 2, Scale: param.Count}

// Support holds the probabilities that an answer supports an option. Complements are stored separately, with
// digits of their own for probabilities near one.
type Support struct {
	Own, Other       float64 // p and q
	NotOwn, NotOther float64 // 1 − p and 1 − q
	Gap              float64 // p − q; 0 at ε = 0
}

// Law returns the probability that an answer supports an option that a share of the people have, and its complement.
func (s Support) Law(share float64) (yes, no float64) {
	return share*s.Own + (1-share)*s.Other, share*s.NotOwn + (1-share)*s.NotOther
}

// Protocol is a way to send one of k options at a budget ε ≥ 0.
type Protocol struct {
	Support
	Epsilon float64
	Options float64 // k, at least 2
	Width   float64 // of subset selection: how many options an answer names; of local hashing: how many hash values there are

	draw func(Protocol, *rand.Rand, int) []int
}

// Guarantee returns the claim: pure ε, of one answer against any other.
func (p Protocol) Guarantee() privacy.Guarantee { return guarantee{p} }

type guarantee struct{ p Protocol }

func (g guarantee) Claim() privacy.Claim          { return privacy.Claim{Epsilon: g.p.Epsilon} }
func (g guarantee) Delta(epsilon float64) float64 { return g.p.Delta(epsilon) }

// Delta returns the privacy profile at a loss t: (p − q)(1 − e^(t−ε))/(1 − e^−ε) up to ε, and 0 beyond.
func (p Protocol) Delta(loss float64) float64 {
	loss = max(loss, 0)
	if loss >= p.Epsilon {
		return 0
	}
	return p.Gap * math.Expm1(loss-p.Epsilon) / math.Expm1(-p.Epsilon)
}

// Right returns how often an attacker is right at most about one answer, between two given options.
func (p Protocol) Right() float64 { return privacy.RightGuess(p.Gap) }

// Pair returns the laws of an answer under two options, by privacy loss.
func (p Protocol) Pair() pairs.Pair {
	if p.Epsilon == 0 {
		return pairs.Same()
	}
	return pairs.Of(p.Cells())
}

// Cells returns the answers of loss ε, 0 and −ε, with their probabilities under the two options.
func (p Protocol) Cells() []pairs.Cell {
	if p.Epsilon == 0 {
		return []pairs.Cell{{P: 1, Q: 1}}
	}
	more := p.Gap / -math.Expm1(-p.Epsilon) // where the loss is ε
	less := more * math.Exp(-p.Epsilon)
	return []pairs.Cell{{P: more, Q: less}, {P: 1 - more - less, Q: 1 - more - less}, {P: less, Q: more}}
}

// Draw draws a person's answer, given her option own, from 0 to k − 1: the options that it supports. It is
// for learning, not for release.
func (p Protocol) Draw(rng *rand.Rand, own int) []int { return p.draw(p, rng, own) }

// All lists the protocols.
var All = param.Menu[Protocol]{
	Name: "protocol", Label: "protocol",
	Help:  "How a person's option is perturbed before it leaves its owner.",
	Kinds: kinds(),
}

// At returns the protocol of a name for k options at a budget, without a table of values: solvers make thousands.
func At(name string, epsilon, k float64) (Protocol, error) {
	for i := range protocols {
		if protocols[i].Name == name {
			return protocols[i].at(epsilon, k)
		}
	}
	_, err := All.Find(name)
	return Protocol{}, err
}

var protocols = []declared{response, oue, olh, subset}

func kinds() (all []param.Kind[Protocol]) {
	for _, p := range protocols {
		all = append(all, p.Kind)
	}
	return all
}

// declared is an option of the menu.
type declared struct {
	param.Kind[Protocol]
	at func(epsilon, k float64) (Protocol, error)
}

// kind declares a protocol by its support and its width, of ε, k and u = e^−ε.
func kind(name, title, tag, help, source string, of func(epsilon, k, u float64) (Support, float64), draw func(Protocol, *rand.Rand, int) []int) declared {
	at := func(epsilon, k float64) (Protocol, error) {
		switch {
		case !(epsilon >= 0) || math.IsInf(epsilon, 1):
			return Protocol{}, fmt.Errorf("ε is %g, which must be 0 or more, and finite", epsilon)
		case k < 2 || k != math.Floor(k):
			return Protocol{}, fmt.Errorf("there are %g options; a whole number from 2 on would work", k)
		}
		p := Protocol{Epsilon: epsilon, Options: k, draw: draw}
		p.Support, p.Width = of(epsilon, k, math.Exp(-epsilon))
		return p, nil
	}
	return declared{param.Kind[Protocol]{
		Name: name, Title: title, Tag: tag, Help: help, Source: source,
		Params: []param.Param{Epsilon, Options},
		New:    func(v param.Values) (Protocol, error) { return at(v.Get(Epsilon), v.Get(Options)) },
	}, at}
}

var response = kind("response", "Randomised response", "k-RR",
	"Tells one's own option or, with a fixed chance, any one of the others. With two options it is Warner's coin.",
	"Warner 1965; Kairouz, Bonawitz & Ramage 2016",
	func(epsilon, k, u float64) (Support, float64) {
		return keeps(epsilon, k, u), 0
	},
	func(p Protocol, rng *rand.Rand, own int) []int {
		return []int{respond(rng, own, int(p.Options), p.Own)}
	})

// keeps returns randomised response among k options.
func keeps(epsilon, k, u float64) Support {
	p := 1 / (1 + (k-1)*u)
	s := Support{Own: p, NotOwn: (k - 1) * u * p, Other: u * p, Gap: -math.Expm1(-epsilon) * p}
	s.NotOther = p * (1 + (k-2)*u)
	return s
}

// respond tells one's own option of k with probability p, else any other.
func respond(rng *rand.Rand, own, k int, p float64) int {
	if rng.Float64() < p {
		return own
	}
	other := rng.IntN(k - 1)
	if other >= own {
		other++
	}
	return other
}

// ByOptions reports whether how well a protocol's answer tells two given options apart depends on how many there are.
func ByOptions(protocol string) bool { return protocol == response.Name || protocol == subset.Name }

var oue = kind("oue", "Unary encoding (OUE)", "OUE",
	"Sends a bit for every option: one's own is 1 with probability a half, any other with probability 1/(e^ε + 1).",
	"Wang, Blocki, Li & Jha 2017 (USENIX Security), section 4.2",
	func(epsilon, _, u float64) (Support, float64) {
		return Support{Own: 0.5, NotOwn: 0.5, Other: u / (1 + u), NotOther: 1 / (1 + u), Gap: math.Tanh(epsilon/2) / 2}, 0
	},
	func(p Protocol, rng *rand.Rand, own int) []int {
		return eachOf(rng, own, int(p.Options), rng.Float64() < p.Own, p.Other)
	})

// eachOf lists the options that an answer supports: one's own or not, and each other with probability q.
func eachOf(rng *rand.Rand, own, k int, ownToo bool, q float64) []int {
	var supported []int
	for option := range k {
		if option == own && ownToo || option != own && rng.Float64() < q {
			supported = append(supported, option)
		}
	}
	return supported
}

var olh = kind("olh", "Local hashing (OLH)", "OLH",
	"Hashes the options to round(e^ε) + 1 values and tells one's own by randomised response.",
	"Wang, Blocki, Li & Jha 2017 (USENIX Security), section 4.3; with an ideal hash",
	func(epsilon, _, u float64) (Support, float64) {
		if epsilon > 36 { // g is e^ε + 1 to the last digit
			return Support{Own: 0.5, NotOwn: 0.5, Other: u / (1 + u), NotOther: 1 / (1 + u), Gap: 0.5 - u/(1+u)}, math.Exp(epsilon) + 1
		}
		g := math.Floor(math.Exp(epsilon)+0.5) + 1
		s := keeps(epsilon, g, u)
		s.Gap *= (g - 1) / g
		s.Other, s.NotOther = 1/g, (g-1)/g
		return s, g
	},
	func(p Protocol, rng *rand.Rand, own int) []int {
		return eachOf(rng, own, int(p.Options), rng.Float64() < p.Own, p.Other)
	})

var subset = kind("subset", "Subset selection", "SS",
	"Names w options, about k/(e^ε + 1) of them: one's own among them with a greater chance than any other.",
	"Ye & Barg 2018 (IEEE Transactions on Information Theory); Wang et al. 2016",
	func(epsilon, k, u float64) (Support, float64) {
		w := max(1, math.Floor(k*u/(1+u)+0.5))
		whole := w + (k-w)*u
		p, not := w/whole, (k-w)*u/whole
		return Support{
			Own: p, NotOwn: not,
			Other: (p*(w-1) + not*w) / (k - 1), NotOther: (p*(k-w) + not*(k-1-w)) / (k - 1),
			Gap: w * (k - w) * -math.Expm1(-epsilon) / (whole * (k - 1)),
		}, w
	},
	func(p Protocol, rng *rand.Rand, own int) []int {
		k, w := int(p.Options), int(p.Width)
		answer := make([]int, 0, w)
		if rng.Float64() < p.Own {
			answer = append(answer, own)
		}
		return among(rng, answer, own, k, w)
	})

// among fills an answer up to w options with others than one's own, all alike (Floyd's sampling).
func among(rng *rand.Rand, answer []int, own, k, w int) []int {
	others, want := k-1, w-len(answer)
	taken := make(map[int]bool, want)
	for j := others - want; j < others; j++ {
		at := rng.IntN(j + 1)
		if taken[at] {
			at = j
		}
		taken[at] = true
		if at >= own {
			answer = append(answer, at+1)
		} else {
			answer = append(answer, at)
		}
	}
	return answer
}

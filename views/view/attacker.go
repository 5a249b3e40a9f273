package view

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
)

// All pages state an attacker's success against one person's spending in the same words.

// AttackerRight is the name of the reading for how often the attacker's best guess between two values, equally likely
// beforehand, is right: (1 + δ(0))/2 for all that one person spends. WrongOnceIn is 1/(1 - that), as OnceIn makes it.
const (
	AttackerRight = "attacker-right"
	WrongOnceIn   = "wrong-once-in"
)

// EpsilonTotal is the name of the reading for the whole ε that one person spends.
const EpsilonTotal = "epsilon-total"

// AttackerAllowed is the name of the reading for how often that guess may be right under the stated guarantee alone.
const AttackerAllowed = "attacker-right-allowed"

// besideAllowed adds, beside the attacker's share of right guesses, the share that the stated guarantee alone would allow,
// where that differs and is not visible in a row of its own.
func besideAllowed(answers []engine.Reading) {
	at := func(name string) int {
		return slices.IndexFunc(answers, func(a engine.Reading) bool {
			return a.Name == name && a.Member == "" && !a.Pending && !a.Known.Missing()
		})
	}
	right, allowed := at(AttackerRight), at(AttackerAllowed)
	if right < 0 || allowed < 0 || answers[allowed].Top || answers[right].Remark != "" {
		return
	}
	is, may := answers[right], answers[allowed]
	if SameWritten(is, may) {
		return
	}
	verb := allows
	by := strings.TrimPrefix(may.Label, "… allowed by ")
	if strings.Contains(by, " and ") {
		verb = allow
	}
	answers[right].Remark = by + verb + may.Known.Written(may.Style, may.Round)
}

// SaysAllowed reports whether a reading states beside its number what the guarantee alone would allow.
func SaysAllowed(a engine.Reading) bool {
	return strings.Contains(a.Remark, allows) || strings.Contains(a.Remark, allow)
}

// Words between a guarantee and what it would allow.
const (
	allows = " allows "
	allow  = " allow "
)

// HardlyAny warns where an attacker is nearly always right.
var HardlyAny = Variant{When: func(f Facts) bool { return Protection(f.Of(AttackerRight)) == hardlyAny },
	Text: "Hardly any protection: an attacker is nearly always right."}

// Verdicts on how often an attacker is right.
const (
	littleProtection = "little protection"
	hardlyAny        = "hardly any protection"
)

// ProtectionLimits says at which share of right guesses each verdict begins.
var ProtectionLimits = "From " + numeral.Percent.Format(nearlyEverything.From) + " of right guesses on this is called " + littleProtection +
	", above " + numeral.Percent.Format(hardlyAnyFrom) + " " + hardlyAny + "."

// nearlyEverything is the last word of the scale that puts ε into words: from there on protection is little.
var nearlyEverything = privacy.HintOf(1)

// HintLimits says at which ε each word of that scale begins.
var HintLimits = func() string {
	var limits []string
	for _, h := range privacy.Hints() {
		limits = append(limits, fmt.Sprintf("%s from %.0f %%", h.Title, 100*h.From))
	}
	return strings.Join(limits, ", ") + " on"
}()

// Protection returns the verdict on how often an attacker is right; empty: there is none.
func Protection(right known.Value) string {
	switch {
	case right.Missing() || !(right.Value >= nearlyEverything.From):
		return ""
	case right.Value > hardlyAnyFrom:
		return hardlyAny
	}
	return littleProtection
}

// LargeDelta warns of a δ that is not small: a mechanism may reveal that share of people.
var LargeDelta = LargeDeltaWhere(nil)

// LargeDeltaWhere is LargeDelta for pages where δ applies only under a condition.
func LargeDeltaWhere(holds func(Facts) bool) Variant {
	return Variant{When: func(f Facts) bool { return f.Number("delta") >= LargeDeltaFrom && (holds == nil || holds(f)) },
		Text: "δ = {delta} may expose that share of people: keep it far below one in all records."}
}

// LargeDeltaFrom is the δ from which a page warns.
const LargeDeltaFrom = 0.01

// Shares of right guesses at which the words change: per cents are uninformative from onceInFrom on, and once in 10^300 guesses
// means never.
const (
	hardlyAnyFrom = 0.99
	onceInFrom    = 0.9995
	neverFrom     = 1e300
)

// RightGuess declares a reading for how often the best guess is right, at most: AttackerRight unless it has another name.
func RightGuess[Q any](r Reading[Q]) Reading[Q] {
	if r.Name == "" {
		r.Name, r.Label, r.Brief = AttackerRight, cmp.Or(r.Label, "attacker is right"), cmp.Or(r.Brief, "attacker right")
	}
	r.Style, r.Goal, r.Range = numeral.Percent, known.Lower, known.Range{Low: 0.5, High: 1}
	return r
}

// GuessUnder is RightGuess for what a claim alone allows; opens returns the address of all that an attacker could do under it.
func GuessUnder[Q any](r Reading[Q], claim func(Q) privacy.Claim, opens func(privacy.Claim) string) Reading[Q] {
	r.Value = Exactly(func(q Q) float64 { return privacy.RightUnder(claim(q)) })
	r.Opens = Says(func(q Q) string { return opens(claim(q)) })
	return RightGuess(r)
}

// HardlyEver reports whether an attacker is wrong so seldom that the page says once in how many guesses.
func HardlyEver(f Facts) bool { return f.Of(AttackerRight).Value >= onceInFrom }

// PracticallyNever reports whether an attacker is wrong in no feasible number of guesses.
func PracticallyNever(f Facts) bool {
	return HardlyEver(f) && !(f.Of(WrongOnceIn).Number() < neverFrom)
}

// OnceIn declares the reading WrongOnceIn from the chance that an attacker is wrong, which must keep all its digits where it is
// small; a question without one gives NaN.
func OnceIn[Q any](r Reading[Q], wrong func(Q) float64) Reading[Q] {
	return OnceInComputed(r, Known(func(q Q) known.Value {
		p := wrong(q)
		if math.IsNaN(p) {
			return known.Nothing("no guess is defined")
		}
		return known.Exactly(p)
	}))
}

// OnceInComputed is OnceIn for a chance that takes time, or a bound on it.
func OnceInComputed[Q any](r Reading[Q], wrong func(context.Context, Q) (known.Value, error)) Reading[Q] {
	r.Name, r.Label, r.Goal, r.Range = WrongOnceIn, "wrong one time in", known.Higher, known.NotNegative
	r.Value = func(ctx context.Context, q Q) (known.Value, error) {
		v, err := wrong(ctx, q)
		switch {
		case err != nil || v.Missing():
			return v, err
		case v.Value < 1/neverFrom:
			return known.OrMore(neverFrom), nil
		}
		once := known.Exactly(1 / v.Value).As(v.Basis.Opposite())
		once.Confidence = v.Confidence
		return once, nil
	}
	r.DisplayText = func(_ Q, v known.Value) string {
		const counted, most = 1e3, 1e12
		switch {
		case v.Value < counted:
			return ""
		case v.Value < most:
			return numeral.Count(numeral.Nearest.Significant(v.Value, 3))
		}
		return v.Written(numeral.Plain, numeral.Nearest)
	}
	return r
}

package view

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
)

// What an attacker could do with what one person spends is said alike on every page.

// AttackerRight is the name of the reading of how often an attacker is right who guesses
// as well as can be between two that were equally likely beforehand: (1 + δ(0))/2 of all that
// one person spends. WrongOnceIn is 1/(1 - that), as OnceIn makes it.
const (
	AttackerRight = "attacker-right"
	WrongOnceIn   = "wrong-once-in"
)

// EpsilonTotal is the name of the reading of the whole ε that one person spends.
const EpsilonTotal = "epsilon-total"

// AttackerAllowed is the name of the reading of how often that guess may be right by what is stated alone.
const AttackerAllowed = "attacker-right-allowed"

// besideAllowed says beside how often an attacker is right how often what is stated alone would allow it, where that is another
// number and in no row of its own that is seen.
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
	if sameWritten(is, may) {
		return
	}
	verb := allows
	by := strings.TrimPrefix(may.Label, "… allowed by ")
	if strings.HasPrefix(by, "(") {
		verb = allow
	}
	answers[right].Remark = by + verb + may.Known.Written(may.Style, may.Round)
}

// SaysAllowed reports that a reading says beside its number what is stated alone would allow.
func SaysAllowed(a engine.Reading) bool {
	return strings.Contains(a.Remark, allows) || strings.Contains(a.Remark, allow)
}

// What stands between what is stated and what it would allow.
const (
	allows = " allows "
	allow  = " allow "
)

// Attacker is the clause that says how often an attacker is right.
type Attacker struct {
	Before string // a clause with its colon or blank; empty: the sentence begins with the attacker
	Who    string // "choosing between two values"; empty where what goes before says it
	After  string // a clause that begins with its ";"; may be empty
}

// Says are the variants of the clause as a sentence: per cents as long as they tell
// something, then one wrong guess in so many.
func (a Attacker) Says() []Variant {
	subject := a.Before + "an attacker "
	if a.Before == "" {
		subject = "An attacker "
	}
	subject = strings.TrimSpace(subject + a.Who)
	return []Variant{
		{When: PracticallyNever, Text: subject + " is practically never wrong" + a.After + "."},
		{When: HardlyEver, Text: subject + " is wrong about once in {wrong-once-in} guesses" + a.After + "."},
		{Text: subject + " is right at most {attacker-right} of the time (50 % is guessing)" + a.After + "."},
	}
}

// HardlyAny warns where an attacker is nearly always right.
var HardlyAny = Variant{When: func(f Facts) bool { return Protection(f.Of(AttackerRight)) == hardlyAny },
	Text: "Hardly any protection: an attacker is nearly always right."}

// The verdicts on how often an attacker is right.
const (
	littleProtection = "little protection"
	hardlyAny        = "hardly any protection"
)

// ProtectionLimits says from where on the verdicts are given.
var ProtectionLimits = "From " + numeral.Percent.Format(nearlyEverything.From) + " of right guesses on this is called " + littleProtection +
	", above " + numeral.Percent.Format(hardlyAnyFrom) + " " + hardlyAny + "."

// nearlyEverything is the last word of the scale by which ε is put into words: from there on protection is little.
var nearlyEverything = privacy.HintOf(1)

// HintLimits says from where on each word of that scale is said.
var HintLimits = func() string {
	var limits []string
	for _, h := range privacy.Hints() {
		limits = append(limits, fmt.Sprintf("%s from %.0f %%", h.Title, 100*h.From))
	}
	return strings.Join(limits, ", ") + " on"
}()

// Protection is the verdict on how often an attacker is right; empty: there is none.
func Protection(right known.Value) string {
	switch {
	case right.Missing() || !(right.Value >= nearlyEverything.From):
		return ""
	case right.Value > hardlyAnyFrom:
		return hardlyAny
	}
	return littleProtection
}

// judged adds to the sentences that say how often an attacker is right those of where that is little protection. Above that
// HardlyAny warns.
func judged(prices []Variant) []Variant {
	var all []Variant
	for _, v := range prices {
		if text := withVerdict(v.Text); text != "" {
			when := func(f Facts) bool { return Protection(f.Of(AttackerRight)) == littleProtection }
			if v.When != nil {
				when = All(v.When, when)
			}
			all = append(all, Variant{When: when, Text: text})
		}
		all = append(all, v)
	}
	return all
}

// besideGuessing is what a sentence says of guessing, and that it is about a share of the time.
var besideGuessing = regexp.MustCompile(`(?: of the time)? \((?:50 % is guessing|guessing: 50 %|a coin toss: 50 %)[^)]*\)`)

// withVerdict is a sentence with the verdict before its attacker, for which it gives up words that go without saying where it
// has no room; empty: it says of no attacker how often the guess is right.
func withVerdict(text string) string {
	if !besideGuessing.MatchString(text) || !strings.Contains(text, "{"+AttackerRight+"}") {
		return ""
	}
	bare, shorter := "", []string{" (50 % is guessing)", " (guessing: 50 %)", ""}
	if strings.Count(text, "{") == 1 { // whatever else is filled in may be long
		shorter = append([]string{besideGuessing.FindString(text)}, shorter...)
	}
	for _, guessing := range shorter { // the longest that there is room for
		const verdict, room = len(littleProtection + ": "), 130
		bare = besideGuessing.ReplaceAllString(text, guessing)
		if utf8.RuneCountInString(hole.ReplaceAllString(bare, "12.34"))+verdict <= room {
			break
		}
	}
	if rest, first := strings.CutPrefix(bare, "An attacker"); first { // whose guess it is, or who is right
		return "Little protection: an attacker" + rest
	}
	before, rest, found := strings.Cut(bare, "an attacker")
	switch {
	case !found:
		return ""
	case strings.HasSuffix(before, " is spent: "): // a sentence of its own
		before = strings.TrimSuffix(before, ": ") + "; " + littleProtection
	case strings.HasSuffix(before, ": "):
		before = strings.TrimSuffix(before, ": ") + ", " + littleProtection
	case strings.HasSuffix(before, "; ") || strings.HasSuffix(before, ", "):
		before += littleProtection
	default: // "At ε = {epsilon} "
		before = "Little protection " + strings.ToLower(before[:1]) + strings.TrimSpace(before[1:])
	}
	return before + ": an attacker" + rest
}

// LargeDelta warns of a δ that is not small: a mechanism may give that share of people away.
var LargeDelta = LargeDeltaWhere(nil)

// LargeDeltaWhere is LargeDelta of pages that have a δ which counts only where something holds.
func LargeDeltaWhere(holds func(Facts) bool) Variant {
	return Variant{When: func(f Facts) bool { return f.Number("delta") >= LargeDeltaFrom && (holds == nil || holds(f)) },
		Text: "δ = {delta} may expose that share of people: keep it far below one in n."}
}

// LargeDeltaFrom is from which δ on a page warns.
const LargeDeltaFrom = 0.01

// Shares of right guesses from which the words change: per cents say nothing more
// from onceInFrom on, and once in 10^300 guesses is never.
const (
	hardlyAnyFrom = 0.99
	onceInFrom    = 0.9995
	neverFrom     = 1e300
)

// RightGuess declares a reading of how often the best guess is right, at most: AttackerRight where it has no other name.
func RightGuess[Q any](r Reading[Q]) Reading[Q] {
	if r.Name == "" {
		r.Name, r.Label, r.Brief = AttackerRight, cmp.Or(r.Label, "best guess is right"), cmp.Or(r.Brief, "guess right")
	}
	r.Style, r.Goal, r.Range = numeral.Percent, known.Lower, known.Range{Low: 0.5, High: 1}
	return r
}

// HardlyEver is that an attacker is wrong so seldom that it is told as once in so many guesses.
func HardlyEver(f Facts) bool { return f.Of(AttackerRight).Value >= onceInFrom }

// PracticallyNever is that an attacker is wrong in no number of guesses that could be made.
func PracticallyNever(f Facts) bool {
	return HardlyEver(f) && !(f.Of(WrongOnceIn).Number() < neverFrom)
}

// OnceIn declares the reading WrongOnceIn of how often an attacker is wrong, which is to have all its
// digits where it is small; a question without one gives NaN.
func OnceIn[Q any](r Reading[Q], wrong func(Q) float64) Reading[Q] {
	return OnceInComputed(r, Known(func(q Q) known.Value {
		p := wrong(q)
		if math.IsNaN(p) {
			return known.Nothing("no guess is defined")
		}
		return known.Exactly(p)
	}))
}

// OnceInComputed is OnceIn of a number that takes time, or of a bound.
func OnceInComputed[Q any](r Reading[Q], wrong func(context.Context, Q) (known.Value, error)) Reading[Q] {
	r.Name, r.Label, r.Goal, r.Range = WrongOnceIn, "wrong once in", known.Higher, known.NotNegative
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

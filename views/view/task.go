package view

import (
	"strings"

	"dpscope/engine/known"
)

// Task is what an attacker has to find out, in words that follow "right about".
type Task string

// An attacker's tasks, on all pages.
const (
	TaskAnswer  Task = "one person's answer"
	TaskLabel   Task = "one label"
	TaskSent    Task = "which of two values somebody sent"
	TaskValue   Task = "which of two values a record has"
	TaskPeople  Task = "which of two people sent them"
	TaskRecords Task = "which of two records is in the table"
	TaskPart    Task = "whether you took part"
)

// Price returns the sentence about an attacker with the task, which is the whole price of a page: how often a guess is right as
// long as per cents are informative, then one wrong guess in a number of guesses.
func (t Task) Price() []Variant { return t.PriceBy(AttackerRight, WrongOnceIn) }

// PriceBy is Price for readings with other names; once is empty where no reading says how rarely a guess is wrong.
func (t Task) PriceBy(right, once string) []Variant {
	about := " about " + string(t)
	seldom := func(f Facts) bool { return f.Of(right).Value >= onceInFrom }
	lower := func(f Facts) bool {
		b := f.Of(right).Basis
		return b == known.AtLeast || b == known.ConfidentAtLeast
	}
	estimated := func(f Facts) bool { return f.Of(right).Basis == known.Estimate }
	often := func(how string) []Variant {
		return Judged(right, "", "an attacker is right"+about+how+" {"+right+"} of the time"+CoinToss+".")
	}
	if once == "" {
		return Guessing(Either(
			Branch{When: seldom, Variants: Always("An attacker may be right" + about + " nearly every time.")},
			Branch{When: lower, Variants: often(" at least")},
			Branch{Variants: often(" at most")},
		))
	}
	return Guessing(Either(
		Branch{When: estimated, Variants: often("")},
		Branch{When: All(lower, seldom), Variants: Always("An attacker is wrong" + about + " once in {" + once + ".bound} guesses, or less often.")},
		Branch{When: lower, Variants: often(" at least")},
		Branch{When: func(f Facts) bool { return seldom(f) && !(f.Of(once).Number() < neverFrom) },
			Variants: Always("An attacker is practically never wrong" + about + ".")},
		Branch{When: seldom, Variants: Always("An attacker is wrong" + about + " about once in {" + once + ".bound} guesses.")},
		Branch{Variants: often(" at most")},
	))
}

// PriceBetween is the price where a known attacker is right less often than the bound allows.
func (t Task) PriceBetween(low, high string) []Variant {
	return Guessing(Always("An attacker is right about " + string(t) + " at least {" + low + "} and at most {" + high + "} of the time" + CoinToss + "."))
}

// Judged returns a sentence that ends with a guess, which begins with "an attacker". The verdict stands before the guess where the
// reading for how often it is right leaves little protection.
func Judged(right, before, guess string) []Variant {
	sentence := func(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
	return Guessing([]Variant{{When: LittleProtection(right), Text: sentence(before + littleProtection + ": " + guess)}, {Text: sentence(before + guess)}})
}

// LittleProtection holds where the reading for how often an attacker is right leaves little protection.
func LittleProtection(right string) func(Facts) bool {
	return func(f Facts) bool { return Protection(f.Of(right)) == littleProtection }
}

// Guessing marks sentences that say how often an attacker is right or wrong.
func Guessing(variants []Variant) []Variant {
	for i := range variants {
		variants[i].Guess = true
	}
	return variants
}

// CoinToss follows a share of right guesses, for comparison.
const CoinToss = " (a coin toss: 50 %)"

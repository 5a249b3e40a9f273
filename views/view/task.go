package view

import "dpscope/engine/known"

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
func (t Task) Price() []Variant {
	about := " about " + string(t)
	lower := func(f Facts) bool {
		b := f.Of(AttackerRight).Basis
		return b == known.AtLeast || b == known.ConfidentAtLeast
	}
	estimated := func(f Facts) bool { return f.Of(AttackerRight).Basis == known.Estimate }
	return Either(
		Branch{When: estimated, Variants: Always("An attacker is right" + about + " {attacker-right} of the time" + CoinToss + ".")},
		Branch{When: lower, Variants: []Variant{
			{When: HardlyEver, Text: "An attacker is wrong" + about + " once in {wrong-once-in.bound} guesses, or less often."},
			{Text: "An attacker is right" + about + " at least {attacker-right} of the time" + CoinToss + "."},
		}},
		Branch{Variants: []Variant{
			{When: PracticallyNever, Text: "An attacker is practically never wrong" + about + "."},
			{When: HardlyEver, Text: "An attacker is wrong" + about + " about once in {wrong-once-in.bound} guesses."},
			{Text: "An attacker is right" + about + " at most {attacker-right} of the time" + CoinToss + "."},
		}},
	)
}

// CoinToss follows a share of right guesses, for comparison.
const CoinToss = " (a coin toss: 50 %)"

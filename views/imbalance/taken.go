package imbalance

import (
	"fmt"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/learners/synth"
	"dpscope/learners/table"
	"dpscope/views/control"
	"dpscope/views/view"
)

// A fact that a private method takes from the records, and that nothing declares, is not public, and no ε covers it: what is
// guaranteed without it concerns the noise alone.
// the noise alone.

// Sourced holds records with what is declared about them, or taken from them.
type Sourced struct {
	rareclass.Records
	Scaling rareclass.Scaling
	Ratio   float64
	Own     bool // the ratio is the records' own
}

// Taken names what is taken from them by a method; ratio says whether the method needs the class ratio. nil: nothing.
func (r Sourced) Taken(ratio bool) (names []string) {
	if ratio && r.Own {
		names = append(names, classRatio)
	}
	if r.Scaling == rareclass.ZScore {
		names = append(names, meansAndDeviations)
	}
	if slices.ContainsFunc(r.Features, func(f table.Feature) bool { return f.Word != "" }) {
		names = append(names, "value names")
	}
	return names
}

// Whose says which records these are, and what is declared public about them; or why nothing is guaranteed.
func (r Sourced) Whose(chosen, nothing string) engine.Note {
	name := r.Name
	if name == "" {
		name = "the paper's mixture, simulated"
	}
	text, public := control.Records(r.Len()), "n, "
	if nothing != "" {
		text += "; " + nothing
	}
	own := ", the records' own, which no ε covers"
	if !r.Own {
		public, own = public+"class ratio, ", ""
	}
	text += fmt.Sprintf(". Public: %s%s (%s positive; columns; r = %s%s; %s; 20 %% of each class held out)",
		public, chosen, numeral.Count(float64(r.Positives())), numeral.Short(r.Ratio), own, name)
	for _, note := range r.Notes {
		text += "; " + note
	}
	return engine.Note{Text: text, Warning: nothing != ""}
}

// Unkept says why nothing is guaranteed; empty: nothing is taken.
func Unkept(taken []string) string {
	if taken == nil {
		return ""
	}
	them, are := "them", "are"
	if len(taken) == 1 && taken[0] == classRatio {
		them, are = "it", "is"
	}
	text := strings.Join(taken, ", ") + " " + are + " taken from the data, so that nothing is guaranteed"
	switch ratio, scales := slices.Contains(taken, classRatio), slices.Contains(taken, meansAndDeviations); {
	case ratio && scales:
		text += ": imbalance=R and scaling=unit declare them"
	case ratio:
		text += ": imbalance=R declares " + them
	case scales:
		text += ": scaling=unit declares " + them
	}
	return text
}

// Names of what may be taken.
const classRatio, meansAndDeviations = "class ratio", "means and deviations"

// OfNoise are the variants of the clause about an attacker where something is taken from the records, which the word taken names.
var OfNoise = view.Branch{When: view.All(view.Fills("taken"), view.Knows(view.AttackerRight)), Variants: view.Guessing([]view.Variant{
	{When: view.PracticallyNever, Text: takenHere + " is practically never wrong."},
	{When: view.HardlyEver, Text: takenHere + " is wrong about once in {wrong-once-in.bound} guesses."},
	{Text: takenHere + " is right at most {attacker-right}" + view.CoinToss + "."},
})}

const takenHere = "No guarantee; an attacker of the noise alone"

// WarnsTaken names what is taken.
var WarnsTaken = view.Variant{When: view.Fills("taken"), Text: "No ε covers what is taken from the records: {taken}."}

// What pages warn of their records and of δ, by the words of OfRecords and FillSlack.
var (
	WarnsFew    = view.Variant{When: view.Fills("held-out"), Text: "About {held-out} positive records are held out: numbers move in steps or are none; use more records."}
	WarnsUnlike = view.Variant{When: view.Fills("unlike"), Text: "Features far from zero or of unlike sizes teach little as they are: standardise them."}
	WarnsSlack  = view.Variant{When: view.Fills("large-slack"), Text: "δ = {delta} is above one in {n}, the number of records: set it far below."}
)

// RightTitle returns the title of how often the best guess is right.
func RightTitle(taken []string) string {
	if taken != nil {
		return "right by the noise alone"
	}
	return "attacker is right"
}

// SpentTitle returns the title of the ε that is spent.
func SpentTitle(taken []string) string {
	if taken != nil {
		return "ε spent by the noise"
	}
	return "ε spent"
}

// FillSlack adds the word of a δ above one in n.
func FillSlack(words map[string]string, delta float64, n int) {
	if delta*float64(n) > 1 {
		words["large-slack"] = "large"
	}
}

// FillTaken adds the word that names what is taken.
func FillTaken(words map[string]string, taken []string) {
	if taken != nil {
		words["taken"] = strings.Join(taken, ", ")
	}
}

// Declares reports whether the possible values of synthetic people are declared, and not taken from their records.
func Declares(of rareclass.Source, schema string) (bool, error) {
	if of.File == "" || schema == "" {
		return of.File == "", nil
	}
	s, err := synth.ReadSchema(schema)
	return err == nil && !s.Own(), err
}

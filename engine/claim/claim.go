// Package claim reads the papers' claims, and the results of checking them. A claim is a block of a file of
// assets/claims: the paper's number or sentence, the way to check it, and a verdict that follows from the
// check. Package desk of the views checks them.
package claim

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"dpscope/assets"
)

// Claim is a paper's statement at one place.
type Claim struct {
	ID      string // "label-em/table-1/n100-flip20"
	Paper   string // "label-em"
	Place   string // "Table I, row 100, column 20 %"
	Says    string // the paper's statement there
	Printed Printed
	At      string // the address of the view that shows it; empty: none
	For     []Range
	Check   Check
	Ours    string // the correct expression; empty: the printed one
	Verdict Verdict
	Why     string // with {EXPRESSION} in place of every number

	File string
	Line int
}

// Printed is the number that a paper prints: a reading of a view, or typed in the claim.
type Printed struct {
	Reading string // "epsilon-printed"
	Text    string // "8.487 ε", where no view has it
	Number  float64
	Digits  int // behind the point, as it is typed
}

// Is reports whether a number is printed at all.
func (p Printed) Is() bool { return p.Reading != "" || p.Text != "" }

// Unit returns the text after a printed number, with a space before it, which the correct number has as well:
// " %".
func (p Printed) Unit() string {
	if _, unit, found := strings.Cut(p.Text, " "); found {
		return " " + unit
	}
	return ""
}

// Range is a control with the values over which a check is repeated: the cells of a table.
type Range struct {
	Control string
	Values  []string
}

// Kind says how to check a claim.
type Kind string

// The kinds of checks.
const (
	Expression Kind = "expression" // over readings
	Solve      Kind = "solve"      // a search for the setting at which a reading meets a target
	Same       Kind = "same"       // two addresses have the same answers
	Test       Kind = "test"       // a named Go test that reports its numbers
	Script     Kind = "script"     // what a script of bench printed, with the digest of its line
	Argument   Kind = "argument"   // a proof, in words
	Needs      Kind = "needs"      // something that is not here
)

// Check says how to check a claim.
type Check struct {
	Kind Kind
	Text string // an expression, the name of a test, the path of a script, or the missing material

	Target, By, Within string   // of a search: READING = Target by By within Within
	Addresses          []string // of two equal ones
	Of                 []string // the readings compared
	Digest             string   // of a script's line
}

// Verdict is the result of checking a claim.
type Verdict string

// The verdicts.
const (
	Holds           Verdict = "holds"
	Corrected       Verdict = "holds with a correction"
	False           Verdict = "false"
	NotReproducible Verdict = "not reproducible"
	NotCheckable    Verdict = "not checkable here"
	NotComputed     Verdict = "not computed yet"
)

// Verdicts lists them, the best first.
var verdicts = [...]Verdict{Holds, Corrected, False, NotReproducible, NotCheckable, NotComputed}

// Verdicts lists the verdicts, the best first.
func Verdicts() []Verdict { return verdicts[:] }

// Key returns the verdict's word in addresses: "holds-with-a-correction".
func (v Verdict) Key() string { return strings.ReplaceAll(string(v), " ", "-") }

// missing lists material that claims may need and that is not here.
var missing = map[Verdict][]string{
	NotComputed: {"synthetic data", "private networks"},
	NotCheckable: {"the authors' classifiers", "the authors' records", "the authors' machine", "the authors' code",
		"images of the paper's classes"},
}

// MostArguments limits the claims checked by words alone.
const MostArguments = 15

// Follows returns why a verdict does not follow from its check's result; nil: it does. found reports whether
// the check holds, which is ignored for missing material.
func (c Claim) Follows(found bool) error {
	says := map[bool]string{true: "holds", false: "is refuted"}[found]
	switch c.Verdict {
	case Holds, Corrected:
		if c.Check.Kind == Needs || !found {
			return fmt.Errorf("%s: the verdict is %q, and its check %s", c.ID, c.Verdict, says)
		}
	case False, NotReproducible:
		if c.Check.Kind == Needs || found {
			return fmt.Errorf("%s: the verdict is %q, and its check %s", c.ID, c.Verdict, says)
		}
	default:
		if c.Check.Kind != Needs || !slices.Contains(missing[c.Verdict], c.Check.Text) {
			return fmt.Errorf("%s: the verdict %q needs one of: %s", c.ID, c.Verdict, strings.Join(missing[c.Verdict], ", "))
		}
	}
	return nil
}

// All reads the claims that come with the program, in the order of the papers.
func All() ([]Claim, error) {
	var all []Claim
	for _, paper := range Papers() {
		file := paper.Key + ".claims"
		text, err := assets.ClaimFile(file)
		if err != nil {
			continue // none of that paper is written down
		}
		list, err := Parse(file, string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// Count returns the number of claims, without parsing them: controls are declared at every start of the
// program.
func Count() (count int) {
	for _, paper := range Papers() {
		if text, err := assets.ClaimFile(paper.Key + ".claims"); err == nil {
			count += bytes.Count(text, []byte("\nid: "))
		}
	}
	return count
}

// Paper is a paper with claims to check.
type Paper struct{ Key, Title, Cite string }

var papers = [...]Paper{
	{"label-em", "Performances of Symmetric Loss for Private Data from Exponential Mechanism",
		"J. Bi and V. Suppakitpaisarn, arXiv:2210.04132"},
	{"ldp-utility", "Quantifying Classifier Utility under Local Differential Privacy", "Y. Zheng and Y. Hu"},
	{"dro-noise", "Differential Privacy via Distributionally Robust Optimization",
		"A. Selvi, H. Liu and W. Wiesemann, its appendices of May 2023"},
	{"class-imbalance", "Differential Privacy Under Class Imbalance: Methods and Empirical Insights",
		"L. Rosenblatt, Y. Lut, E. Turok, M. Avella-Medina and R. Cummings"},
}

// Papers lists the papers.
func Papers() []Paper { return papers[:] }

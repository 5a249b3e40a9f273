package claim

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Parse reads a file of claims: blocks of key: value, set apart by blank lines. A line that begins
// with # is a remark.
func Parse(file, text string) ([]Claim, error) {
	var list []Claim
	var c *Claim
	given := map[string]bool{}
	finish := func() error {
		if c == nil {
			return nil
		}
		if err := c.complete(given); err != nil {
			return fmt.Errorf("%s:%d: %w", file, c.Line, err)
		}
		if slices.ContainsFunc(list, func(other Claim) bool { return other.ID == c.ID }) {
			return fmt.Errorf("%s:%d: %s stands there twice", file, c.Line, c.ID)
		}
		list, c, given = append(list, *c), nil, map[string]bool{}
		return nil
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch key, value, found := strings.Cut(line, ":"); {
		case strings.HasPrefix(line, "#"):
		case line == "":
			if err := finish(); err != nil {
				return nil, err
			}
		case !found:
			return nil, fmt.Errorf("%s:%d: %q is no line of the form key: value", file, i+1, line)
		default:
			if c == nil {
				c = &Claim{File: file, Line: i + 1}
			}
			if given[key] {
				return nil, fmt.Errorf("%s:%d: %s is given twice; once would work", file, i+1, key)
			}
			given[key] = true
			if err := c.set(key, strings.TrimSpace(value)); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
			}
		}
	}
	return list, finish()
}

func (c *Claim) set(key, value string) (err error) {
	switch key {
	case "id":
		c.ID = value
	case "paper":
		if c.Paper = value; !slices.ContainsFunc(Papers(), func(p Paper) bool { return p.Key == value }) {
			return fmt.Errorf("paper: %s is none of the four", value)
		}
	case "place":
		c.Place = value
	case "says":
		c.Says = value
	case "printed":
		c.Printed = readPrinted(value)
	case "at":
		c.At = value
	case "for":
		c.For, err = readRanges(value)
	case "check":
		c.Check, err = readCheck(value)
	case "ours":
		c.Ours = value
	case "verdict":
		c.Verdict = Verdict(strings.ReplaceAll(value, ",", ""))
		if !slices.Contains(Verdicts(), c.Verdict) {
			return fmt.Errorf("verdict: %s is unknown", value)
		}
	case "why":
		c.Why = value
		if digits := typed.FindString(named.ReplaceAllString(hole.ReplaceAllString(value, ""), "")); digits != "" {
			return fmt.Errorf("why: %q is typed; {READING} would work", digits)
		}
	default:
		return fmt.Errorf("%s is unknown; id, paper, place, says, printed, at, for, check, ours, verdict, why would work", key)
	}
	return err
}

// complete reports what a claim lacks.
func (c *Claim) complete(given map[string]bool) error {
	for _, key := range []string{"id", "paper", "place", "says", "check", "verdict", "why"} {
		if !given[key] {
			return fmt.Errorf("%s: is missing", key)
		}
	}
	switch {
	case !strings.HasPrefix(c.ID, c.Paper+"/"):
		return fmt.Errorf("id: %s does not begin with %s/", c.ID, c.Paper)
	case c.At == "" && (c.Check.Kind == Expression || c.Check.Kind == Solve || c.Printed.Reading != ""):
		return fmt.Errorf("at: is missing, where readings are asked")
	case c.Verdict == Corrected && c.Ours == "" && c.Check.Kind != Argument:
		return fmt.Errorf("ours: is missing, which is the correction")
	}
	return nil
}

var (
	hole  = regexp.MustCompile(`\{[^}]*\}`)
	named = regexp.MustCompile(`(Tables?|Figures?|Fig\.|Propert(y|ies)|Theorem|Proposition|Corollary|Definition|Section|Example|Algorithm|Lemma) [0-9]+(\.[0-9]+)*( (and|to) [0-9]+)?`)
	typed = regexp.MustCompile(`(^|[\s(])[0-9][0-9.,]*`)
)

// readPrinted reads "8.487 ε", or the name of a reading.
func readPrinted(value string) Printed {
	number, _, _ := strings.Cut(value, " ")
	v, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	if err != nil {
		return Printed{Reading: value}
	}
	_, decimals, _ := strings.Cut(number, ".")
	return Printed{Text: value, Number: v, Digits: len(decimals)}
}

// readRanges reads "n=100,1000; flip=0.5,0.4".
func readRanges(value string) ([]Range, error) {
	var list []Range
	for part := range strings.SplitSeq(value, ";") {
		control, values, found := strings.Cut(strings.TrimSpace(part), "=")
		if !found || values == "" {
			return nil, fmt.Errorf("for: %q is not of the form CONTROL=VALUE,VALUE", part)
		}
		list = append(list, Range{control, strings.Split(values, ",")})
	}
	return list, nil
}

var (
	solving  = regexp.MustCompile(`^(\S+) = (\S+) by (\S+)(?: within (\S+))?$`)
	scripted = regexp.MustCompile(`^(bench/\S+) with ([0-9a-f]{8})$`)
)

func readCheck(value string) (Check, error) {
	word, rest, _ := strings.Cut(value, " ")
	switch Kind(word) {
	case Solve:
		m := solving.FindStringSubmatch(rest)
		if m == nil {
			return Check{}, fmt.Errorf("check: a search is solve READING = TARGET by CONTROL, perhaps within NUMBER of what is printed")
		}
		return Check{Kind: Solve, Text: m[1], Target: m[2], By: m[3], Within: m[4]}, nil
	case Same:
		addresses, of, _ := strings.Cut(rest, " of ")
		both := strings.Fields(addresses)
		if len(both) != 2 || of == "" {
			return Check{}, fmt.Errorf("check: equal answers are same ADDRESS ADDRESS of READING, READING")
		}
		return Check{Kind: Same, Addresses: both, Of: strings.Split(strings.ReplaceAll(of, " ", ""), ",")}, nil
	case Test:
		return Check{Kind: Test, Text: rest}, nil
	case Script:
		m := scripted.FindStringSubmatch(rest)
		if m == nil {
			return Check{}, fmt.Errorf("check: a script is script bench/NAME with DIGEST, the first eight digits of its line's SHA-256")
		}
		return Check{Kind: Script, Text: m[1], Digest: m[2]}, nil
	case Argument:
		if rest != "holds" && rest != "refuted" {
			return Check{}, fmt.Errorf("check: an argument says what it shows: argument holds, or argument refuted")
		}
		return Check{Kind: Argument, Text: rest}, nil
	case Needs:
		return Check{Kind: Needs, Text: rest}, nil
	}
	return Check{Kind: Expression, Text: value}, nil
}

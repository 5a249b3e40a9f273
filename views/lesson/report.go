package lesson

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/formula"
)

// Advised is the advice in a step: a setting, and the student's own sentence about it.
type Advised struct{ Address, Sentence string }

// Finding is a finding about it.
type Finding struct {
	Holds bool
	Text  string
}

// Advises reports whether a report can be written of the lesson.
func (l Lesson) Advises() bool {
	return slices.ContainsFunc(l.Steps, func(s Step) bool { return s.Ask.Kind == Advice })
}

// Report writes the advice, in Markdown: each setting, the sentence about it, the page's answers there, and the findings.
// ReadReport reads it again, and trusts only the settings and the sentences.
func (l Lesson) Report(ctx context.Context, w io.Writer, of []Advised) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\nlesson: %s, version %d\n", l.Title, l.Name, l.Version)
	for i, s := range l.Steps {
		asked, err := s.Fill(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "\n## %d. %s\n\n%s\n", i+1, s.Heading, asked.Question)
		if i >= len(of) || of[i].Address == "" {
			b.WriteString("\nNothing is left standing here.\n")
			continue
		}
		fmt.Fprintf(&b, "\n    %s\n\n> %s\n\n", of[i].Address, of[i].Sentence)
		if at, err := formula.At(of[i].Address); err == nil {
			if sheet, err := at.View.Sheet(ctx, at.Values, func(engine.Sheet) {}); err == nil {
				for _, a := range sheet.Readings {
					if a.Top && !a.Known.Missing() {
						fmt.Fprintf(&b, "- %s: %s\n", a.Heading(), a.Said(""))
					}
				}
			}
		}
		for _, f := range s.Examine(ctx, of[i]) {
			fmt.Fprintf(&b, "- [%s] %s\n", map[bool]string{true: "x", false: " "}[f.Holds], f.Text)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var (
	reportOf  = regexp.MustCompile(`^lesson: ([a-z0-9-]+), version ([0-9]+)$`)
	reportOn  = regexp.MustCompile(`^## ([0-9]+)\. `)
	numbers   = regexp.MustCompile(`10\^-?[0-9]+|[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?:e-?[0-9]+)?`)
	claimsAll = regexp.MustCompile(`(?i)\b(prov(e|es|en|ed)|proofs?|guarante\w*|certain(ly)?|surely)\b`)
	inBracket = regexp.MustCompile(`^(.*?)\s*\((.*)\)$`)
)

// ReadReport reads a report: its lesson, and the advice in each of its steps.
func ReadReport(source []byte) (name string, version int, of []Advised, err error) {
	const most = 100
	step := 0
	for line := range strings.Lines(string(source)) {
		line = strings.TrimRight(line, "\r\n")
		if m := reportOf.FindStringSubmatch(line); m != nil && name == "" {
			name = m[1]
			version, _ = strconv.Atoi(m[2])
		}
		if m := reportOn.FindStringSubmatch(line); m != nil {
			if step, err = strconv.Atoi(m[1]); err != nil || step < 1 || step > most {
				return "", 0, nil, fmt.Errorf("step %s is none", m[1])
			}
			for len(of) < step {
				of = append(of, Advised{})
			}
		}
		if step == 0 {
			continue
		}
		if text, found := strings.CutPrefix(line, "    "); found && of[step-1].Address == "" {
			of[step-1].Address = strings.TrimSpace(text)
		} else if text, found := strings.CutPrefix(line, "> "); found {
			of[step-1].Sentence = strings.TrimSpace(of[step-1].Sentence + " " + text)
		}
	}
	if name == "" {
		return "", 0, nil, errors.New("is no report; what dpscope lesson " + Capstone + " --report writes would work")
	}
	return name, version, of, nil
}

// Examine checks the advice in a step: whether the setting computes, whether the sentence tells the page's answers there, and
// whether it calls an estimate a proof.
func (s Step) Examine(ctx context.Context, of Advised) (list []Finding) {
	found := func(holds bool, text string) { list = append(list, Finding{holds, text}) }
	if of.Address == "" {
		return []Finding{{false, "nothing is left standing"}}
	}
	at, err := formula.At(of.Address)
	if err == nil && at.View.Name != s.At.View.Name {
		err = fmt.Errorf("stands at %s, and %s is asked for", at.View.Name, s.At.View.Name)
	}
	var sheet engine.Sheet
	if err == nil {
		sheet, err = at.View.Sheet(ctx, at.Values, func(engine.Sheet) {})
	}
	if err != nil {
		return []Finding{{false, "the setting: " + strings.ReplaceAll(err.Error(), "\n", " ")}}
	}
	found(true, "the setting computes")
	in := formula.Scope{Asker: formula.NewAsker(), At: at}
	estimate := ""
	for _, f := range s.tells {
		v, err := in.Value(ctx, f.Formula)
		if err != nil {
			found(false, strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		what := f.String()
		if v.Answer != nil {
			what = v.Answer.Heading()
			if v.Answer.Known.Basis == known.Estimate {
				estimate = what
			}
		}
		if said(of.Sentence, v) {
			found(true, "the sentence tells "+what+": "+v.Written(""))
		} else {
			found(false, "the sentence does not tell "+what+", which is "+v.Written(""))
		}
	}
	for _, u := range s.uses {
		has := slices.ContainsFunc(u.words, func(word string) bool {
			return strings.Contains(strings.ToLower(of.Sentence), strings.ToLower(word))
		})
		words := strings.Join(u.words, " or ")
		found(has, map[bool]string{true: "the sentence says " + words, false: "the sentence does not say " + words}[has])
	}
	for _, a := range sheet.Readings {
		if a.Known.Basis == known.Estimate && a.Top && a.Known.Word == "" && !a.Known.Missing() &&
			said(of.Sentence, formula.Value{Number: a.Known.Number(), Style: a.Style}) {
			estimate = a.Heading()
		}
	}
	if strong := claimsAll.FindString(of.Sentence); strong != "" && estimate != "" {
		found(false, fmt.Sprintf("%s is an estimate, and the sentence says “%s”", estimate, strong))
	}
	return list
}

// said reports whether a sentence tells a value: a number as it is rounded there, also in per cent or as one in N, or a name.
func said(sentence string, v formula.Value) bool {
	if v.Kind == formula.OfWord {
		return hasName(sentence, v)
	}
	const (
		rare = 5    // from one in this many on people say one in N
		near = 0.02 // of the number
	)
	is := []float64{v.Number}
	if v.Number > 0 && v.Number < 1 {
		is = append(is, 100*v.Number)
		if oneIn := 1 / v.Number; oneIn >= rare {
			is = append(is, oneIn)
		}
	}
	written := numbers.FindAllString(v.Written(""), -1)
	for _, text := range numbers.FindAllString(sentence, -1) {
		if len(written) == 1 && text == written[0] { // a total is written as the sum of its parts
			return true
		}
		text = numeral.Bare(text)
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue
		}
		last := lastDigit(text)
		near := func(w float64) bool {
			return math.Abs(number-w) <= min(last*(1+1e-9), near*math.Abs(w)) && (w >= 1 || last < 1)
		}
		if slices.ContainsFunc(is, near) {
			return true
		}
	}
	return false
}

// lastDigit returns one unit of the last digit of a number: a rounding to either side is no farther away.
func lastDigit(text string) float64 {
	mantissa, power, _ := strings.Cut(text, "e")
	_, decimals, _ := strings.Cut(mantissa, ".")
	exponent, _ := strconv.Atoi(power)
	return math.Pow(10, float64(exponent-len(decimals)))
}

// hasName reports whether a sentence has a name: as it is written, without its brackets, or by their contents alone.
func hasName(sentence string, v formula.Value) bool {
	names := []string{v.Word, v.Written("")}
	for _, name := range slices.Clone(names) {
		if m := inBracket.FindStringSubmatch(name); m != nil {
			names = append(names, m[1], m[2])
		}
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return name != "" && regexp.MustCompile(`(?i)(^|[^\pL\pN])`+regexp.QuoteMeta(name)+`($|[^\pL\pN])`).MatchString(sentence)
	})
}

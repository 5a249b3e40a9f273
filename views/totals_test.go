package views

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/views/pages"
)

// written is a number in a sentence.
const written = `(?:[≤≥≈] )?([\d,]+(?:\.\d+)?)`

var (
	eachOf  = regexp.MustCompile(written + ` (?:per feature|each)`)
	inTotal = regexp.MustCompile(written + ` in total`)
)

// Numbers of one page agree as they are written: a total is the sum of its written parts.
func TestTotalsAreSumsOfWhatIsWritten(t *testing.T) {
	checked := map[string]int{}
	for _, v := range All {
		for _, p := range v.Presets {
			page, err := pages.Of(v.Name, p.Name)
			if err != nil {
				t.Fatal(err)
			}
			values, err := v.Preset(p.Name)
			if err != nil {
				t.Fatal(err)
			}
			at := v.Name + "?preset=" + p.Name
			agree := func(what, total, sum string) {
				checked[what]++
				if a, b := number(t, total), number(t, sum); a != b {
					t.Errorf("%s: %s is %s, its parts add up to %s", at, what, total, sum)
				}
			}
			parts := map[string][]engine.Reading{}
			one := map[string]engine.Reading{}
			for _, r := range page.Readings {
				if r.Known.Missing() || r.Known.Word != "" || r.DisplayText != "" {
					continue
				}
				if one[r.Name] = r; r.Member != "" {
					parts[r.Name] = append(parts[r.Name], r)
				}
				if each := eachOf.FindStringSubmatch(r.Remark); each != nil && r.Parts > 1 {
					agree("a total of equal parts", r.Written(), times(t, each[1], r.Parts))
				}
				if total := inTotal.FindStringSubmatch(r.Remark); total != nil {
					agree("a remark", total[1], times(t, r.Written(), features(page.Readings)))
				}
			}
			if total, found := one["split-total"]; found && len(parts["split"]) > 1 {
				agree("split-total", total.Written(), sumOf(t, parts["split"], total.Round))
			}
			for _, s := range v.Sliders(values) {
				if s.Name != "total" {
					continue
				}
				agree("a slider that opens at what is needed", s.Text(values.Get(s)), one["epsilon-enough-total"].Written())
				if split := parts["total-split"]; len(split) > 1 {
					agree("a total to split", s.Text(values.Get(s)), sumOf(t, split, numeral.Nearest))
				}
			}
			lead := page.Lead.Answer.String() + " " + page.Lead.Price.String()
			each, total := eachOf.FindStringSubmatch(lead), inTotal.FindStringSubmatch(lead)
			if each != nil && total != nil {
				agree("a total in a lead", total[1], times(t, each[1], int(math.Round(number(t, total[1])/number(t, each[1])))))
			}
		}
	}
	for _, what := range []string{"a total of equal parts", "a remark", "split-total", "a total to split", "a slider that opens at what is needed", "a total in a lead"} {
		if checked[what] == 0 {
			t.Errorf("no page has %s", what)
		}
	}
}

// number reads a number as it is written.
func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// times writes a number, which is written, several times.
func times(t *testing.T, each string, n int) string {
	t.Helper()
	return strconv.FormatFloat(number(t, each)*float64(n), 'f', 4, 64)
}

// sumOf adds up numbers as they are written, and writes the sum to a side.
func sumOf(t *testing.T, parts []engine.Reading, side numeral.Rounding) string {
	t.Helper()
	sum := 0.0
	for _, p := range parts {
		sum += number(t, p.Written())
	}
	return side.Short(numeral.Nearest.Significant(sum, 12))
}

// features counts the private features that a page names.
func features(readings []engine.Reading) (n int) {
	for _, r := range readings {
		if r.Name == "private-range" {
			n++
		}
	}
	return n
}

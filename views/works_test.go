package views

import (
	"regexp"
	"strings"
	"testing"

	"dpscope/assets"
	"dpscope/mechanisms"
	"dpscope/views/pages"
)

// dated matches the year of a work.
var dated = regexp.MustCompile(`\b(18|19|20)[0-9]{2}\b`)

// Every source named by an answer, a view, a mechanism or a term can be cited as a work; of several, each one with a year.
func TestEverySourceCanBeCited(t *testing.T) {
	check := func(where, source string) {
		t.Helper()
		if source != "" && len(assets.Cited(source)) == 0 {
			t.Errorf("%s: %q names no work of assets/sources.bib", where, source)
		}
		for part := range strings.SplitSeq(source, "; ") {
			if dated.MatchString(part) && len(assets.Cited(part)) == 0 {
				t.Errorf("%s: %q names no work of assets/sources.bib", where, part)
			}
		}
	}
	for _, term := range assets.Terms() {
		check("the term "+term.Name, term.Source)
	}
	for _, o := range mechanisms.All.Options() {
		check(o.Name, o.Source)
	}
	for _, v := range All {
		check(v.Name, v.Source)
		for _, d := range v.Declared {
			for _, c := range d.Cases {
				check(v.Name+", "+d.Pattern(), c.Source)
			}
		}
		for _, p := range v.Presets { // sources that depend on the setting
			sheet, err := pages.Of(v.Name, p.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range sheet.Readings {
				check(v.Name+"?preset="+p.Name+", "+a.Key.String(), a.Why.Source)
			}
			if len(v.Works(v.Opening(), sheet.Readings)) == 0 {
				t.Errorf("%s?preset=%s rests on nothing", v.Name, p.Name)
			}
		}
	}
}

package views

import (
	"testing"

	"dpscope/assets"
	"dpscope/views/pages"
)

// Whatever an answer or a view says that it comes from is a work that can be cited.
func TestEverySourceCanBeCited(t *testing.T) {
	check := func(where, source string) {
		t.Helper()
		if source != "" && len(assets.Cited(source)) == 0 {
			t.Errorf("%s: %q names no work of assets/sources.bib", where, source)
		}
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
			for _, a := range sheet.Answers {
				check(v.Name+"?preset="+p.Name+", "+a.Key.String(), a.Why.Source)
			}
			if len(v.Works(v.Opening(), sheet.Answers)) == 0 {
				t.Errorf("%s?preset=%s rests on nothing", v.Name, p.Name)
			}
		}
	}
}

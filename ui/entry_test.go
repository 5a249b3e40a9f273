package ui

import (
	"strings"
	"testing"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
)

func TestSharesMayBeTypedInPerCent(t *testing.T) {
	share := param.Param{Name: "target", Min: 0, Max: 1, Open: true, Default: 0.8, Style: numeral.Percent}
	budget := param.Param{Name: "epsilon", Min: 1e-6, Max: 1500, Default: 2}
	for _, c := range []struct {
		p    param.Param
		text string
		want float64
		err  string
	}{
		{share, "90%", 0.9, ""},
		{share, " 79.6 % ", 0.796, ""},
		{share, "0.9", 0.9, ""},
		{share, "1e-3 %", 1e-5, ""},
		{share, "90", 0, "target = 90 is outside (0, 1); 0.9 (90 %) would do"},
		{share, "900", 0, "target = 900 is outside (0, 1)"},
		{share, "200 %", 0, "target = 200 % is outside (0, 1)"},
		{share, "many", 0, "is not a number"},
		{share, "%", 0, "is not a number"},
		{budget, "90", 90, ""},
		{budget, "90 %", 0, "is not a number"},
	} {
		v, err := readValue(c.p, c.text)
		switch {
		case c.err == "" && (err != nil || v != c.want):
			t.Errorf("%s %q gives %v, %v; want %v", c.p.Name, c.text, v, err, c.want)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s %q gives %v, %v; want %q", c.p.Name, c.text, v, err, c.err)
		}
	}
}

package risk

import (
	"testing"

	"dpscope/engine/effort"
	"dpscope/views/viewtest"
)

// Where only a bound allows an attacker to be right, no attacker is claimed; where one is known, it is.
func TestBoundNamesNoAttacker(t *testing.T) {
	effort.Unwatched(t)
	for query, want := range map[string]string{
		"of=rdp&rdp=2:9":             "Hardly any protection: an attacker may nearly always be right.",
		"of=rdp&rdp=2:1e308,4:1e308": "Hardly any protection: an attacker may nearly always be right.",
		"of=training&drawn=poisson&sigma=0.3&rate=0.5&steps=1000":   "Hardly any protection: an attacker is nearly always right.",
		"of=response&epsilon=9":                                     "Hardly any protection: an attacker is nearly always right.",
		"of=training&drawn=poisson&sigma=1.1&rate=0.01&steps=10000": "",
		"of=rdp&rdp=2:0.1":                                          "",
		"of=concentrated&rho=4":                                     "",
		"of=claim&epsilon=9&delta=1e-9":                             "Hardly any protection: an attacker may nearly always be right.",
	} {
		if got := viewtest.Sheet(t, Attack, query).Lead.Warning; got != want {
			t.Errorf("%s warns %q, want %q", query, got, want)
		}
	}
}

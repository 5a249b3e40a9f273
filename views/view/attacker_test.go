package view

import "testing"

// Where protection is little a sentence says so beside what guessing is right in, as far as it has room for both.
func TestVerdictsBesideGuessing(t *testing.T) {
	for text, want := range map[string]string{
		"An attacker is right at most {attacker-right} of the time (50 % is guessing).":                                                                         "Little protection: an attacker is right at most {attacker-right} of the time (50 % is guessing).",
		"An attacker choosing between two neighbouring tables is right at most {attacker-right} (50 % is guessing; {other} with one noise for all).":            "Little protection: an attacker choosing between two neighbouring tables is right at most {attacker-right} (50 % is guessing).",
		"Stated ε = {epsilon} is an actual ε of {epsilon-true}: an attacker who sees a label is right at most {attacker-right} of the time (50 % is guessing).": "Stated ε = {epsilon} is an actual ε of {epsilon-true}, little protection: an attacker who sees a label is right at most {attacker-right} (guessing: 50 %).",
		"An attacker can do nothing.": "",
	} {
		if got := withVerdict(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

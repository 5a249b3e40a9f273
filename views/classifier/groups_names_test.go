package classifier

import "testing"

// The names of groups leave room for numbers.
func TestGroupsInFewLetters(t *testing.T) {
	for name, want := range map[string]string{
		"predicted class 1": "predicted 1", "stroke 1": "stroke 1", "work_type Self-employed": "work_type Self-em…",
	} {
		if got := inFew(name); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}

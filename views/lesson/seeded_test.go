package lesson

import (
	"strings"
	"testing"

	"dpscope/engine/work/worktest"
)

// A class draws anew where the lesson's claims still hold, and nowhere else.
func TestSeeded(t *testing.T) {
	l, err := Open("broken")
	if err != nil {
		t.Fatal(err)
	}
	moved := 0
	seeded := l.Seeded(worktest.Shared(), 7)
	for i, s := range seeded.Steps {
		was, is := l.Steps[i].At.Address(), s.At.Address()
		if was == is {
			continue
		}
		moved++
		if strings.Replace(was, "seed=1", "seed=7", 1) != is || s.namesSeed() {
			t.Errorf("%s became %s", was, is)
		}
	}
	if moved == 0 {
		t.Error("nothing is drawn anew")
	}
	if faults := Check(worktest.Shared(), "broken.md", seeded); len(faults) > 0 {
		t.Errorf("with the seed it has faults: %v", faults)
	}
	if again := l.Seeded(worktest.Shared(), 0); again.Steps[3].At.Address() != l.Steps[3].At.Address() {
		t.Error("no seed draws anew")
	}
}

package plan

import "testing"

// A value after a symbol is set off by "=".
func TestValued(t *testing.T) {
	for _, c := range [][3]string{
		{"your limit on ε", "2", "your limit on ε = 2"},
		{"your limit ε*", "1", "your limit ε* = 1"},
		{"target", "90 %", "target 90 %"},
		{"ε at δ", "", "ε at δ"},
		{"", "3", "3"},
	} {
		if got := Valued(c[0], c[1]); got != c[2] {
			t.Errorf("%q and %q: %q", c[0], c[1], got)
		}
	}
}

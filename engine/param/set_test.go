package param

import (
	"strings"
	"testing"
)

var fruits = Text{Name: "fruit", Among: []Option{{Name: "apple"}, {Name: "pear"}, {Name: "plum"}}, Most: 2}

func TestSetsAreReadInTheirOrder(t *testing.T) {
	for _, c := range []struct{ written, read, trouble string }{
		{"", "", ""},
		{"plum,apple", "apple,plum", ""},
		{" pear , pear,", "pear", ""},
		{"apple,pear,plum", "", "fruit names 3; at most 2 would work"},
		{"peer", "", `fruit = "peer" is not known; nearest: pear`},
	} {
		read, err := fruits.Read(c.written)
		if read != c.read || (err == nil) != (c.trouble == "") || err != nil && !strings.Contains(err.Error(), c.trouble) {
			t.Errorf("%q is read as %q, %v; want %q, %s", c.written, read, err, c.read, c.trouble)
		}
	}
}

// Toggling twice is nothing, and a set that is full says so.
func TestToggle(t *testing.T) {
	word := ""
	for _, c := range []struct{ name, want string }{{"plum", "plum"}, {"apple", "apple,plum"}, {"plum", "apple"}, {"apple", ""}} {
		var err error
		if word, err = fruits.Toggle(word, c.name); err != nil || word != c.want {
			t.Errorf("with %s it is %q, %v; want %q", c.name, word, err, c.want)
		}
	}
	if _, err := fruits.Toggle("apple,plum", "pear"); err == nil {
		t.Error("a third is let in")
	}
}

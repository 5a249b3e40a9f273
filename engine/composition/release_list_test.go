package composition

import "testing"

// A list is changed at one place, and stays one that is read.
func TestPartsChange(t *testing.T) {
	list, err := ReadParts("laplace:0.5x24, gaussian:1.3:1e-6, steps:1.1:256/60000:3516")
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		got  Parts
		want string
	}{
		"as it is":      {list, "laplace:0.5x24,gaussian:1.3:1e-06,steps:1.1:0.004266666666666667:3516"},
		"more":          {list[:1].Again(0, 10), "laplace:0.5x34"},
		"fewer":         {list[:1].Again(0, -1), "laplace:0.5x23"},
		"no fewer":      {list[:2].Again(1, -1), "laplace:0.5x24,gaussian:1.3:1e-06"},
		"another":       {list[:2].Add(0), "laplace:0.5x24,truncated-laplace:0.5:1e-06,gaussian:1.3:1e-06"},
		"one less":      {list.Drop(1), "laplace:0.5x24,steps:1.1:0.004266666666666667:3516"},
		"the last":      {list[:1].Drop(0), "laplace:0.5x24"},
		"again as read": {list, "laplace:0.5x24,gaussian:1.3:1e-06,steps:1.1:0.004266666666666667:3516"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s: %s, want %s", what, got, c.want)
		}
		if again, err := ReadParts(c.got.String()); err != nil || again.String() != c.want {
			t.Errorf("%s: read as %v, %v", what, again, err)
		}
	}
	for range 2 * len(PartKinds) { // each kind comes in turn
		list = list.Add(len(list) - 1)
	}
	seen := map[string]bool{}
	for _, p := range list {
		seen[p.Kind.Name] = true
	}
	if len(seen) != len(PartKinds) {
		t.Errorf("%v has %d kinds of %d", list, len(seen), len(PartKinds))
	}
}

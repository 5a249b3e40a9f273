package learners

import (
	"fmt"
	"testing"

	"dpscope/learners/table"
)

// A record is found by its ID, or read from its numbers.
func TestFindRecord(t *testing.T) {
	m := &Model{Features: []table.Feature{{Name: "age"}, {Name: "city=Oslo"}, {Name: "city=Rome"}}, Records: []Record{{ID: "first", X: []float64{1, 0, 0}}}}
	for _, c := range []struct{ text, want string }{
		{"first", "<nil>"}, {"0.5,1, 0", "<nil>"}, {"1,2", `record = "1,2" has 2 numbers; 3, "age,city=Oslo,city=Rome", or the ID of an example would do`},
		{"1,x,2", `record = "1,x,2": city=Oslo = "x" is not a finite number; one such as 0.5, or the ID of an example, would do`}, {"1,inf,2", `record = "1,inf,2": city=Oslo = "inf" is not a finite number; one such as 0.5, or the ID of an example, would do`}, {"frist", `record = "frist" is not known; nearest: first; or 3 numbers, "age,city=Oslo,city=Rome", would do`}, {"5", `record = "5" is not known; nearest: first; or 3 numbers, "age,city=Oslo,city=Rome", would do`},
	} {
		if _, err := m.FindRecord(c.text); fmt.Sprint(err) != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// An example is found by its ID whatever that looks like; other words are
// numbers.
func TestRecordsAreFoundByTheirIDs(t *testing.T) {
	m := &Model{Features: []table.Feature{{Name: "a"}, {Name: "b"}}, Records: []Record{{ID: "Ada, 36", X: []float64{0.1, 0.2}}, {ID: "0.5,0.5", X: []float64{0.3, 0.4}}}}
	for text, want := range map[string]float64{"Ada, 36": 0.1, "0.5,0.5": 0.3, "0.5, 0.5": 0.5} {
		if r, err := m.FindRecord(text); err != nil || r.X[0] != want {
			t.Errorf("%q is %v, %v", text, r, err)
		}
	}
	if r, err := m.FindRecord("Ada"); err == nil {
		t.Errorf("Ada is %v", r)
	}
}

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
		{"first", "<nil>"}, {"0.5,1, 0", "<nil>"}, {"1,2", `the record has 2 numbers; 3 would do: "age,city=Oslo,city=Rome"`},
		{"1,x,2", `city=Oslo = "x" is not a finite number`}, {"1,inf,2", `city=Oslo = "inf" is not a finite number`}, {"frist", `record = "frist" is not known; nearest: first`}, {"5", `record = "5" is not known; nearest: first`},
	} {
		if _, err := m.FindRecord(c.text); fmt.Sprint(err) != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

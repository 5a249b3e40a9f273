package model

import (
	"fmt"
	"testing"

	"dpscope/learners/linear"
	"dpscope/learners/table"
)

// A record is found by its ID, or read from its numbers.
func TestFindRecord(t *testing.T) {
	m := &Model{Features: []table.Feature{{Name: "age"}, {Name: "city=Oslo"}, {Name: "city=Rome"}}, Records: []Record{{ID: "first", X: []float64{1, 0, 0}}}}
	for _, c := range []struct{ text, want string }{
		{"first", "<nil>"}, {"0.5,1, 0", "<nil>"}, {"1,2", `record = "1,2" has 2 numbers; 3, "age,city=Oslo,city=Rome", or the ID of an example would work`},
		{"1,x,2", `record = "1,x,2": city=Oslo = "x" is not a finite number; one such as 0.5, or the ID of an example, would work`}, {"1,inf,2", `record = "1,inf,2": city=Oslo = "inf" is not a finite number; one such as 0.5, or the ID of an example, would work`}, {"frist", `record = "frist" is not known; nearest: first; or 3 numbers, "age,city=Oslo,city=Rome", would work`}, {"5", `record = "5" is not known; nearest: first; or 3 numbers, "age,city=Oslo,city=Rome", would work`},
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

// A model reports the bytes of its numbers and of its classifier's tables: twice as many trees take twice as much.
func TestBytes(t *testing.T) {
	of := func(thresholds int) int64 {
		f := combs(thresholds)
		numbers := 0
		for _, one := range f.Trees {
			numbers += 8*(len(one.Threshold)+len(one.Probability)) + 4*(len(one.Feature)+len(one.Left)+len(one.Right))
		}
		bytes := (&Model{Classifier: f, Features: make([]table.Feature, 2)}).Bytes()
		if least := int64(numbers) + f.PreparedBytes(); bytes < least || bytes > least+4096 {
			t.Errorf("%d thresholds take %d bytes, numbers and what is made of them %d", thresholds, bytes, least)
		}
		return bytes
	}
	if one, two := of(1000), of(2000); float64(two) < 1.9*float64(one) || float64(two) > 2*float64(one) {
		t.Errorf("%d bytes, and of twice as many thresholds %d", one, two)
	}
	m := Model{Classifier: &linear.Linear{Weights: make([]float64, 1000)}}
	if bytes := m.Bytes(); bytes < 8000 || bytes > 9000 {
		t.Errorf("1,000 weights take %d bytes", bytes)
	}
}

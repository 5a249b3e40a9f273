package learners

import (
	"reflect"
	"testing"
)

// plainly is a classifier of which nothing but its classes is known.
type plainly struct{ Classifier }

// slow is one that takes long, and says so.
type slow struct {
	plainly
	long bool
}

func (s slow) TakesLong() bool { return s.long }

// Every capability that a classifier's methods make is gathered, and no other.
func TestCapabilities(t *testing.T) {
	classifiers := map[string]Classifier{}
	for _, m := range sampleModels() {
		classifiers[m.Name], classifiers["plain "+m.Name] = m.Classifier, plainly{m.Classifier}
	}
	for name, c := range classifiers {
		can := reflect.ValueOf(CapabilitiesOf(c))
		for i := range can.NumField() {
			field, is := can.Type().Field(i), can.Field(i)
			if field.Type.Kind() != reflect.Interface {
				continue
			}
			if has := reflect.TypeOf(c).Implements(field.Type); has == is.IsNil() || has && is.Interface() != any(c) {
				t.Errorf("%s: %s is %v", name, field.Name, is)
			}
		}
	}
	toy := plainly{&Interval{0.2, 0.8}}
	for c, long := range map[Classifier]bool{toy: false, slow{toy, false}: false, slow{toy, true}: true, &blackBox{}: true} {
		if got := CapabilitiesOf(c).TakesLong; got != long {
			t.Errorf("%T takes long: %t", c, got)
		}
	}
}

package mechanisms

import (
	"reflect"
	"testing"

	"dpscope/engine/param"
)

// A setting makes the mechanism that its values make, also at another budget; settings that
// differ in their budget alone are one apart from it.
func TestSettings(t *testing.T) {
	for _, kind := range All.Kinds {
		var v param.Values
		for _, p := range kind.Params {
			v = v.With(p, p.Default)
		}
		for _, epsilon := range []float64{0.5, 0.9} {
			at := v.With(Epsilon, epsilon)
			s := SettingOf(kind, at)
			want, err := kind.New(at)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := s.New(); err != nil || !reflect.DeepEqual(got, want) || s.Epsilon() != epsilon {
				t.Errorf("%s: %+v at %g, want %+v (%v)", kind.Name, got, s.Epsilon(), want, err)
			}
			if got, err := SettingOf(kind, v).Maker()(epsilon); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: the maker makes %+v, want %+v (%v)", kind.Name, got, want, err)
			}
			if s.Apart() != SettingOf(kind, v).Apart() {
				t.Errorf("%s: %+v and %+v", kind.Name, s.Apart(), SettingOf(kind, v).Apart())
			}
		}
		for _, p := range kind.Params {
			if p.Name != Epsilon.Name && SettingOf(kind, v.With(p, p.Default/2+1)).Apart() == SettingOf(kind, v).Apart() {
				t.Errorf("%s: another %s is the same setting", kind.Name, p.Name)
			}
		}
	}
}

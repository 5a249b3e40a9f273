package param

import (
	"strings"
	"testing"
)

// The held setting is a part of the address: differing controls are written, controls without an effect beside it too, and it
// is read back whole.
func TestHoldIsPartOfTheAddress(t *testing.T) {
	for _, c := range []struct{ query, encoded, apart string }{
		{"epsilon=2&hold.epsilon=1", "&hold.epsilon=1", "ε = 1.00"},
		{"hold.epsilon=1&epsilon=2", "&hold.epsilon=1", "ε = 1.00"},
		{"epsilon=2&hold.epsilon=2", "&hold.soup=clear", ""},                              // an equal setting is held too
		{"soup=clear&hold.soup=thick", "&hold.soup=thick&hold.salt=1", "Thick, s = 1.00"}, // clear has no salt to say
		{"soup=clear&hold.soup=thick&hold.salt=3", "&hold.soup=thick&hold.salt=3", "Thick, s = 3.00"},
		{"soup=clear&hold.salt=3", "&hold.soup=thick&hold.salt=3", "Thick, s = 3.00"},
		{"guest=ann&hold.guest=", "&hold.guest=", "guest"},
	} {
		v, err := form.Parse(c.query)
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		alone := form.Encode(v.Alone())
		if got := strings.TrimPrefix(form.Encode(v), alone); got != c.encoded {
			t.Errorf("%s is encoded as %q, held %q", c.query, alone+got, got)
		}
		var texts []string
		for _, d := range form.Apart(v) {
			texts = append(texts, strings.TrimSpace(d.Text))
		}
		if got := strings.Join(texts, ", "); got != c.apart {
			t.Errorf("%s holds %q, want %q", c.query, got, c.apart)
		}
		again, err := form.Parse(form.Encode(v))
		if held, _ := v.Held(); err != nil || form.Encode(again) != form.Encode(v) {
			t.Errorf("%s comes back as %q, holding %q: %v", c.query, form.Encode(again), form.Encode(held), err)
		}
	}
	for query, says := range map[string]string{
		"hold.epsilon=0": "outside", "hold.epsilon=1&hold.epsilon=2": "twice", "hold.fork=1": "not known", "hold.hold.epsilon=1": "not known",
	} {
		if _, err := form.Parse(query); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Parse(%q) gives %v, want %q", query, err, says)
		}
	}
}

// A setting moves on beside its held one, and equals another only with the same held one.
func TestHeldStaysWhileOthersMove(t *testing.T) {
	v := Values{}.With(epsilon, 1)
	holding := v.Holding(v).With(epsilon, 3).With(place, 0.1)
	held, found := holding.Held()
	if !found || held.Get(epsilon) != 1 || holding.Get(epsilon) != 3 {
		t.Errorf("it holds %v at %v", held.Get(epsilon), holding.Get(epsilon))
	}
	if holding.Equal(holding.Alone()) || holding.Alone().Equal(holding) || !holding.Equal(v.Holding(v).With(epsilon, 3).With(place, 0.1)) {
		t.Error("equality overlooks what is held")
	}
}

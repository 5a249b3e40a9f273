package work

import (
	"context"
	"testing"
)

// Peek returns a finished value, and nothing while it is being computed.
func TestOncePeek(t *testing.T) {
	var o *Once[int]
	o = NewOnce(func(context.Context) (int, error) {
		if _, found := o.Peek(); found {
			t.Error("it is there while it is being computed")
		}
		return 7, nil
	})
	if _, found := o.Peek(); found {
		t.Error("it is there before anybody asked")
	}
	if _, err := o.Get(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v, found := o.Peek(); v != 7 || !found {
		t.Errorf("%v, %v", v, found)
	}
}

package noise

import (
	"slices"
	"testing"

	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
)

// A control of one picture changes nothing in another picture without that control: the page follows its own address, which leaves
// the control out.
func TestPicturesKnowTheirOwnControlsAlone(t *testing.T) {
	for _, c := range []struct {
		view        view.View
		from, query string
		show        string
	}{
		{Noise, "density", "beta=0.5&support=3&delta=0.2", "epsilon"},
		{Noise, "ranking", "below=normal:1:1e-6", "delta"},
		{Noise, "mu", "mu=0.5&floor=1e-3", "ranking"},
		{Proof, "profile", "below=normal:1:1e-6&at=2", "search"},
	} {
		at, err := c.view.Setting("show=" + c.from + "&" + c.query)
		if err != nil {
			t.Fatal(err)
		}
		show := slices.IndexFunc(c.view.Choices, func(d param.Choice) bool { return d.Key() == "show" })
		at = at.Picking(c.view.Choices[show], c.show)
		plain, err := c.view.Setting(c.view.Encode(at))
		if err != nil {
			t.Errorf("%s writes %s, which does not open: %v", c.view.Name, c.view.Encode(at), err)
			continue
		}
		one, other := values(t, c.view, at), values(t, c.view, plain)
		if !slices.Equal(one, other) {
			t.Errorf("show=%s after %s: %v, and by its address %v", c.show, c.query, one, other)
		}
	}
}

func values(t *testing.T, v view.View, at param.Values) (list []string) {
	t.Helper()
	answers, err := v.Values(worktest.Shared(), at)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range answers {
		list = append(list, a.Key.String()+" "+a.Written())
	}
	return list
}

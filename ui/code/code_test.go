package code

import (
	"context"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms"
	"dpscope/views"
)

// said returns why an address has no lines of a part; empty: it has some.
func said(ctx context.Context, t *testing.T, address string, part Part) string {
	t.Helper()
	v, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Lines(ctx, v, values, part, engine.Program{Version: "0"})
	switch {
	case err == nil && !strings.Contains(text, "print("):
		t.Errorf("%s: the lines print nothing:\n%s", address, text)
	case err != nil:
		return err.Error()
	}
	return ""
}

// Every mechanism, every view and every preset has lines, or a reason why not; -v lists the reasons.
func TestWhatHasNoLines(t *testing.T) {
	ctx := worktest.Session(context.Background(), 64<<20)
	list := func(address string, part Part) {
		none := said(ctx, t, address, part)
		_, why, _ := strings.Cut(none, ": ")
		switch {
		case none == "":
		case part == Answer && len(why) < 20 || strings.Contains(none, "\n"):
			t.Errorf("%s does not say why it has no lines: %q", address, none)
		default:
			t.Logf("%s: %s", address, none)
		}
	}
	for _, k := range mechanisms.All.Kinds {
		address := "concentration?mechanism=" + k.Name + "&epsilon=0.5"
		list(address, Answer)
		list(address, Libraries)
	}
	for _, v := range views.All {
		list(v.Name, Answer)
		for _, p := range v.Presets {
			list(v.Name+"?preset="+p.Name, Answer)
		}
	}
}

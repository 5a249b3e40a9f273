package code

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms"
	"dpscope/views"
)

var update = flag.Bool("update", false, "write testdata anew")

// said is why an address has no lines of a part; empty: it has some.
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

// Every mechanism, every view and every preset has lines, or stands in a list with the reason.
func TestWhatHasNoLines(t *testing.T) {
	ctx := worktest.Session(context.Background(), 64<<20)
	var got strings.Builder
	for _, part := range []Part{Answer, Libraries} {
		for _, k := range mechanisms.All.Kinds {
			address := "concentration?mechanism=" + k.Name + "&epsilon=0.5"
			if none := said(ctx, t, address, part); none != "" {
				fmt.Fprintf(&got, "%s: %s\n", address, none)
			}
		}
	}
	for _, v := range views.All {
		none, everywhere := map[string]string{"": said(ctx, t, v.Name, Answer)}, true
		for _, p := range v.Presets {
			address := v.Name + "?preset=" + p.Name
			none[p.Name] = said(ctx, t, address, Answer)
			everywhere = everywhere && none[p.Name] == none[""]
		}
		for _, p := range v.Presets {
			if reason := none[p.Name]; reason != "" && !everywhere {
				fmt.Fprintf(&got, "%s?preset=%s: %s\n", v.Name, p.Name, reason)
			}
		}
		if everywhere && none[""] != "" {
			fmt.Fprintf(&got, "%s: %s\n", v.Name, none[""])
		}
	}
	const file = "testdata/without.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got.String() {
		t.Errorf("%v: the list is now (-update writes it)\n%s", err, got.String())
	}
}

package command

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"charm.land/bubbles/v2/progress"

	"dpscope/engine/work"
)

// Where no terminal shows it a meter writes a line every ten seconds, and wipes none.
func TestMeterWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	m := &meter{to: &out, plain: true, clock: func() time.Time { return now }, began: now}
	for _, after := range []time.Duration{0, 1, 9, 10, 11, 19, 20, 21} {
		now = time.Unix(0, 0).Add(after * time.Second)
		m.report(work.Progress{Done: float64(after), Of: 40})
	}
	m.wipe()
	if want := "25 %, 30s left\n50 %, 20s left\n"; out.String() != want {
		t.Errorf("it writes %q, want %q", out.String(), want)
	}
}

// A meter is silent for a second, then draws the time left, and leaves nothing of its line.
func TestMeter(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	m := &meter{to: &out, bar: progress.New(progress.WithWidth(4), progress.WithFillCharacters('=', '-'), progress.WithoutPercentage()), clock: func() time.Time { return now }, began: now}
	for _, c := range []struct {
		after time.Duration
		p     work.Progress
		want  string
	}{
		{900 * time.Millisecond, work.Progress{Done: 0.2, Of: 1}, ""},
		{1100 * time.Millisecond, work.Progress{Done: 0.25, Of: 1}, "25 %"},
		{1150 * time.Millisecond, work.Progress{Done: 0.26, Of: 1}, ""},
		{4 * time.Second, work.Progress{Done: 25, Of: 50, What: "draws"}, "25 of 50 draws, 4s left"},
		{5 * time.Second, work.Progress{Done: 0.1, Of: 1}, "10 %"}, // other work has begun
		{8 * time.Second, work.Progress{Done: 0.4, Of: 1}, "40 %, 6s left"},
	} {
		out.Reset()
		now = time.Unix(0, 0).Add(c.after)
		m.report(c.p)
		if got := out.String(); c.want == "" && got != "" || !strings.Contains(got, c.want+"\x1b[K") && c.want != "" {
			t.Errorf("after %v: %q, want %q", c.after, got, c.want)
		}
	}
	out.Reset()
	m.wipe()
	if out.String() != "\r\x1b[K" {
		t.Errorf("it leaves %q", out.String())
	}
	out.Reset()
	m.wipe()
	if out.Len() > 0 {
		t.Errorf("wiped twice: %q", out.String())
	}
}

package browser

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"dpscope/engine"
	"dpscope/engine/work/worktest"
)

// page is what a page has of a tab.
type page struct {
	t     *testing.T
	tab   *Tab
	mutex sync.Mutex
	parts map[string]string
	last  Show
	shows int
	saved []Save
	kept  string
}

// opened opens an address in a tab.
func opened(t *testing.T, address string) *page {
	t.Helper()
	p := &page{t: t, parts: map[string]string{}}
	p.tab = New(Options{Context: worktest.Shared(), Program: engine.Program{Version: "0"}, Send: p.take})
	t.Cleanup(p.tab.Close)
	p.say(Message{Kind: "start", Address: address, Width: 700})
	return p
}

func (p *page) take(message []byte) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	var kind struct{ Kind string }
	if err := json.Unmarshal(message, &kind); err != nil {
		p.t.Error(err)
	}
	switch kind.Kind {
	case "show":
		p.last = Show{}
		if err := json.Unmarshal(message, &p.last); err != nil {
			p.t.Error(err)
		}
		for place, text := range p.last.Parts {
			p.parts[place] = text
		}
		p.shows++
	case "save":
		var s Save
		if err := json.Unmarshal(message, &s); err != nil {
			p.t.Error(err)
		}
		p.saved = append(p.saved, s)
	case "keep":
		var k Keep
		if err := json.Unmarshal(message, &k); err != nil {
			p.t.Error(err)
		}
		p.kept = k.Text
	}
}

func (p *page) say(m Message) {
	text, err := json.Marshal(m)
	if err != nil {
		p.t.Fatal(err)
	}
	p.tab.Receive(text)
}

// patience ends a test whose page will never do what it waits for: the slowest page takes a minute where others have the cores.
const patience = 5 * time.Minute

// until waits until a condition holds.
func (p *page) until(what string, holds func() bool) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	for {
		p.mutex.Lock()
		done := holds()
		p.mutex.Unlock()
		if done {
			return
		}
		select {
		case <-ctx.Done():
			p.mutex.Lock()
			defer p.mutex.Unlock()
			p.t.Fatalf("not in %v: %s; %q\n%s", patience, what, p.last.Address, p.parts["lead"]+p.parts["form"]+p.parts["notice"]+p.parts["lesson"])
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// rests waits until a page of an address is whole.
func (p *page) rests(begins string) {
	p.t.Helper()
	p.until("a page of "+begins, func() bool { return !p.last.Busy && strings.HasPrefix(p.last.Address, begins) && p.parts["lead"] != "" })
}

func TestOpening(t *testing.T) {
	p := opened(t, "")
	p.rests("survey")
	for place, says := range map[string]string{"lead": ">4.67 points</b>", "picture": "<svg", "readings": "margin of error", "controls": `type="range"`, "tabs": "aria-current"} {
		if !strings.Contains(p.parts[place], says) {
			t.Errorf("%s lacks %q: %s", place, says, p.parts[place])
		}
	}
}

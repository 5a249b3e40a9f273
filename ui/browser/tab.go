// Package browser is the explorer in a tab of a browser: it takes messages from a page and sends it markup. It declares nothing
// about a view: tabs, controls, answers and lessons come from where the terminal has them, and the page only carries out what it
// is sent.
//
// One goroutine owns a Tab's state. Messages wait in a queue, in which a newer value of a control replaces an older one, so
// that pointer moves never pile up. After each round of messages the parts of the page that changed are sent, and no others.
package browser

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/ui/explorer"
	"dpscope/ui/find"
	"dpscope/ui/lesson"
	"dpscope/views"
	"dpscope/views/view"
)

// Options holds what a tab is given.
type Options struct {
	Context context.Context      // of its computations; its session permits the files that the user picked
	Send    func(message []byte) // sends a message, as JSON, to the page; called from one goroutine at a time
	Program engine.Program
}

// Tab is one open page: one session.
type Tab struct {
	options   Options
	queue     *queue
	cancel    context.CancelFunc
	session   explorer.Session
	explorers map[string]*explorer.Explorer // by view, so that a setting is found again
	current   *explorer.Explorer
	opened    bool // the page has said what to open first
	touched   bool // the user has moved, or gone to, a control of this view

	width float64 // of the picture, in CSS pixels
	dark  bool

	lesson  *lesson.Run
	goalAt  *param.Values // setting at which its goal was checked last
	kept    *shelf
	lessons []lesson.Shelved // the listed lessons; nil: none are listed
	data    *data            // questions that the user's files can answer; nil: none are listed
	typed   string           // words that are looked for
	found   []find.Item
	meant   string // the words that were looked for in place of the typed ones
	astray  string // why the address opened nothing; empty: it did

	sent map[string]string // parts of the page as it has them
	seen seen              // the picture as the page has it
}

// New opens a tab. It sends nothing before the page has said what it shows.
func New(o Options) *Tab {
	ctx, cancel := context.WithCancel(o.Context)
	t := &Tab{options: o, queue: newQueue(), cancel: cancel, explorers: map[string]*explorer.Explorer{}, sent: map[string]string{},
		session: explorer.Session{Context: ctx, Clock: explorer.TimeOfDay}}
	t.kept = &shelf{hand: func(text string) { t.send(Keep{Kind: "keep", Text: text}) }}
	v, values, err := views.Open("")
	if err != nil {
		panic(err) // the first view opens
	}
	t.current = t.explorer(v, values)
	go t.serve(ctx)
	return t
}

// Receive takes a message of the page, as JSON. It never waits, and drops what is none.
func (t *Tab) Receive(message []byte) {
	var m Message
	if json.Unmarshal(message, &m) == nil {
		t.queue.put(m)
	}
}

// Close ends the tab with all that it computes.
func (t *Tab) Close() { t.cancel() }

// serve handles messages until the tab is closed.
func (t *Tab) serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.queue.filled:
		}
		for _, m := range t.queue.take() {
			t.exec(t.update(m))
		}
		if t.opened {
			t.show()
		}
	}
}

// exec runs a command off the loop; its message comes back through the queue.
func (t *Tab) exec(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				t.exec(c)
			}
		default:
			t.queue.put(msg)
		}
	}()
}

// update handles a message of the page or the result of a command.
func (t *Tab) update(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case Message:
		return t.handle(msg)
	case explorer.Message:
		if e, found := t.explorers[msg.View]; found {
			return tea.Batch(e.Take(msg), t.lookForGoal())
		}
	case explorer.Visit:
		return t.follow(msg.Address)
	case questionsMsg:
		return t.opensData(msg)
	case lineMsg:
		return t.answered(msg)
	case filledMsg:
		return t.filled(msg)
	case moveMsg:
		return t.moved(msg)
	case reachedMsg:
		t.reached(msg)
	case savedMsg:
		t.saved(msg)
	}
	return nil
}

// explorer returns the explorer of a view, made at values when it is new.
func (t *Tab) explorer(v view.View, values param.Values) *explorer.Explorer {
	if e, found := t.explorers[v.Name]; found {
		return e
	}
	e := explorer.New(t.session, v, values)
	t.explorers[v.Name] = e
	return e
}

// send sends a message to the page.
func (t *Tab) send(message any) {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err) // messages are plain structs
	}
	t.options.Send(text)
}

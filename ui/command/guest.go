//go:build !js

package command

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/classroom"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners/parquet"
	"dpscope/learners/subprocess"
	"dpscope/learners/table"
	"dpscope/ui"
	"dpscope/ui/files"
	"dpscope/ui/lesson"
	"dpscope/ui/serve"
	"dpscope/ui/session"
	"dpscope/ui/terminal"
	"dpscope/views"
	lessons "dpscope/views/lesson"
	"dpscope/views/view"
)

// classroomOver holds what the guests of a server have in common.
type classroomOver struct {
	ctx       context.Context // of the server, with its processors and memory
	kept      int64           // bytes that a guest's results may take
	shared    *files.Shared   // nil: there are no files
	class     *lesson.Class   // nil: guests are no class
	classFile string          // its file
	lectern   lectern         // of its teacher

	mu     sync.Mutex
	inside map[string]bool // students, by the names of their files in small letters
	guests []*leaving      // in order of coming
}

// serve runs a session of a guest: a command, or the explorer.
func (h *classroomOver) serve(ctx context.Context, g *serve.Guest) int {
	mayOpen := h.mayOpen
	if g.Teacher {
		mayOpen = h.teacherMayOpen
	}
	session := work.Beside(h.ctx, work.NewStore(h.kept), mayOpen)
	work.Keep(session, table.Formats{parquet.Format})
	work.Keep(session, &subprocess.Programs{})
	defer session.Close()
	ctx, end := context.WithCancelCause(surrounded(work.With(ctx, session), surroundings{g.Getenv, h.files()}))
	defer h.enter(end, session.Store)()
	defer session.Store.Rest() // the seat is free once nothing of this guest computes
	defer end(nil)
	var status int
	words, err := shellWords(g.Command)
	switch {
	case err != nil:
		tell(g.Err, err.Error())
		return misuse
	case len(words) == 0, g.Terminal && len(words) == 2 && words[0] == "lesson":
		status = h.explore(ctx, g, words)
	default:
		status = command(ctx, g, words)
	}
	var memory *memoryError
	if errors.As(context.Cause(ctx), &memory) {
		tell(g.Err, memory.Error())
	}
	return status
}

// mayOpen returns why guests may not open a file.
func (h *classroomOver) mayOpen(path string) error {
	if h.class != nil && slices.ContainsFunc(h.class.Lessons, func(of string) bool {
		return strings.HasSuffix(of, ".md") && inFolder(h.class.Folder, of) == path
	}) {
		return nil
	}
	if h.shared == nil {
		return work.ErrNoFiles
	}
	return h.shared.May(path)
}

func (h *classroomOver) files() files.Files {
	if h.shared == nil {
		return nil
	}
	return *h.shared
}

// enter notes a guest, until left is called.
func (h *classroomOver) enter(end context.CancelCauseFunc, store *work.Store) (left func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := &leaving{end, store, make(chan struct{})}
	h.guests = append(h.guests, l)
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.guests = slices.DeleteFunc(h.guests, func(g *leaving) bool { return g == l })
		close(l.over)
	}
}

// endNewest ends the session of the guest who came last, where memory runs out.
func (h *classroomOver) endNewest(cause error) (over <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.guests) == 0 {
		none := make(chan struct{})
		close(none)
		return none
	}
	last := h.guests[len(h.guests)-1]
	last.end(cause)
	return last.over
}

// serverEnds tells a guest that the server is about to end.
const serverEnds = "the server ends in a few seconds; what you answered is kept"

// explore runs the explorer, or a lesson in it: in the terminal of a guest, or by lines.
func (h *classroomOver) explore(ctx context.Context, g *serve.Guest, words []string) int {
	byLines := !g.Terminal || g.Getenv("TERM") == "dumb" || g.Getenv("DPSCOPE_PLAIN") == "1"
	view, values, o, leave, err := h.begin(ctx, g, words)
	if err != nil {
		tell(g.Err, err.Error())
		return failed
	}
	defer leave()
	if byLines {
		return h.exploreByLines(ctx, g, view, values, o)
	}
	profile := colorprofile.Env(g.Env)
	o.ASCII, o.Profile, o.Dark, o.Program, o.Files = !unicodeLocale(g.Getenv) || g.Getenv("TERM") == "linux", profile, true, thisProgram(), h.files()
	tells := make(chan tea.Msg)
	stop := context.AfterFunc(g.Ending, func() {
		send(ctx, tells, ui.Notice(serverEnds))
	})
	defer stop()
	switch {
	case g.Teacher:
		o.Leads = h.lectern.show
		defer h.lectern.show("")
		defer h.watchHandIns(ctx, tells)()
	case h.class != nil:
		defer h.lectern.follow(ctx, tells)()
	}
	shell := ui.New(ctx, view, values, o)
	seat := terminal.Session{Shell: shell, In: terminal.Typed(g.In), Out: terminal.NewWriter(g.Out), Size: g.Size,
		Sizes: g.Sizes, Tells: tells, Environ: g.Env, Profile: profile}
	switch err := seat.Run(ctx); {
	case g.Ending.Err() != nil:
		tell(g.Err, "the server ends")
	case err != nil && ctx.Err() == nil:
		tell(g.Err, "this session ended by a fault of the program; another one would work")
		return failed
	}
	if err := shell.Finish(); err != nil {
		tell(g.Err, err.Error())
		return failed
	}
	return ok
}

// exploreByLines explores by lines of text, for a guest whose terminal moves no cursor, or who asks for it.
func (h *classroomOver) exploreByLines(ctx context.Context, g *serve.Guest, v view.View, values param.Values, o ui.Options) int {
	to := session.Options{In: g.In, Out: g.Out, Files: h.files(), Kept: o.Kept, Lesson: o.Lesson, Prompt: g.Terminal, Open: views.Open}
	if g.Terminal {
		lines := terminal.NewLines(g.In, g.Out)
		to.In, to.Out, to.Interrupt = lines, lines, lines.Interrupts()
	}
	stop := context.AfterFunc(g.Ending, func() { tell(g.Err, serverEnds) })
	defer stop()
	if err := session.Run(ctx, v, values, to); err != nil {
		tell(g.Err, err.Error())
		return failed
	}
	return ok
}

// begin returns where a guest begins; leave says that the guest is gone.
func (h *classroomOver) begin(ctx context.Context, g *serve.Guest, words []string) (v view.View, values param.Values, o ui.Options, leave func(), err error) {
	leave = func() {}
	o.Kept = inMemory()
	address := ""
	if g.Teacher {
		address = "class?file=" + url.QueryEscape(h.classFile) + "&question=1"
	}
	v, values, err = open(address)
	if err != nil {
		return v, values, o, leave, err
	}
	switch {
	case h.class != nil && !g.Teacher:
		if o.Lesson, o.Kept, leave, err = h.seat(ctx, g); err != nil {
			return v, values, o, leave, err
		}
	case len(words) == 2:
		place := slices.Index(append(lessons.Shipped(), lessons.Capstone), words[1]) + 1
		if place == 0 {
			return v, values, o, leave, fmt.Errorf("%s is no lesson; %s would work", words[1], strings.Join(lessons.Shipped(), ", "))
		}
		if o.Lesson, err = lesson.BeginShipped(place, o.Kept, time.Now()); err != nil {
			return v, values, o, leave, err
		}
	default:
		return v, values, o, leave, nil
	}
	at := o.Lesson.Step().At
	return at.View, at.Values, o, leave, nil
}

// seat opens the first lesson of the class that a student has not finished. A name has one session at a time.
func (h *classroomOver) seat(ctx context.Context, g *serve.Guest) (run *lesson.Run, kept lesson.Keeper, leave func(), err error) {
	class, leave := *h.class, func() {}
	class.Served = true
	class.Student = strings.Join(strings.Fields(g.Name), " ")
	file := classroom.FileName(class.Student)
	if file == "" {
		return nil, kept, leave, fmt.Errorf("%q has no letter and no digit; ssh YOUR-NAME@HOST would work", g.Name)
	}
	name := strings.ToLower(file) // as some systems name files
	h.mu.Lock()
	taken := h.inside[name]
	h.inside[name] = true
	h.mu.Unlock()
	if taken {
		return nil, kept, leave, fmt.Errorf("%s is in this class already; your own name before the @ would work", class.Student)
	}
	leave = func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.inside, name)
	}
	defer func() {
		if err != nil {
			leave()
			leave = func() {}
		}
	}()
	kept = lesson.In(filepath.Join(class.Folder, "kept", file))
	for i, of := range class.Lessons {
		l, err := openLesson(ctx, inFolder(class.Folder, of), g.Err)
		if err != nil {
			return nil, kept, leave, err
		}
		if i < len(class.Lessons)-1 && class.Done(l, kept) {
			continue
		}
		return beginIn(ctx, class, i, l, kept, time.Now()), kept, leave, nil
	}
	return nil, kept, leave, errors.New("this class has no lesson")
}

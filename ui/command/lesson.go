package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dpscope/assets"
	"dpscope/engine/classroom"
	"dpscope/engine/work"
	"dpscope/learners/source"
	"dpscope/ui"
	started "dpscope/ui/lesson"
	"dpscope/views/lesson"
)

func lessonCommand() *cobra.Command {
	var f lessonFlags
	c := &cobra.Command{
		Use:   "lesson [NUMBER | NAME | FILE.md | FILE.class [NAME]]",
		Short: "List the lessons, or open one",
		Long: "List the lessons that come with the program, or open one in the terminal: each step asks before it shows,\n" +
			"and what was left is gone on with. A name that ends in .md or has / in it is a file of your own, whose\n" +
			"numbers are checked first: each mistake is told with its line. --print writes a handout for paper, in 80\n" +
			"columns, --key what is right, for teachers, and --json addresses, questions and answers, of one lesson or of all.\n" +
			"--plan 45 and --plan 90 write plans for as many minutes. A file that ends in .class opens the first of its\n" +
			"lessons that you have not gone through: what you answer stays in one CSV file beside it, whose path --hand-in\n" +
			"writes; dpscope grade puts the files of a class together. --folder DIR makes a folder to give out,\n" +
			"with the programs that lie in --release DIR. The task after the lessons is clinic: advice, page by page, of which --report writes what you left standing, your sentences, and what is found of them.",
		Example: "  dpscope lesson\n  dpscope lesson 1\n  dpscope lesson coin\n  dpscope lesson ./mine.md\n  dpscope lesson coin --print\n" +
			"  dpscope lesson maths.class --student Ann\n  dpscope lesson maths.class --student Ann --hand-in",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 && !(len(args) == 2 && strings.HasSuffix(args[0], classroom.ClassEnding)) {
				return usageError{fmt.Errorf("%d lessons are named; one would work", len(args))}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 && strings.HasSuffix(args[0], classroom.ClassEnding) {
				return f.class(c, args[0], strings.Join(args[1:], ""))
			}
			if f.student != "" || f.handIn || f.folder != "" || f.release != "" {
				return usageError{errors.New("--student, --hand-in, --folder and --release are for a class; dpscope lesson FILE.class would work")}
			}
			return f.run(c, strings.Join(args, ""))
		},
	}
	c.ValidArgsFunction = completeLesson
	c.Flags().StringVar(&f.student, "student", "", "your name in a class")
	c.Flags().StringVar(&f.folder, "folder", "", "make a folder to give out to a class, with how to start on each system")
	c.Flags().StringVar(&f.release, "release", "", "with --folder: a folder with the programs of a release, which are copied into it")
	c.Flags().BoolVar(&f.report, "report", false, "write a report of what you advised")
	c.Flags().BoolVar(&f.handIn, "hand-in", false, "write the path of the file to hand in")
	c.Flags().BoolVar(&f.key, "key", false, "write what is right, for teachers")
	c.Flags().IntVar(&f.plan, "plan", 0, "write a plan for 45 or 90 minutes")
	c.Flags().BoolVar(&f.print, "print", false, "write a handout for paper")
	c.Flags().BoolVar(&f.asJSON, "json", false, "write as JSON")
	return c
}

// lessonFlags holds the flags of the command.
type lessonFlags struct {
	print, asJSON, handIn, key, report bool
	plan                               int
	student, folder, release           string
}

func (f lessonFlags) run(c *cobra.Command, name string) error {
	ctx, out := c.Context(), c.OutOrStdout()
	switch {
	case f.print && f.asJSON:
		return usageError{errors.New("--print and --json are given; one would work")}
	case f.plan != 0:
		return writePlan(out, f.plan)
	case f.key && name == "":
		return writeKeys(ctx, out, c.ErrOrStderr(), lesson.Shipped())
	case f.key:
		return writeKeys(ctx, out, c.ErrOrStderr(), []string{name})
	case name == "" && f.report:
		return usageError{errors.New("--report needs the name of a lesson that asks for advice, such as " + lesson.Capstone)}
	case name == "" && f.asJSON:
		return lessonsJSON(ctx, out, c.ErrOrStderr(), lesson.Shipped())
	case name == "" && f.print:
		return usageError{errors.New("--print needs the name of a lesson, such as coin")}
	case name == "":
		return listLessons(out)
	}
	if f.asJSON {
		return lessonsJSON(ctx, out, c.ErrOrStderr(), []string{name})
	}
	l, err := openLesson(ctx, name, c.ErrOrStderr())
	if err != nil {
		return err
	}
	switch {
	case f.print:
		return l.Handout(ctx, out)
	case f.report:
		return writeReport(ctx, out, l, started.Own(), l.Name)
	}
	run := started.Begin(l, 0, started.Own(), time.Now())
	if !isOwn(name) {
		place := slices.Index(append(lesson.Shipped(), lesson.Capstone), l.Name) + 1
		if run, err = started.BeginShipped(place, started.Own(), time.Now()); err != nil {
			return err
		}
	}
	at := run.Step().At
	return inTerminal(c, at.View, at.Values, ui.Options{Lesson: run})
}

func learnCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "learn",
		Aliases: []string{"lessons"}, // the list is called so inside
		Short:   "Open the list of lessons in the terminal",
		Long:    "Open the list of lessons in the terminal, as the key L does inside: its first line goes on where you left off.",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			v, values, err := open("")
			if err != nil {
				return err
			}
			return inTerminal(c, v, values, ui.Options{Start: ui.Lessons})
		},
	}
}

func listLessons(w io.Writer) error {
	var b strings.Builder
	for i, name := range lesson.Shipped() {
		l, err := lesson.Open(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%2d  %-10s %2d minutes, %2d steps  %s\n", i+1, name, l.Minutes, len(l.Steps), l.Title)
	}
	l, err := lesson.Open(lesson.Capstone)
	if err != nil {
		return err
	}
	fmt.Fprintf(&b, "    %-10s %2d minutes, %2d tasks  %s\n", l.Name, l.Minutes, len(l.Steps), l.Title)
	_, err = io.WriteString(w, b.String())
	return err
}

// longestLesson limits the bytes of a lesson's file.
const longestLesson = 1 << 20

// isOwn reports whether a lesson is named by a file of the user.
func isOwn(name string) bool {
	return strings.HasSuffix(name, ".md") || strings.ContainsAny(name, `/\`)
}

// openLesson reads a lesson of the program by its name, or a file of the user, which it checks first. It writes the faults of a
// file to say.
func openLesson(ctx context.Context, name string, say io.Writer) (lesson.Lesson, error) {
	if !isOwn(name) {
		l, err := lesson.Open(name)
		if err != nil {
			err = usageError{err}
		}
		return l, err
	}
	text, err := lessonFile(ctx, name)
	if err != nil {
		return lesson.Lesson{}, err
	}
	l, faults := lesson.Parse(filepath.Base(name), text)
	if len(faults) == 0 {
		faults = lesson.Check(ctx, filepath.Base(name), l)
	}
	switch len(faults) {
	case 0:
		return l, nil
	case 1:
		return l, errors.New(faults[0].String())
	}
	for _, f := range faults {
		fmt.Fprintln(say, plainLine(f.String()))
	}
	return l, fmt.Errorf("%s has %d mistakes; each line above says one", name, len(faults))
}

// lessonFile reads a file that may be a lesson.
func lessonFile(ctx context.Context, path string) ([]byte, error) {
	return readUpTo(ctx, path, longestLesson, "1 MiB, which no lesson is")
}

// readUpTo reads a file of at most most bytes; more names what is too long.
func readUpTo(ctx context.Context, path string, most int, more string) ([]byte, error) {
	if err := work.MayOpen(ctx, path); err != nil {
		return nil, err
	}
	text, whole, err := source.Begin(path, most)
	if err == nil && !whole {
		err = fmt.Errorf("%s is longer than %s", path, more)
	}
	return text, err
}

// toldLesson is a lesson in JSON.
type toldLesson struct {
	Name    string     `json:"name"`
	Title   string     `json:"title"`
	Minutes int        `json:"minutes"`
	Steps   []toldStep `json:"steps"`
}

type toldStep struct {
	Address  string `json:"address"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Goal     string `json:"goal"`
}

func lessonsJSON(ctx context.Context, w, say io.Writer, names []string) error {
	var all []toldLesson
	for _, name := range names {
		l, err := openLesson(ctx, name, say)
		if err != nil {
			return err
		}
		told := toldLesson{Name: l.Name, Title: l.Title, Minutes: l.Minutes}
		for _, s := range l.Steps {
			asked, err := s.Fill(ctx)
			if err != nil {
				return err
			}
			answer := asked.Said
			if i := lesson.Right(asked.Options); i >= 0 {
				answer = asked.Options[i].Text
			}
			told.Steps = append(told.Steps, toldStep{s.At.Address(), asked.Question, answer, s.GoalText()})
		}
		all = append(all, told)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(all)
}

// writeKeys writes the right answers of lessons.
func writeKeys(ctx context.Context, w, say io.Writer, names []string) error {
	for _, name := range names {
		l, err := openLesson(ctx, name, say)
		if err == nil {
			err = l.Key(ctx, w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writePlan writes the plan of a session of the given minutes.
func writePlan(w io.Writer, minutes int) error {
	text, err := assets.Plan(minutes)
	if err != nil {
		return usageError{fmt.Errorf("there is no plan for %d minutes; 45 and 90 would work", minutes)}
	}
	_, err = w.Write(text)
	return err
}

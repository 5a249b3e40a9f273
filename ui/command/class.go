package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dpscope/engine/classroom"
	"dpscope/engine/numeral"
	"dpscope/learners/source"
	"dpscope/ui"
	started "dpscope/ui/lesson"
	"dpscope/ui/save"
	"dpscope/views/lesson"
)

// class opens a lesson of a class: the named one, or the first that is not finished.
func (f lessonFlags) class(c *cobra.Command, file, name string) error {
	ctx := c.Context()
	class, err := f.classOf(c, file)
	if err != nil {
		return err
	}
	if f.print || f.asJSON || f.key {
		return f.written(ctx, c, class)
	}
	if f.folder != "" {
		return giveOut(c, class, file, f.folder, f.release)
	}
	if f.release != "" {
		return usageError{errors.New("--release is for a folder to give out; --folder DIR besides would work")}
	}
	if class.Student, err = f.studentOf(class); err != nil {
		return err
	}
	if f.handIn {
		if _, err := os.Stat(class.HandIn()); err != nil {
			return fmt.Errorf("%s has answered nothing yet; %s is written with the first answer", class.Student, class.HandIn())
		}
		_, err := fmt.Fprintln(c.OutOrStdout(), class.HandIn())
		return err
	}
	kept := started.Own()
	if f.report {
		return f.reportOf(c, class, kept, name)
	}
	for i, of := range class.Lessons {
		if name != "" && of != name {
			continue
		}
		l, err := openLesson(ctx, inFolder(class.Folder, of), c.ErrOrStderr())
		if err != nil {
			return err
		}
		if name == "" && i < len(class.Lessons)-1 && class.Done(l, kept) {
			continue
		}
		run := beginIn(ctx, class, i, l, kept, time.Now())
		at := run.Step().At
		return inTerminal(c, at.View, at.Values, ui.Options{Lesson: run})
	}
	return usageError{fmt.Errorf("%s is no lesson of this class; %s would work", name, strings.Join(class.Lessons, ", "))}
}

// beginIn opens a lesson of a class; the next one follows at its end.
func beginIn(ctx context.Context, class started.Class, i int, l lesson.Lesson, kept started.Keeper, now time.Time) *started.Run {
	run := class.Begin(l.Seeded(ctx, class.SeedOf(class.Student)), slices.Index(lesson.Shipped(), class.Lessons[i])+1, kept, now)
	if next := i + 1; next < len(class.Lessons) {
		run.Then(started.After{Name: "lesson " + class.Lessons[next], Open: func(ctx context.Context, now time.Time) (*started.Run, error) {
			l, err := openLesson(ctx, inFolder(class.Folder, class.Lessons[next]), io.Discard)
			if err != nil {
				return nil, err
			}
			return beginIn(ctx, class, next, l, kept, now), nil
		}})
	}
	return run
}

// classOf reads a class file; its errors name their lines.
func (f lessonFlags) classOf(c *cobra.Command, file string) (started.Class, error) {
	text, err := lessonFile(c.Context(), file)
	if err != nil {
		return started.Class{}, err
	}
	class, faults := classroom.ParseClass(filepath.Base(file), text)
	for _, of := range class.Lessons {
		if !lessonNamed(of) && !strings.HasSuffix(of, ".md") {
			faults = append(faults, classroom.Fault{File: filepath.Base(file), Line: 1,
				Text: fmt.Sprintf("lessons: %s is no lesson and no file that ends in .md; %s would work", of, strings.Join(lesson.Shipped(), ", "))})
		}
	}
	if len(faults) == 0 {
		folder := filepath.Dir(file)
		return started.Class{Class: class, Folder: folder, Order: orderOf(c.Context(), class, folder)}, nil
	}
	for _, fault := range faults[:len(faults)-1] {
		fmt.Fprintln(c.ErrOrStderr(), plainLine(fault.String()))
	}
	return started.Class{}, errors.New(faults[len(faults)-1].String())
}

// orderOf lists the lessons of a class by name. A file that cannot be read has no name; opening it says why.
func orderOf(ctx context.Context, class classroom.Class, folder string) (names []string) {
	for _, of := range class.Lessons {
		if !lessonNamed(of) {
			text, _ := lessonFile(ctx, inFolder(folder, of))
			l, _ := lesson.Parse(filepath.Base(of), text)
			of = l.Name
		}
		names = append(names, of)
	}
	return names
}

func lessonNamed(name string) bool {
	return name == lesson.Capstone || slices.Contains(lesson.Shipped(), name)
}

// inFolder names a lesson of a class: one that comes with the program, or a file beside the class file.
func inFolder(folder, name string) string {
	if lessonNamed(name) || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(folder, name)
}

// studentOf returns the student who goes through the class: the named one, or the only one with a file.
func (f lessonFlags) studentOf(class started.Class) (string, error) {
	if f.student != "" {
		if classroom.FileName(f.student) == "" {
			return "", usageError{fmt.Errorf("--student %q has no letter and no digit", f.student)}
		}
		return strings.Join(strings.Fields(f.student), " "), nil
	}
	files, _ := filepath.Glob(filepath.Join(class.Folder, classroom.FileName(class.Name)+"-*.csv"))
	if len(files) == 1 {
		if text, _, err := source.Begin(files[0], longestHandIn); err == nil {
			if rows, _, _ := classroom.Read(files[0], text); len(rows) > 0 {
				return rows[0].Student, nil
			}
		}
	}
	return "", usageError{errors.New("a class knows its students by name: --student NAME")}
}

// written writes handouts, the key or JSON of all lessons of a class.
func (f lessonFlags) written(ctx context.Context, c *cobra.Command, class started.Class) error {
	var names []string
	for _, of := range class.Lessons {
		names = append(names, inFolder(class.Folder, of))
	}
	switch {
	case f.asJSON:
		return lessonsJSON(ctx, c.OutOrStdout(), c.ErrOrStderr(), names)
	case f.key:
		return writeKeys(ctx, c.OutOrStdout(), c.ErrOrStderr(), names)
	}
	for _, name := range names {
		l, err := openLesson(ctx, name, c.ErrOrStderr())
		if err == nil {
			err = l.Handout(ctx, c.OutOrStdout())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func gradeCommand() *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "grade FILE ... [-o GRADEBOOK.csv]",
		Short: "Put the files that a class handed in together",
		Long: "Put the files that a class handed in together into one gradebook, a CSV file with the same columns: of every\n" +
			"student each question once. What is left out, and why, is told in one line each. dpscope 'class?file=GRADEBOOK.csv'\n" +
			"shows what the class predicted against what is. A file that ends in .md is a report of advice: what is found of it is\n" +
			"computed anew and written, task by task.",
		Example: "  dpscope grade maths-*.csv -o maths.csv\n  dpscope 'class?file=maths.csv'",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("no file is named; dpscope grade *.csv would work")}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if reports := slices.DeleteFunc(slices.Clone(args),
				func(file string) bool { return !strings.HasSuffix(file, ".md") }); len(reports) > 0 {
				if len(reports) < len(args) || output != "" {
					return usageError{errors.New("reports are examined by themselves, without -o; dpscope grade *.md would work")}
				}
				return examine(c, reports)
			}
			return grade(c, args, output)
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "write the gradebook to this file, which must not be there yet")
	return c
}

// grade merges files; it reports those that it cannot read, and keeps the others.
func grade(c *cobra.Command, files []string, output string) error {
	var handed []classroom.HandIn
	failed := 0
	say := func(text string) { fmt.Fprintln(c.ErrOrStderr(), plainLine(text)) }
	for _, file := range files {
		text, err := longFile(c.Context(), file)
		if err == nil {
			var rows []classroom.Row
			var faults []classroom.Fault
			rows, faults, err = classroom.Read(file, text)
			for _, f := range faults {
				say(f.String())
			}
			if err == nil {
				handed = append(handed, classroom.HandIn{File: file, Rows: rows})
			}
		}
		if err != nil {
			failed++
			say(err.Error())
		}
	}
	count := 0
	for _, h := range handed {
		count += len(h.Rows)
	}
	if count > classroom.MostRows {
		return fmt.Errorf("the files have %s rows, and a gradebook has at most %s; fewer files at a time would work",
			numeral.Count(float64(count)), numeral.Count(classroom.MostRows))
	}
	rows, faults := classroom.Merge(handed)
	for _, f := range faults {
		say(f.String())
	}
	if len(rows) == 0 {
		return errors.New("no row was handed in; files that dpscope lesson wrote would work")
	}
	write := func(w io.Writer) error { return classroom.Write(w, rows) }
	if output == "" {
		if err := write(c.OutOrStdout()); err != nil {
			return err
		}
	} else if err := save.New(c.Context(), output, write, false); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d files could not be read; the lines above say why, and the others are in the gradebook", failed, len(files))
	}
	return nil
}

// longestHandIn limits the bytes of a hand-in or a gradebook: 10^5 rows stay below.
const longestHandIn = 64 << 20

// longFile reads a hand-in or a gradebook.
func longFile(ctx context.Context, path string) ([]byte, error) {
	return readUpTo(ctx, path, longestHandIn, "64 MiB, which no gradebook is")
}

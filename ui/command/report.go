package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	started "dpscope/ui/lesson"
	"dpscope/views/lesson"
)

// writeReport writes the advice given in a lesson that was kept under a name.
func writeReport(ctx context.Context, w io.Writer, l lesson.Lesson, kept started.Keeper, as string) error {
	if !l.Advises() {
		return usageError{fmt.Errorf("%s asks for no advice; dpscope lesson %s --report would work", l.Name, lesson.Capstone)}
	}
	left, found := kept.Left(as)
	switch advised := left.Advised(l); {
	case !found || !slices.ContainsFunc(advised, func(a lesson.Advised) bool { return a.Address != "" }):
		return fmt.Errorf("nothing was advised in %s yet, or its class keeps no sentence", l.Name)
	case left.Version != l.Version:
		return fmt.Errorf("what was advised is of version %d of %s, and this is %d; it begins anew when it is opened", left.Version, l.Name,
			l.Version)
	default:
		return l.Report(ctx, w, advised)
	}
}

// reportOf writes a student's report of a lesson of the class: the named one, or the first that asks for advice.
func (f lessonFlags) reportOf(c *cobra.Command, class started.Class, kept started.Keeper, name string) error {
	for _, of := range class.Lessons {
		l, err := openLesson(c.Context(), inFolder(class.Folder, of), c.ErrOrStderr())
		if err != nil {
			return err
		}
		if name == of || name == "" && l.Advises() {
			return writeReport(c.Context(), c.OutOrStdout(), l, kept, class.KeptAs(l.Name))
		}
	}
	return usageError{fmt.Errorf("no lesson of this class asks for advice; lessons: %s would work", lesson.Capstone)}
}

// examine reads reports and writes its findings; a report that lacks something is no failure of the program.
func examine(c *cobra.Command, files []string) error {
	var bad []error
	for _, file := range files {
		if err := examineOne(c, file); err != nil {
			bad = append(bad, fmt.Errorf("%s %w", filepath.Base(file), err))
		}
	}
	for _, err := range bad[:max(len(bad)-1, 0)] {
		fmt.Fprintln(c.ErrOrStderr(), plainLine(err.Error()))
	}
	if len(bad) > 0 {
		return errors.New(plainLine(bad[len(bad)-1].Error()))
	}
	return nil
}

func examineOne(c *cobra.Command, file string) error {
	source, err := lessonFile(c.Context(), file)
	if err != nil {
		return err
	}
	name, version, advised, err := lesson.ReadReport(source)
	if err != nil {
		return err
	}
	l, err := lesson.Open(name)
	switch {
	case err != nil:
		return fmt.Errorf("is of another lesson: %w", err)
	case version != l.Version:
		return fmt.Errorf("is of version %d of %s; this program has %d", version, name, l.Version)
	case len(advised) > len(l.Steps):
		return fmt.Errorf("has %d tasks; %s has %d", len(advised), name, len(l.Steps))
	}
	missing, total := 0, 0
	var b strings.Builder
	for i, s := range l.Steps {
		var of lesson.Advised
		if i < len(advised) {
			of = advised[i]
		}
		for _, found := range s.Examine(c.Context(), of) {
			total++
			mark := "ok     "
			if !found.Holds {
				missing++
				mark = "missing"
			}
			fmt.Fprintf(&b, "  %d. %-24s %s  %s\n", i+1, s.Heading, mark, plainLine(found.Text))
		}
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %d of %d hold\n%s", filepath.Base(file), total-missing, total, b.String())
	return err
}

package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine/numeral"
	started "dpscope/ui/lesson"
	"dpscope/ui/save"
)

// startNote names the file that tells students how to start.
const startNote = "START.txt"

// giveOut makes a folder to give out: the class file, the lessons that lie beside it, checked, the programs of a release if its
// folder is given, and instructions for each system. It fails if the folder exists.
func giveOut(c *cobra.Command, class started.Class, file, folder, release string) error {
	ctx := c.Context()
	programs, err := map[system]string{}, error(nil)
	if release != "" {
		if programs, err = released(release); err != nil {
			return err
		}
	}
	given := slices.DeleteFunc(slices.Clone(systems), func(s system) bool { return release != "" && programs[s] == "" })
	texts := map[string][]byte{startNote: []byte(howToStart(class, filepath.Base(file), given))}
	for _, name := range append([]string{filepath.Base(file)}, class.Lessons...) {
		path := inFolder(class.Folder, name)
		switch {
		case lessonNamed(name):
			continue
		case filepath.Base(path) != name:
			return fmt.Errorf("%s does not lie beside the class file; one that does would work", name)
		case strings.HasSuffix(name, ".md"):
			if _, err := openLesson(ctx, path, c.ErrOrStderr()); err != nil {
				return err
			}
		}
		source, err := lessonFile(ctx, path)
		if err != nil {
			return err
		}
		texts[name] = source
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		if errors.Is(err, os.ErrExist) {
			return fmt.Errorf("%s is there already; a new folder would work", folder)
		}
		return err
	}
	for name, text := range texts {
		write := func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		}
		if err := save.New(ctx, filepath.Join(folder, name), write, false); err != nil {
			return err
		}
	}
	for s, path := range programs {
		if err := copyProgram(ctx, path, filepath.Join(folder, s.program())); err != nil {
			return err
		}
	}
	holds := "put the programs of a release into it, such as " + systems[0].program()
	if release != "" {
		var titles []string
		for _, s := range given {
			titles = append(titles, s.title)
		}
		holds = "it holds programs for " + strings.Join(titles, "; ")
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s is made; %s\n", folder, holds)
	return err
}

// howToStart tells students how to start on each of the given systems, and what happens to their answers.
func howToStart(class started.Class, file string, on []system) string {
	quoted := `"` + strings.ReplaceAll(file, `"`, "") + `"`
	if !strings.ContainsAny(file, ` '$&()"`) {
		quoted = file
	}
	answers := "What you answer stays in this folder, in one file whose path --hand-in writes. Hand that file in."
	if class.Private > 0 {
		answers = fmt.Sprintf("What you answer is flipped by chance before it is written, at ε = %s a question; your true answers are kept nowhere.\nOne file of this folder has the flipped ones; --hand-in writes its path. Hand it in.", numeral.Short(class.Private))
	}
	var lines strings.Builder
	for _, s := range on {
		fmt.Fprintf(&lines, "\n%s:\n  %s\n", s.title, s.line("lesson "+quoted+` --student "ANN B"`))
	}
	return fmt.Sprintf(`Class %s

Open a terminal in this folder. Type the line of your system, with your own name in place of "ANN B":
%s
n goes on, b goes back, i is a hint, esc leaves; the same line goes on where you left.
%s
`, class.Name, lines.String(), answers)
}

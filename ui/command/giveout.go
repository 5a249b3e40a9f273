package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine/numeral"
	started "dpscope/ui/lesson"
	"dpscope/ui/save"
)

// startNote names the file that tells students how to start.
const startNote = "START.txt"

// giveOut makes a folder to give out: the class file, the lessons that lie beside it, checked, and instructions for three
// systems. It fails if the folder exists.
func giveOut(c *cobra.Command, class started.Class, file, folder string) error {
	ctx := c.Context()
	texts := map[string][]byte{startNote: []byte(howToStart(class, filepath.Base(file)))}
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
	_, err := fmt.Fprintf(c.OutOrStdout(), "%s is made; put the program of each system into it: dpscope, and dpscope.exe for Windows\n",
		folder)
	return err
}

// howToStart tells students how to start on three systems, and what happens to their answers.
func howToStart(class started.Class, file string) string {
	quoted := `"` + strings.ReplaceAll(file, `"`, "") + `"`
	if !strings.ContainsAny(file, ` '$&()"`) {
		quoted = file
	}
	answers := "What you answer stays in this folder, in one file whose path --hand-in writes. Hand that file in."
	if class.Private > 0 {
		answers = fmt.Sprintf("What you answer is flipped by chance before it is written, at ε = %s a question; your true answers are kept nowhere.\nOne file of this folder has the flipped ones; --hand-in writes its path. Hand it in.", numeral.Short(class.Private))
	}
	return fmt.Sprintf(`Class %s

Open a terminal in this folder, with your own name in place of "ANN B":

  Linux    ./dpscope lesson %[2]s --student "ANN B"
  macOS    xattr -c dpscope; ./dpscope lesson %[2]s --student "ANN B"
  Windows  .\dpscope.exe lesson %[2]s --student "ANN B"

n goes on, b goes back, i is a hint, esc leaves; the same line goes on where you left.
%[3]s
`, class.Name, quoted, answers)
}

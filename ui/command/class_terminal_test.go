//go:build unix

package command

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// inClass makes a student's folder with a class in it.
func inClass(t testing.TB, class string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, text := range map[string]string{"taken.md": taken, "m.class": class} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// attend opens the class in a terminal of its own; the process may write files only in the folder.
func attend(t testing.TB, folder string) *ptyTerminal {
	cmd := program("lesson", "m.class", "--student", "Ann")
	cmd.Dir = folder
	cmd.Env = append(cmd.Env, "HOME="+folder, "XDG_CONFIG_HOME="+filepath.Join(folder, "config"), "XDG_CACHE_HOME="+filepath.Join(folder, "cache"),
		"XDG_STATE_HOME="+filepath.Join(folder, "state"), "TMPDIR="+folder)
	return openTerminal(t, cmd, 80, 24)
}

// filesOf returns the names and contents of all files in a folder.
func filesOf(t testing.TB, folder string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		fmt.Fprintf(&b, "%s\n%s\n", name, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// answers goes through the lesson: it gives a number in per cent, an option, a reason and a sentence, with or without a hint.
func (x *ptyTerminal) answers(number, option, reason int, sentence string, hint bool) {
	x.await("What is protected: e.")
	x.await("Press n to begin")
	x.send("n")
	x.await("How many?")
	if hint {
		x.send("i")
		x.await("Hint: Look.")
	}
	x.send(fmt.Sprintf("%d\r", number))
	x.await("it is 73.1 %")
	x.send("n")
	x.await("Which?")
	x.send(fmt.Sprintf("%d\r", option))
	x.await("Why?")
	x.send(fmt.Sprintf("%d\r", reason))
	x.await("reason")
	x.send("n")
	x.await("What now?")
	x.send(sentence + "\r")
	x.await("You wrote")
}

// sentFlipped matches a flipped answer in any file, with the text before it.
var sentFlipped = regexp.MustCompile(`(private 2",|"sent": ")[1-8] of [38]`)

// Whatever a student of a protected class answers, and whether the process ends or is killed, the files it has written differ
// only in the flipped answers: none holds a true answer.
func FuzzProtectedProcess(f *testing.F) {
	f.Add(uint8(0), uint8(0), uint8(1), uint64(26), true, true)
	f.Add(uint8(2), uint8(2), uint8(3), uint64(1<<40), false, false)
	f.Fuzz(func(t *testing.T, number, option, reason uint8, secret uint64, hint, killed bool) {
		sentence := fmt.Sprintf("secret %d", secret)
		files := protectedFiles(t, []int{50, 73, 99}[number%3], 1+int(option%3), 1+int(reason%4), sentence, hint, killed)
		none := protectedFiles(t, 73, 1, 1, "another", false, false)
		if !strings.Contains(files, "private 2") || strings.Contains(files, sentence) || strings.Contains(files, "m-Ann.csv.new") {
			t.Errorf("the files are\n%s", files)
		}
		if files != none {
			t.Errorf("what was answered can be seen:\n%s\nbeside\n%s", files, none)
		}
	})
}

// protectedFiles returns all files that the process of a protected class has written, without the flipped answers.
func protectedFiles(t testing.TB, number, option, reason int, sentence string, hint, killed bool) string {
	t.Helper()
	folder := inClass(t, "class: m\nversion: 1\nlessons: taken.md\nprivate: 2\n")
	x := attend(t, folder)
	x.answers(number, option, reason, sentence, hint)
	if killed {
		x.cmd.Process.Signal(syscall.SIGKILL)
	} else {
		x.send("\x03")
	}
	x.exit()
	return sentFlipped.ReplaceAllString(filesOf(t, folder), "$1")
}

// A terminal that is lost during a lesson loses no answer: the file holds them, and the lesson continues where it was.
func TestLostTerminalLosesNoAnswer(t *testing.T) {
	for _, end := range []syscall.Signal{syscall.SIGKILL, syscall.SIGHUP} {
		folder := inClass(t, "class: m\nversion: 1\nlessons: taken.md\n")
		x := attend(t, folder)
		x.await("Press n to begin")
		x.send("n")
		x.await("How many?")
		x.send("50\r")
		x.await("it is 73.1 %")
		x.send("n")
		x.await("Which?")
		x.cmd.Process.Signal(end)
		x.exit()
		source, err := os.ReadFile(filepath.Join(folder, "m-Ann.csv"))
		if err != nil || !strings.Contains(string(source), "50.0 %") {
			t.Fatalf("%v: %v\n%s", end, err, source)
		}
		y := attend(t, folder)
		y.await("Which?")
		y.await("step 2 of 3")
		y.send("\x03")
		if err := y.exit(); err != nil {
			t.Error(err)
		}
		if again, _ := os.ReadFile(filepath.Join(folder, "m-Ann.csv")); string(again) != string(source) {
			t.Errorf("%v: the file became\n%s", end, again)
		}
	}
}

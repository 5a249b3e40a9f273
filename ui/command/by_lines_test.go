package command

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/views"
)

// cheap holds the settings at which views that train or search are told in the whole check; nothing is solved there.
var cheap = map[string]string{
	"boundary": "boundary?learners=logistic&n=200", "race": "race?epochs=5&n=200", "recommend": "recommend?records=20",
	"synthetic": "synthetic?rows=100", "proof": "proof", "ranges": "ranges", "bayes": "bayes?seeds=2&repeats=1",
	"approaches": "approaches?seeds=2", "network": "network?steps=10&seeds=2", "attack": "attack", "run": "run",
}

// changedTo matches an answer to a control that changed: its name, its value before and after, and the answers that changed.
var changedTo = regexp.MustCompile(`^(\S+): (.+?) to (.+?)\. (.+)$`)

// Each view is told in a plain session: its lead, a control that changes and is taken back, solving, and files of the page.
func TestEveryViewByLines(t *testing.T) {
	for i, v := range views.All {
		address, slow := cheap[v.Name]
		if effort.All() || !slow {
			address = v.Name
		}
		if !effort.Sample(i, 7, 1) || slow && !effort.Check() {
			continue
		}
		solves := effort.All() || !slow
		folder := t.TempDir()
		table, picture := filepath.Join(folder, "page.csv"), filepath.Join(folder, "page.svg")
		lines := []string{"right", "undo", "solve", "export " + table, "export " + picture}
		if !solves {
			lines[2] = "lead"
		}
		parts := byLines(t, address, lines)
		if lead := strings.Join(parts[0], "\n"); len(parts[0]) < 4 || strings.Contains(lead, "There is no answer") {
			t.Errorf("%s opens with\n%s", address, lead)
		}
		change, undone := changedTo.FindStringSubmatch(parts[1][0]), changedTo.FindStringSubmatch(parts[2][0])
		if len(parts[1]) != 1 || len(parts[2]) != 1 || change == nil || undone == nil || change[1] != undone[1] || change[2] != undone[3] || change[3] != undone[2] {
			t.Errorf("%s: a control is changed and taken back by %q and %q", address, parts[1], parts[2])
		}
		if solves && len(parts[3]) != 1 {
			t.Errorf("%s is solved by %q", address, parts[3])
		}
		text, err := os.ReadFile(table)
		rows, trouble := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil || trouble != nil || len(rows) < 2 {
			t.Errorf("%s: %q, %v, %v: %d rows", address, parts[4], err, trouble, len(rows))
		}
		if drawn, err := os.ReadFile(picture); err != nil || !bytes.Contains(drawn, []byte("<svg")) {
			t.Errorf("%s: %q, %v", address, parts[5], err)
		}
	}
}

// byLines plays a plain session, and returns what is said at its opening and to each line.
func byLines(t *testing.T, address string, lines []string) (parts [][]string) {
	t.Helper()
	var typed, out, bad bytes.Buffer
	for i, line := range lines {
		typed.WriteString("--" + strconv.Itoa(i) + "\n" + line + "\n") // the first of both is no word, and its answer a mark
	}
	if status := Main(1, []string{"--plain", address}, &typed, &out, &bad); status != ok || bad.Len() > 0 {
		t.Fatalf("%s: %d, %s", address, status, bad.String())
	}
	parts = [][]string{nil}
	for line := range strings.Lines(out.String()) {
		switch {
		case strings.HasPrefix(line, "Nothing here is called --"):
			parts = append(parts, nil)
		case !strings.HasPrefix(line, "Still computing"):
			parts[len(parts)-1] = append(parts[len(parts)-1], strings.TrimSuffix(line, "\n"))
		}
	}
	if len(parts) != len(lines)+1 {
		t.Fatalf("%s says\n%s", address, out.String())
	}
	return parts
}

package lesson

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dpscope/engine/classroom"
	"dpscope/views/lesson"
)

// inClass opens the third step of promise, a choice of three, for a student of a class with a settings folder of its own.
func inClass(t *testing.T, folder, settings string, epsilon float64) *Run {
	t.Helper()
	l, err := lesson.Open("promise")
	if err != nil {
		t.Fatal(err)
	}
	class := Class{Class: classroom.Class{Name: "m", Version: 1, Lessons: []string{"promise"}, Private: epsilon}, Student: "Ann", Folder: folder}
	r := class.Begin(l, 1, In(settings), time.Unix(0, 0))
	r.open(2, time.Unix(0, 0))
	asked, err := r.Step().Fill(t.Context())
	r.Filled(2, asked, err)
	return r
}

func rowsOf(t *testing.T, folder string) (rows []classroom.Row) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "m-Ann.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if rows, _, err = classroom.Read("m-Ann.csv", text); err != nil {
		t.Fatal(err)
	}
	return rows
}

// An answer is sent once: of several open terminals, with settings of their own, the first one counts.
func TestSentOnce(t *testing.T) {
	folder := t.TempDir()
	var runs []*Run
	for range 4 {
		runs = append(runs, inClass(t, folder, t.TempDir(), 0.01))
	}
	var all sync.WaitGroup
	for _, r := range runs {
		all.Go(func() { r.Give(t.Context(), time.Unix(1, 0)) })
	}
	all.Wait()
	rows := rowsOf(t, folder)
	if len(rows) != 1 {
		t.Fatalf("%d rows: %+v", len(rows), rows)
	}
	for _, r := range runs {
		if got := r.answers[2].Sent; got != rows[0].Prediction {
			t.Errorf("a terminal sent %q, and the file has %q", got, rows[0].Prediction)
		}
	}
}

// An answer keeps the ε at which it was sent, whatever the class says since, and stays protected even if the class no longer
// is.
func TestSentStaysWithItsEpsilon(t *testing.T) {
	for _, since := range []float64{8, 0} {
		folder, settings := t.TempDir(), t.TempDir()
		inClass(t, folder, settings, 0.05).Give(t.Context(), time.Unix(1, 0))
		before := rowsOf(t, folder)
		for _, kept := range []string{settings, t.TempDir()} {
			again := inClass(t, folder, kept, since)
			if again.Stage() == Asking && since > 0 {
				t.Error("what was sent is asked again")
			}
			again.keep()
			if rows := rowsOf(t, folder); len(rows) != 1 || rows[0] != before[0] || rows[0].Kind != "choice, private 0.05" {
				t.Errorf("at %v it is %+v, was %+v", since, rows, before)
			}
		}
	}
}

// Rows in another form do not count as sent: open answers, or answers among other options, are asked for again and flipped.
func TestOtherFormsAreNotTaken(t *testing.T) {
	row := "m,Ann,promise,2,3,%,1,0,false,10\n"
	for _, cells := range []string{"choice,ε = 0.1,ε = 0.1,true,", `"choice, private 2",2 of 4,1 of 4,,`, `"choice, private 2",4 of 3,1 of 3,,`,
		`"point, private 2",2 of 3,1 of 3,,`, `"choice, private -1",2 of 3,1 of 3,,`, `"choice, private 2",2 of 3,1 of 4,,`} {
		folder := t.TempDir()
		text := strings.Join(classroom.Columns(), ",") + "\n" + strings.Replace(row, "%", cells, 1)
		if err := os.WriteFile(filepath.Join(folder, "m-Ann.csv"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r := inClass(t, folder, t.TempDir(), 2)
		if r.Stage() != Asking {
			t.Errorf("%s counts as sent", cells)
			continue
		}
		r.Give(t.Context(), time.Unix(1, 0))
		rows := rowsOf(t, folder)
		last := rows[len(rows)-1]
		if p, kind, ok := last.SentWith(); !ok || kind != "choice" || p != (classroom.Protection{Epsilon: 2, Options: 3}) {
			t.Errorf("after %s the file has %+v", cells, rows)
		}
		for _, row := range rows {
			if strings.Contains(row.Prediction, "ε") {
				t.Errorf("an open answer stays in a protected file: %+v", row)
			}
		}
	}
}

// A hand-in is written as exports are: it follows no link beside it, and only its owner may read it.
func TestHandInFollowsNoLink(t *testing.T) {
	folder := t.TempDir()
	victim := filepath.Join(folder, "victim")
	if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	settings := t.TempDir()
	for _, link := range []string{filepath.Join(folder, "m-Ann.csv.new"), filepath.Join(settings, "lessons.json.new")} {
		if err := os.Symlink(victim, link); err != nil {
			t.Skipf("this system makes no symbolic links: %v", err)
		}
	}
	inClass(t, folder, settings, 0).Give(t.Context(), time.Unix(1, 0))
	if text, _ := os.ReadFile(victim); string(text) != "precious" {
		t.Errorf("the victim holds %q", text)
	}
	for _, path := range []string{filepath.Join(folder, "m-Ann.csv"), filepath.Join(settings, "lessons.json")} {
		info, err := os.Lstat(path)
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
}

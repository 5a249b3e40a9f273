package session

import (
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dpscope/engine/work"
	"dpscope/ui/files"
	"dpscope/views"
)

// stillComputing matches a line about a computation under way.
var stillComputing = regexp.MustCompile(`(?m)^Still computing.*\n`)

var update = flag.Bool("update", false, "answer the script of typed lines anew")

// A session of ten minutes answers its script of typed lines as recorded: testdata/transcript.txt is to be understood by a reader
// who sees nothing else.
func TestTranscript(t *testing.T) {
	script, err := os.ReadFile("testdata/transcript.script")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(script)), "\n")
	v, values, err := views.Open("survey")
	if err != nil {
		t.Fatal(err)
	}
	in, types := io.Pipe()
	defer types.Close()
	out := new(typist)
	out.prompted = func() {
		if len(lines) > 0 {
			line := lines[0] + "\n"
			lines = lines[1:]
			out.said.WriteString(line)
			go io.WriteString(types, line)
		}
	}
	folder := t.TempDir()
	ctx, end := context.WithCancel(work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 26), Files: func(string) error { return nil }}))
	defer end()
	err = Run(ctx, v, values, Options{In: in, Out: out, Files: files.Own{}, Prompt: true, Open: views.Open,
		Export: func(_ context.Context, address, file string) error {
			return os.WriteFile(filepath.Join(folder, file), []byte(address), 0o600)
		}})
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/transcript.txt"
	got := stillComputing.ReplaceAllString(out.said.String(), "") // on a busy machine
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || got != string(want) {
		t.Errorf("%v; go test ./ui/session -run Transcript -update records\n%s", err, got)
	}
}

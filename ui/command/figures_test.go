package command

import (
	"encoding/xml"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"dpscope/engine/claim"
	"dpscope/engine/effort"
)

// figureRow matches a line of docs/figures.md: the claim, the command, what is as printed, and what differs.
var figureRow = regexp.MustCompile("(?m)^\\| ([a-z-]+/[a-z]+-\\d+) \\| (?:`dpscope (export [^`]+)`|none) \\| ([^|]*) \\| ([^|]+) \\|$")

// The commands in docs/figures.md draw a picture each, and every figure of which a claim is made has a line. An ordinary run
// tries some of the commands.
func TestFiguresOfThePapers(t *testing.T) {
	effort.Unwatched(t)
	rows := figureRow.FindAllStringSubmatch(document(t, "docs/figures.md"), -1)
	t.Chdir(t.TempDir())
	lines := map[string]bool{}
	for i, row := range rows {
		lines[row[1]] = true
		if row[2] == "" || !effort.Sample(i, 9, 1) {
			continue
		}
		args := arguments(row[2])
		if status, _, trouble := call("", args...); status != 0 {
			t.Errorf("%s: %d, %s", row[2], status, trouble)
			continue
		}
		drawn, err := os.ReadFile(args[len(args)-1])
		if err != nil {
			t.Fatal(err)
		}
		parts := 0
		for d := xml.NewDecoder(strings.NewReader(string(drawn))); ; parts++ {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", row[2], err)
			}
		}
		if parts < 100 {
			t.Errorf("%s draws %d parts", row[2], parts)
		}
	}
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if name := regexp.MustCompile(`^[a-z-]+/figure-\d+$`).FindString(c.ID); name != "" && !lines[name] {
			t.Errorf("docs/figures.md has no line for %s", name)
		}
	}
}

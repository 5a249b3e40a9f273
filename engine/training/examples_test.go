package training

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/work/worktest"
)

// A file that leaves no records of both classes to judge says so with their number.
func TestBothClassesNeedRecordsThatJudge(t *testing.T) {
	for rows, says := range map[int]string{2: "the file leaves 0 records; more records would work", 4: "the file leaves 1 record; more records would work"} {
		path := filepath.Join(t.TempDir(), "people.csv")
		if err := os.WriteFile(path, []byte("age,ill\n"+strings.Repeat("1,0\n2,1\n", rows/2)), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := (Source{File: path}).Open(worktest.Shared()); err == nil || !strings.Contains(err.Error(), "both classes need records that judge, and "+says) {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}

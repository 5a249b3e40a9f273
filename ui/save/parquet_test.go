package save

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/work"
	"dpscope/learners/parquet"
	"dpscope/learners/table"
)

// A Parquet file has the cells of the table, raw, and its description.
func TestFigureParquet(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "f.parquet")
	if err := Export(t.Context(), path, export, Parquet, false); err != nil {
		t.Fatal(err)
	}
	s := &work.Session{Files: work.AnyFile}
	work.Keep(s, table.Formats{parquet.Format})
	data, survey, err := table.Named(work.With(t.Context(), s), path, 1, table.RecordOptions{Features: []table.Feature{{Name: "epsilon"}, {Name: "mass"}}})
	if err != nil {
		t.Fatal(err)
	}
	if survey.Records != 2 || data.Row(1)[0] != 2 || data.Row(1)[1] != 1.0/3 {
		t.Errorf("%d records, the second %v", survey.Records, data.Row(1))
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), `"address": "compare?x=0.5"`) {
		t.Errorf("it does not say where it comes from, %v", err)
	}
	if got := names(t, folder); len(got) != 1 {
		t.Errorf("the folder holds %q", got)
	}
}

// Two columns with one name are refused in every format, with what would work.
func TestTwoColumnsOfOneName(t *testing.T) {
	twice := export
	twice.Table = engine.Table{Name: "people", Columns: []engine.TableColumn{{Name: "age"}, {Name: "age"}}}
	for _, f := range formats {
		path := filepath.Join(t.TempDir(), "f."+string(f))
		err := Export(t.Context(), path, twice, f, false)
		if err == nil || !strings.Contains(err.Error(), `two columns of the table people are called "age"`) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", f, err)
		}
		if got := names(t, filepath.Dir(path)); len(got) != 0 {
			t.Errorf("%s: the folder holds %q", f, got)
		}
	}
}

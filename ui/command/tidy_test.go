package command

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The tables of sweeps, and exports of ranges, agree with the description beside them: the same columns in the same order, each
// described, with cells of one type.
func TestTablesOfRangesAreTidy(t *testing.T) {
	for name, args := range map[string][]string{
		"sweep":   {"sweep", sweptFaulty},
		"wide":    {"sweep", sweptFaulty, "--wide"},
		"answers": {"export", swept12, "--table", "answers"},
		"picture": {"export", swept12},
	} {
		file := filepath.Join(t.TempDir(), "t.csv")
		if status, _, trouble := call("", append(args, "-o", file)...); status != ok && !strings.Contains(trouble, errSomeSettings.Error()) {
			t.Fatalf("%s: status %d, %s", name, status, trouble)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil || len(rows) < 12 {
			t.Fatalf("%s: %d rows, %v", name, len(rows), err)
		}
		text, err = os.ReadFile(file + "-metadata.json")
		if err != nil {
			t.Fatal(err)
		}
		var about struct {
			Schema struct {
				Columns []struct {
					Name, Datatype string
					Description    string `json:"dc:description"`
				}
			} `json:"tableSchema"`
		}
		if err := json.Unmarshal(text, &about); err != nil || len(about.Schema.Columns) != len(rows[0]) {
			t.Fatalf("%s: %d columns are described of %d, %v", name, len(about.Schema.Columns), len(rows[0]), err)
		}
		for k, c := range about.Schema.Columns {
			if c.Name != rows[0][k] || c.Description == "" {
				t.Errorf("%s: column %s is described as %s, %q", name, rows[0][k], c.Name, c.Description)
			}
			for _, row := range rows[1:] {
				var err error
				switch cell := row[k]; {
				case cell == "" || cell == "INF" || cell == "-INF":
				case c.Datatype == "integer":
					_, err = strconv.ParseInt(cell, 10, 64)
				case c.Datatype == "number":
					_, err = strconv.ParseFloat(cell, 64)
				}
				if err != nil {
					t.Errorf("%s: column %s is of type %s, and holds %q", name, c.Name, c.Datatype, row[k])
				}
			}
		}
	}
}

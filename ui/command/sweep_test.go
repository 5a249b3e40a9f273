package command

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/work/worktest"
	"dpscope/learners/parquet"
	"dpscope/views"
	"dpscope/views/sweep"
	"dpscope/views/view"
)

const swept12 = "concentration?mechanism=pm,laplace&epsilon=1..8:3&x=0.25,0.75&from=0.2&to=0.8"

// Shards, sorted by row, equal the whole byte for byte, and a reading that is asked alone has the rows it has among all.
func TestShardsAndReadingsAreTheWhole(t *testing.T) {
	status, whole, trouble := call("", "sweep", swept12)
	if status != 0 {
		t.Fatalf("status %d: %s", status, trouble)
	}
	head, _, _ := strings.Cut(whole, "\n")
	var rows []string
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		_, part, _ := call("", "sweep", swept12, "--shard", shard)
		rows = append(rows, slices.Collect(strings.Lines(part))[1:]...)
	}
	number := func(row string) int { n, _ := strconv.Atoi(strings.Split(row, ",")[0]); return n }
	slices.SortStableFunc(rows, func(a, b string) int { return number(a) - number(b) })
	if got := head + "\n" + strings.Join(rows, ""); got != whole || number(rows[len(rows)-1]) != 11 {
		t.Errorf("three shards are\n%s\nnot\n%s", got, whole)
	}
	_, one, _ := call("", "sweep", swept12, "--reading", "mass")
	want := head + "\n"
	for row := range strings.Lines(whole) {
		if strings.Contains(row, ",mass,") {
			want += row
		}
	}
	if one != want {
		t.Errorf("mass alone is\n%s\nnot\n%s", one, want)
	}
}

// Shards in files, sorted by row, equal the whole in every form: byte for byte where a form is text, cell for cell otherwise.
// Every form says what CSV says.
func TestShardsOfEveryForm(t *testing.T) {
	for _, wide := range []string{"--wide=false", "--wide"} {
		said := sweptRows(t, ".csv", wide)
		for _, form := range []string{".csv", ".jsonl", ".parquet"} {
			whole := sweptRows(t, form, wide)
			var parts [][]string
			for _, shard := range []string{"1/3", "2/3", "3/3"} {
				parts = append(parts, sweptRows(t, form, wide, "--shard", shard)...)
			}
			slices.SortStableFunc(parts, func(a, b []string) int { return numbered(a[0]) - numbered(b[0]) })
			if !reflect.DeepEqual(parts, whole) || len(whole) < 12 {
				t.Errorf("%s %s: three shards are\n%q\nnot\n%q", form, wide, parts, whole)
			}
			if form == ".parquet" && !reflect.DeepEqual(whole, said) {
				t.Errorf("%s: Parquet says\n%q\nand CSV\n%q", wide, whole, said)
			}
		}
	}
}

// numbered returns the number at the beginning of a row.
func numbered(cell string) int {
	n, _ := strconv.Atoi(strings.TrimLeft(strings.SplitN(cell, ",", 2)[0], `{"row:`))
	return n
}

// sweptFaulty has impossible settings, answers that are words, and infinite ones.
const sweptFaulty = "concentration?show=window,neighbour&mechanism=pm,gaussian-pac&epsilon=0.5,4&x=0.25,1.5&from=0.2&to=0.8"

// sweptRows returns the rows of a sweep into a file: lines of text; for Parquet cells, and for CSV too where the two are
// compared.
func sweptRows(t *testing.T, form string, args ...string) (rows [][]string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "s"+form)
	status, _, trouble := call("", append([]string{"sweep", sweptFaulty, "-o", file}, args...)...)
	if status != failed || !strings.Contains(trouble, errSomeSettings.Error()) {
		t.Fatalf("%s %v: status %d, %s", form, args, status, trouble)
	}
	if form == ".parquet" {
		return parquetRows(t, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if form == ".csv" {
		return csvRowsByType(t, string(text))
	}
	for line := range strings.Lines(string(text)) {
		rows = append(rows, []string{line})
	}
	return rows
}

// parquetRows returns the cells of a Parquet file, with numbers in as few digits as tell them apart.
func parquetRows(t *testing.T, file string) (rows [][]string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	found, err := parquet.Format.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]int, len(found.Header()))
	for i := range all {
		all[i] = i
	}
	found.Only(all)
	for {
		cells, _, err := found.Next()
		if err == io.EOF {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
		row := slices.Clone(cells)
		for i, cell := range row {
			row[i] = digits(cell)
		}
		rows = append(rows, row)
	}
}

// csvRowsByType returns the rows of CSV with the column word, as in a table with one type a column.
func csvRowsByType(t *testing.T, text string) (rows [][]string) {
	t.Helper()
	table, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	value := slices.Index(table[0], "value")
	for _, row := range table[1:] {
		for i, cell := range row {
			row[i] = digits(strings.TrimPrefix(cell, "'"))
		}
		if value >= 0 {
			number, word := row[value], ""
			if _, err := strconv.ParseFloat(number, 64); err != nil {
				number, word = "", number
			}
			row = slices.Replace(row, value, value+1, number, word)
		}
		rows = append(rows, row)
	}
	return rows
}

// digits writes each number in the same way and leaves words unchanged.
func digits(cell string) string {
	if v, err := strconv.ParseFloat(cell, 64); err == nil {
		return engine.Digits(v)
	}
	return cell
}

// However much of the table and of its journal exists, a continued sweep ends with the same bytes.
func TestSweepGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.csv")
	if status, _, trouble := call("", "sweep", swept12, "-o", file); status != 0 {
		t.Fatal(trouble)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := `{"Address":"` + strings.ReplaceAll(swept12, "&", `\u0026`) + `","Shard":"","Form":"csv","Version":"` + thisProgram().String() + "\"}\n"
	for _, length := range []int{0, 20, 500, len(want)} {
		os.Remove(file)
		for name, text := range map[string]string{".part": string(want[:length]), ".part.journal": head + "3 0 999999 deadbeef 0"} {
			if err := os.WriteFile(file+name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		status, _, trouble := call("", "sweep", "--resume", file)
		if got, _ := os.ReadFile(file); status != 0 || string(got) != string(want) {
			t.Errorf("from %d bytes: status %d, %s\n%s", length, status, trouble, got)
		}
	}
}

// A part without the head of its journal has not begun, whatever ended it: the sweep begins. It leaves files that are not its
// own.
func TestSweepBeginsWithoutAHead(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "s.csv")
	if status, _, trouble := call("", "sweep", swept12, "-o", whole); status != 0 {
		t.Fatal(trouble)
	}
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	none := "none" // this file does not exist
	for _, c := range []struct {
		part, journal string
		refused       string
	}{
		{"", "", ""}, {"", none, ""}, {none, "", ""}, {"rows\n", "", ""}, {"", `{"Address":"sco`, ""}, {"rows\n", `{"Addr`, ""},
		{"a file of somebody's", none, "--force begins anew"},
	} {
		for _, flag := range []string{"--resume", "-o"} {
			file := filepath.Join(t.TempDir(), "s.csv")
			for name, text := range map[string]string{".part": c.part, ".part.journal": c.journal} {
				if text == none {
					continue
				}
				if err := os.WriteFile(file+name, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			status, _, trouble := call("", "sweep", swept12, flag, file)
			got, _ := os.ReadFile(file)
			if c.refused == "" && (status != 0 || string(got) != string(want)) {
				t.Errorf("%q, %q, %s: status %d, %s", c.part, c.journal, flag, status, trouble)
			}
			if c.refused != "" {
				if left, _ := os.ReadFile(file + ".part"); status == 0 || !strings.Contains(trouble, c.refused) || string(left) != c.part {
					t.Errorf("%q, %q, %s: status %d, %s; it holds %q", c.part, c.journal, flag, status, trouble, left)
				}
			}
		}
	}
}

// An impossible sweep is refused in a line that says what would work.
func TestSweepsThatAreNone(t *testing.T) {
	for says, args := range map[string][]string{
		"record = 1..5 is a range, and record takes a word": {"utility?record=1..5"},
		"--shard 1/100": {"concentration?epsilon=1..2:1000000&x=0..1:1000000"},
		"1000000000000 settings are too many for one process": {"concentration?epsilon=1..2:1000000&x=0..1:1000000"},
		"the pipelines of the folder beam, would work":        {"concentration?epsilon=1..2:1000000&x=0..1:1000000"},
		"1/16 to 16/16":                       {swept12, "--shard", "17/16"},
		"has a range":                         {"concentration"},
		"neither a number nor a range":        {"concentration?epsilon=1..x:5"},
		"is one number, or a list":            {"success?show=outcomes&n=100,200"},
		"reading = \"mas\"":                   {swept12, "--reading", "mas"},
		".csv, .jsonl or .parquet would work": {swept12, "-o", "s.xls"},
	} {
		status, _, trouble := call("", append([]string{"sweep"}, args...)...)
		if status != misuse || !strings.Contains(trouble, says) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%v: status %d, %s", args, status, trouble)
		}
	}
}

// A part of another sweep is neither continued nor overwritten, and the error names a folder that does not exist.
func TestSweepKeepsWhatIsNotItsOwn(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "s.csv")
	head := `{"Address":"success?show=outcomes&n=1..5","Shard":"2/3","Form":"csv","Version":"` + thisProgram().String() + "\"}\n"
	for name, text := range map[string]string{".part": "row\n", ".part.journal": head} {
		if err := os.WriteFile(file+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for says, args := range map[string][]string{
		"is of another sweep: its address is success?show=outcomes&n=1..5": {swept12, "--resume", file},
		"is of another sweep: its shard is 2/3":                            {"success?show=outcomes&n=1..5", "--resume", file},
		"--resume " + file + " goes on with it":                            {swept12, "-o", file},
		"none.csv.part":                                                    {"--resume", filepath.Join(folder, "none.csv")},
		"is a folder; a file's name would work":                            {swept12, "-o", folder},
		"nowhere":                                                          {swept12, "-o", filepath.Join(folder, "nowhere", "s.csv")},
		"s.csv.part":                                                       {swept12, "-o", filepath.Join(file+".part", "s.csv")},
	} {
		status, _, trouble := call("", append([]string{"sweep"}, args...)...)
		if status == 0 || !strings.Contains(trouble, says) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%v: status %d, %s", args, status, trouble)
		}
	}
	if text, _ := os.ReadFile(file + ".part"); string(text) != "row\n" {
		t.Errorf("the part of the other sweep is now %q", text)
	}
}

// The rows of a wide table and the objects of JSON lines say what the rows of CSV say.
func TestSweepInOtherLayouts(t *testing.T) {
	cells := func(args ...string) (header map[string]int, rows [][]string) {
		status, text, trouble := call("", append([]string{"sweep", swept12}, args...)...)
		table, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if status != 0 || err != nil || len(table) == 0 {
			t.Fatalf("%v: status %d, %v, %s", args, status, err, trouble)
		}
		header = map[string]int{}
		for i, name := range table[0] {
			header[name] = i
		}
		return header, table[1:]
	}
	in, rows := cells()
	across, wide := cells("--wide")
	if len(wide) != 12 {
		t.Errorf("12 settings have %d wide rows", len(wide))
	}
	for _, row := range rows {
		n, _ := strconv.Atoi(row[in["row"]])
		name := row[in["reading"]]
		at, found := across[name]
		if !found || n >= len(wide) || row[in["value"]] != wide[n][at] && row[in["value"]] != wide[n][across[name+".word"]] && row[in["value"]] != "none" {
			t.Errorf("row %d: %s is %s, and otherwise in the wide table", n, name, row[in["value"]])
		}
	}
	file := filepath.Join(t.TempDir(), "s.jsonl")
	if status, _, trouble := call("", "sweep", swept12, "-o", file); status != 0 {
		t.Fatal(trouble)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(text)))
	if len(lines) != len(rows) {
		t.Fatalf("%d lines of JSON, %d rows of CSV", len(lines), len(rows))
	}
	for i, line := range lines {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for name, at := range in {
			want := rows[i][at]
			switch got := object[name].(type) {
			case float64:
				if v, err := strconv.ParseFloat(want, 64); err != nil || v != got {
					t.Errorf("line %d: %s = %v, not %s", i, name, got, want)
				}
			case nil:
				if want != "" {
					t.Errorf("line %d: %s is nothing, not %s", i, name, want)
				}
			case string:
				if strings.TrimPrefix(want, "'") != got {
					t.Errorf("line %d: %s = %q, not %q", i, name, got, want)
				}
			}
		}
	}
}

// A reading that the view has and no setting of the sweep gives is reported as missing, since the table would have no row of
// it; the sweeps of the help have rows.
func TestSweepOfAReadingThatNoSettingHas(t *testing.T) {
	for _, wide := range []string{"--wide=false", "--wide"} {
		status, _, trouble := call("", "sweep", "concentration?show=neighbour&epsilon=1,2", "--reading", "mass", wide)
		if status != failed || !strings.Contains(trouble, "no setting has the reading mass; dpscope read 'concentration?") || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%s: status %d, %s", wide, status, trouble)
		}
		if status, _, trouble := call("", "sweep", "concentration?show=window,neighbour&epsilon=1,2", "--reading", "mass", wide); status != ok {
			t.Errorf("%s of some settings: status %d, %s", wide, status, trouble)
		}
	}
	file := filepath.Join(t.TempDir(), "mass.csv")
	if status, _, trouble := call("", "sweep", "concentration?show=neighbour&epsilon=1,2", "--reading", "mass", "-o", file); status != failed || !strings.Contains(trouble, "no setting has the reading mass") {
		t.Errorf("into a file: status %d, %s", status, trouble)
	}
	examples := 0
	for _, line := range strings.Split(sweepCommand().Example, "\n") {
		address, rest, found := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "dpscope sweep '"), "'")
		if !found {
			continue
		}
		examples++
		args := []string{"sweep", address}
		if fields := strings.Fields(rest); fields[0] == "--reading" {
			args = append(args, fields[:2]...)
		}
		if status, text, trouble := call("", args...); status != ok || strings.Count(text, "\n") < 2 {
			t.Errorf("%s: status %d, %d rows, %s", line, status, strings.Count(text, "\n"), trouble)
		}
	}
	if examples < 2 {
		t.Errorf("%d examples of the help are tried", examples)
	}
}

// The description of a sweep names every work that its rows rest on: those of each swept mechanism, and of the readings asked.
func TestSweepNamesItsSources(t *testing.T) {
	ctx := worktest.Session(t.Context(), 64<<20)
	for _, address := range []string{"concentration?mechanism=pm,laplace,sw&epsilon=1,2", "flips?epsilon=0.5,1", "compare?epsilon=1..2:3"} {
		file := filepath.Join(t.TempDir(), "s.csv")
		if status, _, trouble := call("", "sweep", address, "-o", file); status != 0 {
			t.Fatalf("%s: status %d, %s", address, status, trouble)
		}
		text, err := os.ReadFile(file + "-metadata.json")
		if err != nil {
			t.Fatal(err)
		}
		var said struct {
			Notes []struct{ References []string }
		}
		if err := json.Unmarshal(text, &said); err != nil {
			t.Fatal(err)
		}
		references := said.Notes[0].References
		if err := sweep.Expand(address, func(at string) bool {
			v, values, err := views.Open(at)
			if err != nil {
				t.Fatal(err)
			}
			answers, err := v.Values(ctx, values)
			if err != nil {
				t.Fatal(err)
			}
			for _, work := range view.Titled(v.Works(values, answers)) {
				if !slices.Contains(references, work) {
					t.Errorf("%s: %s is not among %q", at, work, references)
				}
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
	}
}

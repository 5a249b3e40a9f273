package pages

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine"
)

// schema is the description of columns beside a CSV file (CSV on the Web, 2015).
type schema struct {
	Context string `json:"@context"`
	URL     string `json:"url"`
	Schema  struct {
		Columns []struct {
			Name        string
			Titles      string
			Description string `json:"dc:description"`
			Datatype    string
		}
	} `json:"tableSchema"`
}

// Every table of every page is tidy by CSV on the Web: the file beside it describes each column, in the order of the header;
// columns have unique names and hold one type, the described one; and a number lies between the ends in its row.
func TestTablesAreTidy(t *testing.T) {
	Some(t, 5, func(name string, page engine.Sheet) {
		names := map[string]bool{}
		for _, table := range page.Tables() {
			if names[table.Name] {
				t.Errorf("%s has two tables called %s", name, table.Name)
			}
			names[table.Name] = true
			for _, trouble := range untidy(engine.Export{Sheet: page, Table: table}) {
				t.Errorf("%s, %s: %s", name, table.Name, trouble)
			}
		}
	})
}

// untidy returns the faults of an exported table.
func untidy(x engine.Export) (troubles []string) {
	say := func(format string, args ...any) {
		if text := fmt.Sprintf(format, args...); !slices.Contains(troubles, text) {
			troubles = append(troubles, text)
		}
	}
	var file, beside bytes.Buffer
	if err := x.Table.WriteCSV(&file); err != nil {
		say("%v", err)
	}
	if err := x.WriteMetadata(&beside, "x.csv"); err != nil {
		say("%v", err)
	}
	rows, err := csv.NewReader(&file).ReadAll() // refuses rows of different lengths
	if err != nil || len(rows) == 0 {
		say("%d rows, %v", len(rows), err)
		return troubles
	}
	var about schema
	if err := json.Unmarshal(beside.Bytes(), &about); err != nil {
		say("%v", err)
		return troubles
	}
	if about.Context != "http://www.w3.org/ns/csvw" || about.URL != "x.csv" || len(about.Schema.Columns) != len(rows[0]) {
		say("%d columns are described of %d", len(about.Schema.Columns), len(rows[0]))
		return troubles
	}
	place := map[string]int{}
	for k, c := range about.Schema.Columns {
		if _, twice := place[c.Name]; twice {
			say("two columns are called %s", c.Name)
		}
		place[c.Name] = k
		switch {
		case c.Name == "" || strings.HasPrefix(c.Name, "_") || c.Name != strings.TrimSpace(c.Name):
			say("%q is no name of a column", c.Name)
		case c.Titles != rows[0][k]:
			say("column %s is called %s in the file", c.Titles, rows[0][k])
		case strings.TrimSpace(c.Description) == "":
			say("column %s is not described", c.Name)
		}
		for i, row := range rows[1:] {
			cell := row[k]
			if cell == "" {
				continue
			}
			kind := x.Table.Rows[i][k].Kind
			_, isNumber := number(cell)
			switch {
			case c.Datatype == "integer" && (!isNumber || kind != engine.Number || strings.ContainsAny(cell, ".eE")):
				say("column %s is of whole numbers, and holds %q", c.Name, cell)
			case c.Datatype == "number" && (!isNumber || kind != engine.Number):
				say("column %s is of numbers, and holds %q", c.Name, cell)
			case c.Datatype == "string" && kind != engine.Word:
				say("column %s is of words, and holds the number %s", c.Name, cell)
			}
		}
	}
	troubles = append(troubles, apart(rows, place)...)
	return troubles
}

// number reads a cell as a number of CSV on the Web.
func number(cell string) (v float64, is bool) {
	switch cell {
	case "INF":
		return math.Inf(1), true
	case "-INF":
		return math.Inf(-1), true
	}
	v, err := strconv.ParseFloat(cell, 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// apart returns the rows that give an interval without its other end, or a number outside of its own.
func apart(rows [][]string, place map[string]int) (troubles []string) {
	low, hasLow := place["low"]
	high, hasHigh := place["high"]
	value, hasValue := place["value"]
	if hasLow != hasHigh {
		return []string{"an interval has one end"}
	}
	if !hasLow {
		return nil
	}
	for _, row := range rows[1:] {
		l, isLow := number(row[low])
		h, isHigh := number(row[high])
		if isLow != isHigh || isLow && l > h {
			troubles = append(troubles, fmt.Sprintf("an interval is from %q to %q", row[low], row[high]))
		}
		if !hasValue || !isLow {
			continue
		}
		if v, is := number(row[value]); is && !(l <= v && v <= h) {
			troubles = append(troubles, fmt.Sprintf("%v is not between %v and %v", v, l, h))
		}
	}
	return troubles
}

// Untidy tables are noticed.
func TestUntidyTablesAreNoticed(t *testing.T) {
	text, number := engine.WordCell, engine.NumberCell
	column := func(name string, isText bool) engine.TableColumn {
		return engine.TableColumn{Name: name, Title: "in words", Text: isText}
	}
	for says, table := range map[string]engine.Table{
		"two columns are called a":          {Columns: []engine.TableColumn{column("a", false), column("a", false)}},
		"is of numbers, and holds":          {Columns: []engine.TableColumn{column("a", false)}, Rows: [][]engine.Cell{{number(1)}, {text("one")}}},
		"is of whole numbers, and holds":    {Columns: []engine.TableColumn{{Name: "a", Title: "in words", Whole: true}}, Rows: [][]engine.Cell{{number(1.5)}}},
		"is of words, and holds":            {Columns: []engine.TableColumn{column("a", true)}, Rows: [][]engine.Cell{{text("one")}, {number(1)}}},
		"is not described":                  {Columns: []engine.TableColumn{{Name: "a"}}},
		"is no name of a column":            {Columns: []engine.TableColumn{column("", true), column("b", true)}},
		"an interval has one end":           {Columns: []engine.TableColumn{column("low", false)}},
		"an interval is from \"1\" to \"\"": {Columns: []engine.TableColumn{column("low", false), column("high", false)}, Rows: [][]engine.Cell{{number(1), {}}}},
		"3 is not between 1 and 2": {Columns: []engine.TableColumn{column("value", false), column("low", false), column("high", false)},
			Rows: [][]engine.Cell{{number(3), number(1), number(2)}}},
	} {
		if found := untidy(engine.Export{Table: table}); len(found) != 1 || !strings.Contains(found[0], says) {
			t.Errorf("%s: found %q", says, found)
		}
	}
}

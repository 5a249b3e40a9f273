package sweep

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
)

// Row is a setting of a table that a sweep wrote as CSV.
type Row struct {
	Address string
	Setting string   // what tells it from others: "epsilon 0.5, x 0.25"
	Says    []string // its answers: "mass 0.613"; or why there are none
}

// head holds the places of columns in such a table.
type head struct {
	names   []string
	address int
	wide    bool
}

const (
	rowColumn     = "row"
	addressColumn = "address"
)

// headOf reads the first line; ok is false where no sweep wrote it.
func headOf(names []string) (h head, ok bool) {
	h = head{names: names, address: slices.Index(names, addressColumn)}
	rest := names[h.address+1:]
	h.wide = len(rest) > 0 && rest[len(rest)-1] == "error" && len(rest)%len(wideColumns("")) == 1
	return h, h.address > 1 && names[0] == rowColumn && (h.wide || len(rest) > 1 && rest[0] == "reading" && rest[1] == "value")
}

// IsTable reports whether a file with this beginning is a table that a sweep wrote as CSV.
func IsTable(begins string) bool {
	line, _, whole := strings.Cut(begins, "\n")
	names, err := csv.NewReader(strings.NewReader(line)).Read()
	if err != nil || !whole {
		return false
	}
	_, ok := headOf(names)
	return ok
}

// Rows returns the settings of such a table, in its order; of a truncated text the complete ones.
func Rows(text string) (rows []Row, err error) {
	text = text[:strings.LastIndexByte(text, '\n')+1] // no cell has a line of its own
	in := csv.NewReader(strings.NewReader(text))
	in.ReuseRecord = true
	first, err := in.Read()
	if err != nil {
		return nil, err
	}
	h, ok := headOf(slices.Clone(first))
	if !ok {
		return nil, errors.New("its columns are not those of a sweep")
	}
	last := ""
	for {
		cells, err := in.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 || cells[0] != last {
			last = cells[0]
			rows = append(rows, Row{Address: plain(cells[h.address]), Setting: h.setting(cells)})
		}
		r := &rows[len(rows)-1]
		r.Says = append(r.Says, h.says(cells)...)
	}
}

// setting returns the varying controls.
func (h head) setting(cells []string) string {
	var words []string
	for i := 1; i < h.address; i++ {
		words = append(words, h.names[i]+" "+plain(cells[i]))
	}
	return strings.Join(words, ", ")
}

// says returns the answers of a row.
func (h head) says(cells []string) (said []string) {
	at := h.address + 1
	if !h.wide {
		if cells[at] == "error" {
			return []string{"cannot be: " + plain(cells[len(cells)-1])}
		}
		return []string{cells[at] + " " + short(cells[at+1])}
	}
	for i := at; i < len(cells)-1; i += len(wideColumns("")) {
		if value := cells[i] + cells[i+3]; value != "" { // a number, or a word
			said = append(said, h.names[i]+" "+short(value))
		}
	}
	if trouble := cells[len(cells)-1]; trouble != "" {
		said = append(said, "cannot be: "+plain(trouble))
	}
	return said
}

// short returns a number as people read it, and a word unchanged.
func short(cell string) string {
	if v, err := strconv.ParseFloat(cell, 64); err == nil {
		return numeral.Short(v)
	}
	return plain(cell)
}

// plain returns a cell without the apostrophe that keeps it from being run.
func plain(cell string) string { return strings.TrimPrefix(cell, "'") }

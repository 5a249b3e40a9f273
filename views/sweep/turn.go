package sweep

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"dpscope/engine"
)

// longestRow limits the bytes of a setting's row: an address, and words.
const longestRow = 1 << 20

// Turn reads rows that were appended as lines of JSON back into cells, one row after another; the slice is reused for the next
// row. It stops at the first row that this table did not write.
func (t *Table) Turn(from io.Reader) iter.Seq2[[]engine.Cell, error] {
	return func(yield func([]engine.Cell, error) bool) {
		lines := bufio.NewScanner(from)
		lines.Buffer(nil, longestRow)
		cells := make([]engine.Cell, len(t.Columns))
		for number := 1; lines.Scan(); number++ {
			if err := t.cells(cells, lines.Bytes()); err != nil {
				yield(nil, fmt.Errorf("line %d: %w", number, err))
				return
			}
			if !yield(cells, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// errNoRow reports a line that encoder did not write.
var errNoRow = errors.New("it is no row of this table")

// cells reads a line as encoder wrote it.
func (t *Table) cells(cells []engine.Cell, line []byte) error {
	for i, key := range t.keys {
		if !bytes.HasPrefix(line, []byte(key)) {
			return errNoRow
		}
		line = line[len(key):]
		text, rest, err := scalar(line)
		if err != nil {
			return err
		}
		if cells[i], err = cellOf(text, t.Columns[i].Text); err != nil {
			return err
		}
		line = rest
	}
	if string(line) != "}" {
		return errNoRow
	}
	return nil
}

// scalar splits a line after the value that it begins with.
func scalar(line []byte) (text, rest []byte, err error) {
	end := bytes.IndexAny(line, ",}")
	if len(line) > 0 && line[0] == '"' {
		for end = 1; end < len(line) && line[end] != '"'; end++ {
			if line[end] == '\\' {
				end++
			}
		}
		end++
	}
	if end < 0 || end > len(line) {
		return nil, nil, errNoRow
	}
	return line[:end], line[end:], nil
}

// cellOf returns a value as a cell of its column; an infinite number is written as a word.
func cellOf(text []byte, words bool) (engine.Cell, error) {
	quoted := text[0] == '"'
	switch {
	case string(text) == "null":
		return engine.Cell{}, nil
	case quoted && words:
		return engine.WordCell(unquoted(text)), nil
	case quoted:
		text = text[1 : len(text)-1]
	case words:
		return engine.Cell{}, errNoRow
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return engine.Cell{}, errNoRow
	}
	return engine.NumberCell(v), nil
}

// unquoted reverses appendJSON.
func unquoted(text []byte) string {
	text = text[1 : len(text)-1]
	if bytes.IndexByte(text, '\\') < 0 {
		return string(text)
	}
	plain := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		plain = append(plain, text[i])
	}
	return string(plain)
}

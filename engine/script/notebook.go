package script

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Place is a line of a script, or of a cell in a notebook, both from 1 on.
type Place struct {
	Cell int // 0: the file is no notebook
	Line int
}

func (p Place) String() string {
	if p.Cell == 0 {
		return fmt.Sprintf("line %d", p.Line)
	}
	return fmt.Sprintf("cell %d, line %d", p.Cell, p.Line)
}

// notebook returns the lines of all cells of code.
func notebook(data []byte) (lines []line, err error) {
	var file struct {
		Cells []struct {
			Type   string          `json:"cell_type"`
			Source json.RawMessage `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("the notebook is no JSON: %w", err)
	}
	if len(file.Cells) == 0 {
		return nil, errors.New("the notebook has no cells: one of format 4 would work")
	}
	for i, cell := range file.Cells {
		if cell.Type != "code" {
			continue
		}
		source, err := source(cell.Source)
		if err != nil {
			return nil, fmt.Errorf("the source of cell %d is no text: %w", i+1, err)
		}
		lines = append(lines, logical(source, Place{i + 1, 1})...)
	}
	return lines, nil
}

// source is text, or a list of lines.
func source(raw json.RawMessage) (text string, err error) {
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	var list []string
	err = json.Unmarshal(raw, &list)
	for _, l := range list {
		text += l
	}
	return text, err
}

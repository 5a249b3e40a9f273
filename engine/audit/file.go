package audit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpscope/engine/work"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// The columns of a file of runs.
const (
	InColumn    = "in"
	ScoreColumn = "score"
)

// Read reads the runs of a file with the columns in and score, twice, once in a session.
func Read(ctx context.Context, path string) (*Runs, error) {
	type key struct{ file string }
	if err := work.MayOpen(ctx, path); err != nil {
		return nil, err
	}
	return work.Reported(ctx, key{work.Identity(ctx, path)}, (*Runs).Bytes, func(ctx context.Context) (*Runs, error) {
		var c Counting
		rows := [2]int{}
		for pass := range rows {
			if pass > 0 {
				c.Again()
			}
			within := work.Reporting(ctx, func(p work.Progress) {
				p.Done, p.Of = p.Done+float64(pass)*p.Of, 2*p.Of
				work.Report(ctx, p)
			})
			err := table.Stream(within, path, []string{InColumn, ScoreColumn}, func(cells []string, line int) error {
				in, err := readIn(cells[0])
				if err != nil {
					return fmt.Errorf("line %d, column %s: %w", line, InColumn, err)
				}
				score, err := ReadScore(cells[1])
				if err != nil {
					return fmt.Errorf("line %d, column %s: %w", line, ScoreColumn, err)
				}
				rows[pass]++
				c.Add(in, score)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		if rows[0] != rows[1] {
			return nil, &source.FileError{Name: path, Err: errors.New("the file changed while it was read; one that stays as it is would work")}
		}
		return c.Runs(), nil
	})
}

// readIn reads whether a run had the record.
func readIn(cell string) (bool, error) {
	switch word := strings.TrimSpace(cell); strings.ToLower(word) {
	case "1", "true", "1.0":
		return true, nil
	case "0", "false", "0.0":
		return false, nil
	default:
		return false, fmt.Errorf("%s is neither 1 (with the record) nor 0 (without)", source.Quote(word))
	}
}

// ReadScore reads a score: any number, infinite ones among them, as they too are above or below others.
func ReadScore(cell string) (float64, error) {
	word := strings.TrimSpace(cell)
	v, err := strconv.ParseFloat(word, 64)
	switch {
	case word == "":
		return 0, errors.New("there is no score; a number would work")
	case errors.Is(err, strconv.ErrRange): // as large as numbers are
		return v, nil
	case err != nil:
		return 0, fmt.Errorf("%s is no number; a score, such as 0.73, would work", source.Quote(word))
	case math.IsNaN(v):
		return 0, fmt.Errorf("%s is neither above nor below another score; a number, or inf, would work", source.Quote(word))
	}
	return v, nil
}

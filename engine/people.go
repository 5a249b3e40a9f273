package engine

import (
	"math"

	"dpscope/engine/numeral"
)

// People are counted under a picture in cells, those who are affected first. The zero value counts nobody.
type People struct {
	Text     string // what is counted: "20 of 100 people fall short"
	Scale    string // for how many a cell stands: "each cell is 20 people"; empty: for one
	Cells    int    // in all, at most 240
	Affected int    // of these
}

// CountPeople counts those affected among all, where both are known or expected numbers. Up to 240 have a cell each; of more a
// cell stands for 1, 2 or 5 times a power of ten, so that there are at most 120. Nobody is counted where rounding to whole
// cells would say none or all and it is neither.
func CountPeople(affected, all float64, one, text string) People {
	const most, several = 240, 120
	if !(affected >= 0 && affected <= all && all >= 1 && all < 1e15) {
		return People{}
	}
	each, scale := 1.0, ""
	if all > most {
		for power := 1.0; all/each > several; power *= 10 {
			for _, step := range [...]float64{1, 2, 5} {
				if each = step * power; all/each <= several {
					break
				}
			}
		}
		scale = "each cell is " + numeral.Count(each) + " " + one + "s"
	}
	p := People{Text: text, Scale: scale, Cells: int(math.Round(all / each)), Affected: int(math.Round(affected / each))}
	if p.Affected == 0 && affected > 0 || p.Affected >= p.Cells && affected < all {
		return People{}
	}
	return p
}

// Words says what is counted, and how.
func (p People) Words() []string {
	if p.Scale == "" {
		return []string{p.Text}
	}
	return []string{p.Text, p.Scale}
}

// Grid returns the columns and rows of the cells where at most so many stand side by side; they are counted down the columns.
func (p People) Grid(most int) (columns, rows int) {
	if p.Cells == 0 || most < 1 {
		return 0, 0
	}
	rows = (p.Cells + most - 1) / most
	return (p.Cells + rows - 1) / rows, rows
}

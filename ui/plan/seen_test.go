package plan

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

const width, height = 60, 14

// row returns a line of rows, one for each column; negative: the line does not pass.
func row(at func(column int) int) (l Line) {
	l.Cells = make([]uint8, width*height)
	before := -1
	for c := range width {
		r := at(c)
		if r >= 0 {
			from := r
			if before >= 0 { // a line passes all rows between two columns
				from = before
			}
			for k := min(from, r); k <= max(from, r); k++ {
				l.Cells[k*width+c] = 1
			}
		}
		before = r
	}
	return l
}

func picture(s *Seen) string {
	var b strings.Builder
	for r := range s.Height {
		for c := range s.Width {
			fmt.Fprintf(&b, "%c", " abcdefgh"[s.Owner(c, r)+1])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Lines that come together take turns, and pause where they cross or are quiet.
func TestSee(t *testing.T) {
	level := func(r int) func(int) int { return func(int) int { return r } }
	from := func(column, r, other int) func(int) int {
		return func(c int) int {
			if c < column {
				return r
			}
			return other
		}
	}
	for _, c := range []struct {
		name        string
		front, back Line
		want        Sight
		drawn       int // columns of the one behind
	}{
		{"apart", row(level(3)), row(level(6)), Sight{Under: -1}, width},
		{"together at the right", row(level(3)), row(from(20, 6, 3)), Sight{Under: -1, Turns: true}, 39},
		{"together at the left", row(level(3)), row(from(40, 3, 6)), Sight{Under: -1, Turns: true}, 38},
		{"together for five columns", row(level(3)), row(func(c int) int {
			if c >= 30 && c < 35 {
				return 3
			}
			return 6
		}), Sight{Under: -1}, width - 4},
		{"a crossing", row(level(7)), row(func(c int) int { return c / 5 }), Sight{Under: -1}, width - 4},
		{"equal", row(level(3)), row(level(3)), Sight{Under: 0, Turns: true}, 27},
		{"equal, and quiet", row(level(3)), Line{Cells: row(level(3)).Cells, Quiet: true}, Sight{Under: 0}, 0},
		{"two columns apart", row(level(3)), row(func(c int) int {
			if c == 30 || c == 31 {
				return 4
			}
			return 3
		}), Sight{Under: 0, Turns: true}, 24},
	} {
		s := See([]Line{c.front, c.back}, width, height)
		drawn := 0
		for k := range width {
			for r := range height {
				if s.Owner(k, r) == 1 {
					drawn++
					break
				}
			}
		}
		if got := fmt.Sprint(s.Lines[1]); got != fmt.Sprint(c.want) || drawn != c.drawn {
			t.Errorf("%s: %s in %d columns, want %v in %d:\n%s", c.name, got, drawn, c.want, c.drawn, picture(s))
		}
	}
}

// Among random lines the first one has no holes, and all are in pieces of three columns or cells.
func TestAnyLines(t *testing.T) {
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var lines []Line
		for range 2 + rng.IntN(5) {
			level, slope, swing, phase := rng.Float64()*height, rng.NormFloat64()/8, rng.Float64()*4*float64(rng.IntN(2)), 6*rng.Float64()
			lines = append(lines, row(func(c int) int {
				r := int(math.Round(level + slope*float64(c) + swing*math.Sin(float64(c)/8+phase)))
				if r < 0 || r >= height {
					return -1
				}
				return r
			}))
		}
		s := See(lines, width, height)
		for at, cell := range lines[0].Cells {
			if owner := s.Owner(at%width, at/width); cell != 0 && (owner < 0 || lines[owner].Cells[at] == 0) {
				t.Fatalf("seed %d: the first line has a hole:\n%s", seed, picture(s))
			}
		}
		for i, l := range lines {
			piece, cells, natural := 0, 0, 0
			for c := range width + 1 {
				drawn, passes := 0, false
				for r := 0; c < width && r < height; r++ {
					if l.Cells[r*width+c] == 0 {
						continue
					}
					passes = true
					if s.Owner(c, r) == i {
						drawn++
					}
				}
				if drawn > 0 {
					piece, cells = piece+1, cells+drawn
				} else if piece > 0 {
					if max(piece, cells) < Piece && natural > piece {
						t.Fatalf("seed %d: a piece of line %d before column %d is short:\n%s", seed, i, c, picture(s))
					}
					piece, cells = 0, 0
				}
				if natural++; !passes {
					natural = 0
				}
			}
		}
	}
}

func BenchmarkSee(b *testing.B) {
	var lines []Line
	for k := range 8 {
		lines = append(lines, row(func(c int) int { return (c*k/9 + k) % height }))
	}
	for b.Loop() {
		See(lines, width, height)
	}
}

package learners

import "fmt"

// Shape is the shape of an image: channels of rows of columns. A flat vector
// of n numbers is Shape{n, 1, 1}. Numbers lie channel by channel, row by row.
type Shape struct{ Channels, Rows, Columns int }

// Size returns how many numbers the shape holds.
func (s Shape) Size() int { return s.Channels * s.Rows * s.Columns }

// Vector reports whether the shape is a flat vector's.
func (s Shape) Vector() bool { return s.Rows == 1 && s.Columns == 1 }

func (s Shape) String() string { return fmt.Sprintf("%d×%d×%d", s.Channels, s.Rows, s.Columns) }

// Names makes up names of the numbers: p00 to p66 for a small image.
func (s Shape) Names() []string {
	names := make([]string, s.Size())
	for i := range names {
		channel, row, column := i/(s.Rows*s.Columns), i/s.Columns%s.Rows, i%s.Columns
		switch {
		case s.Channels > 1:
			names[i] = fmt.Sprintf("c%d_%d_%d", channel, row, column)
		case s.Rows <= 10 && s.Columns <= 10:
			names[i] = fmt.Sprintf("p%d%d", row, column)
		default:
			names[i] = fmt.Sprintf("p%d_%d", row, column)
		}
	}
	return names
}

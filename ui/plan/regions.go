package plan

import (
	"math"

	"dpscope/engine"
)

// Nearest returns the index of the centre nearest to a place t on the axis, -1 where t is more than half a cell of data (and
// one of the screen) outside.
func Nearest(centres []float64, s Scale, t, screen float64) int {
	if s.Down {
		t, s.Down = 1-t, false
	}
	n := len(centres)
	if n == 0 || math.IsNaN(t) {
		return -1
	}
	first, last := s.At(centres[0]), s.At(centres[n-1])
	low, high := 0.5, 0.5
	if n > 1 {
		low, high = (s.At(centres[1])-first)/2, (last-s.At(centres[n-2]))/2
	}
	if !(t >= first-low-screen && t <= last+high+screen) {
		return -1
	}
	from, to := 0, n-1 // centres[from] <= t <= centres[to], except at the ends
	for to-from > 1 {
		if middle := (from + to) / 2; s.At(centres[middle]) <= t {
			from = middle
		} else {
			to = middle
		}
	}
	if math.Abs(s.At(centres[to])-t) < math.Abs(s.At(centres[from])-t) {
		return to
	}
	return from
}

// MostClasses limits the classes that a picture tells apart; classes beyond are drawn as the last.
const MostClasses = 1 << 12

// Occurring reports which classes a field has.
func Occurring(m *engine.Normal) []bool {
	highest := -1
	for _, c := range m.Class {
		highest = max(highest, c)
	}
	present := make([]bool, min(highest+1, MostClasses))
	for _, c := range m.Class {
		if c >= 0 {
			present[min(c, MostClasses-1)] = true
		}
	}
	return present
}

// Region is the place of a class's name in a field: the middle of a stretch of a row within the class.
type Region struct {
	Class, X, Y int

	room, depth int
}

// score rates a place for a name of a width by the air on its tightest side; a row is about as high as two columns are wide. No
// region scores least.
func (r Region) score(width int) int {
	if r.room == 0 {
		return math.MinInt
	}
	return min((r.room-width)/2, 2*r.depth)*1000 + r.room
}

// Regions places the names of the classes of a grid, each of a width in columns, where the name is farthest from other classes,
// if the whole name with some air fits. Class -1 is no class.
func Regions(class []int, width, height int, widths []int) (names []Region) {
	const air = 4 // columns
	depth, best := clearance(class, width, height), make([]Region, len(widths))
	for y := range height {
		for start := 0; start < width; {
			c, end := class[y*width+start], start+1
			for end < width && class[y*width+end] == c {
				end++
			}
			if middle := (start + end - 1) / 2; c >= 0 {
				r := Region{Class: c, X: middle, Y: y, room: end - start, depth: depth[y*width+middle]}
				if r.score(widths[c]) > best[c].score(widths[c]) {
					best[c] = r
				}
			}
			start = end
		}
	}
	for c, r := range best {
		if length := widths[c]; length > 0 && r.room >= length+air && r.depth >= 1 {
			names = append(names, r)
		}
	}
	return names
}

// clearance counts, for every cell, the rows above and below with its class, and returns the smaller number.
func clearance(class []int, width, height int) []int {
	depth := make([]int, len(class))
	run := make([]int, width)
	sweep := func(y, from int) {
		for x := range width {
			at := y*width + x
			if from < 0 || from >= height || class[from*width+x] != class[at] {
				run[x] = 0
			} else {
				run[x]++
			}
		}
	}
	for y := range height {
		sweep(y, y-1)
		copy(depth[y*width:], run)
	}
	clear(run)
	for y := height - 1; y >= 0; y-- {
		sweep(y, y+1)
		for x := range width {
			depth[y*width+x] = min(depth[y*width+x], run[x])
		}
	}
	return depth
}

package picture

import (
	"fmt"
	"math"
	"strings"
)

// vegaShape returns a marker as a path of Vega within [-1, 1], or one of Vega's own shapes; hollow ones have a hole.
func vegaShape(marker int) string {
	const up, down, square = -math.Pi / 2, math.Pi / 2, math.Pi / 4
	switch marker {
	case -1, 0:
		return "circle"
	case 1:
		return "square"
	case 2:
		return outline(3, up, false)
	case 3:
		return outline(4, 0, false)
	case 4:
		return outline(24, 0, true)
	case 5:
		return outline(4, square, true)
	case 6:
		return outline(3, up, true)
	case 7:
		return outline(4, 0, true)
	case 8:
		return outline(3, down, false)
	case 9:
		return outline(3, down, true)
	case 10:
		return bars(square, 3*square)
	case 11:
		return bars(0, up)
	case 12:
		return bars(up, up+math.Pi/3, up-math.Pi/3)
	case 13:
		return outline(6, 0, false)
	case 14:
		return outline(5, up, true)
	}
	return outline(5, down, false)
}

// outline returns a polygon, with or without a hole; the hole runs the other way around.
func outline(sides int, turn float64, hole bool) string {
	text := ring(sides, turn, 1, 1)
	if hole {
		text += ring(sides, turn, 0.6, -1)
	}
	return text
}

func ring(sides int, turn, r, way float64) string {
	var b strings.Builder
	for k := range sides {
		a := turn + way*2*math.Pi*float64(k)/float64(sides)
		fmt.Fprintf(&b, "%c%s,%s", "ML"[min(k, 1)], number(r*math.Cos(a)), number(r*math.Sin(a)))
	}
	return b.String() + "Z"
}

// bars returns thin rectangles through the middle, at angles.
func bars(angles ...float64) string {
	const half = 0.18
	var b strings.Builder
	for _, a := range angles {
		x, y := math.Cos(a), math.Sin(a)
		for k, corner := range [...][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			fmt.Fprintf(&b, "%c%s,%s", "ML"[min(k, 1)], number(corner[0]*x-corner[1]*half*y), number(corner[0]*y+corner[1]*half*x))
		}
		b.WriteByte('Z')
	}
	return b.String()
}

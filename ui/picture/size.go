package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// units of length, in points.
var units = map[string]float64{"in": Inch, "cm": Inch / 2.54, "mm": Inch / 25.4, "pt": 1}

// Size reads the measures of a picture in in, cm, mm or pt: a width, "3.25in", or a width and a height, "3.25x2in". It returns
// points, and height 0 for a width alone. The error gives the sizes that are allowed.
func Size(text string) (width, height float64, err error) {
	unit := "in"
	number := strings.TrimSpace(text)
	for u := range units {
		if strings.HasSuffix(number, u) {
			unit, number = u, strings.TrimSuffix(number, u)
			break
		}
	}
	across, down, both := strings.Cut(number, "x")
	for u := range units {
		across = strings.TrimSuffix(across, u)
	}
	width, err = strconv.ParseFloat(strings.TrimSpace(across), 64)
	if err == nil && both {
		height, err = strconv.ParseFloat(strings.TrimSpace(down), 64)
	}
	if err != nil || math.IsNaN(width+height) {
		return 0, 0, fmt.Errorf("size = %q is no length; 3.25in, 8cm or 6.5x4in would work", text)
	}
	width, height = width*units[unit], height*units[unit]
	const slack = 1e-9
	switch {
	case width < LeastWidth-slack:
		return 0, 0, fmt.Errorf("size = %q is too narrow to be read; %din is the least", text, LeastWidth/Inch)
	case both && height < LeastHeight-slack:
		return 0, 0, fmt.Errorf("size = %q is too low to be read; %gin is the least", text, LeastHeight/float64(Inch))
	case width > Most || height > Most:
		return 0, 0, fmt.Errorf("size = %q is more than %din, which is the most", text, Most/Inch)
	}
	return width, height, nil
}

// check returns what is wrong with options.
func (o Options) check() error {
	if o.DPI != 0 && !(o.DPI >= LeastDPI && o.DPI <= MostDPI) {
		return fmt.Errorf("dpi = %g is not possible; %d to %d would work", o.DPI, LeastDPI, MostDPI)
	}
	if !beginsID(o.ID) {
		return fmt.Errorf("id = %q cannot begin an id; a letter, then letters, digits, - and _ would work", o.ID)
	}
	return nil
}

// beginsID reports whether ids may begin with a text in every language of pages; none also will do.
func beginsID(text string) bool {
	for i, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if inner := r >= '0' && r <= '9' || r == '-' || r == '_'; !letter && (i == 0 || !inner) {
			return false
		}
	}
	return true
}

package plan

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
)

// Tick is a labelled place on an axis: a column of the plot from -1, the axis itself, or a row of the plot up to its height,
// the axis itself.
type Tick struct {
	Cell  int
	Label string
	Head  bool    // it heads others, and is no place on the axis
	At    float64 // where it is along the axis, as a share
}

// Text spells and measures words for a medium. Widths count letters, which a screen has in whole cells.
type Text interface {
	Plain(text string) string             // the text without what the medium cannot show
	Fit(text string, room float64) string // the text, shortened to a width
	Width(text string) float64
}

// Ruler chooses the ticks of an axis. Its lengths count letters across and lines upward.
type Ruler struct {
	Axis   engine.Axis
	Scale  Scale
	Text   Text
	Across bool // the x axis: labels stand side by side
	Length int  // cells between the origin and the far end
	Spare  int  // cells that may be given up for ticks at equal distances
	Strict bool // ticks at unequal distances only where there are no others
	Apart  int  // least distance of neighbours in cells; 0: as many as can be read
}

// width returns the cells that a label takes.
func (r Ruler) width(label string) int { return int(math.Ceil(r.Text.Width(label))) }

// Ticks chooses labels at nice numbers, as evenly spaced as cells allow, that neither touch nor leave the axis, and the number
// of cells to use: length less those given up.
func (r Ruler) Ticks() ([]Tick, int) {
	if r.Length < 1 {
		return nil, r.Length
	}
	if len(r.Axis.Words) > 0 {
		return r.words(), r.Length
	}
	type option struct {
		candidate, length int
		cost              float64
	}
	var options []option
	candidates := r.candidates()
	for i, c := range candidates {
		for length := r.Length; length >= r.Length-r.Spare && length >= 2; length-- {
			if cost, ok := r.cost(c, length); ok {
				options = append(options, option{i, length, cost})
			}
		}
	}
	slices.SortStableFunc(options, func(a, b option) int { return cmp.Compare(a.cost, b.cost) })
	for _, strictly := range [...]bool{r.Strict, false} {
		for _, o := range options {
			ticks := r.place(candidates[o.candidate], o.length)
			if strictly && !evenlyApart(ticks) {
				continue
			}
			if r.fits(ticks) {
				return ticks, o.length
			}
			if tight := together(ticks); r.fits(tight) {
				return tight, o.length
			}
		}
	}
	return nil, r.Length
}

// evenlyApart reports whether there are two ticks at least, and neighbours everywhere equally many cells apart.
func evenlyApart(ticks []Tick) bool {
	for i := 2; i < len(ticks); i++ {
		if ticks[i].Cell-ticks[i-1].Cell != ticks[1].Cell-ticks[0].Cell {
			return false
		}
	}
	return len(ticks) > 1
}

// candidate is one way to divide an axis.
type candidate struct {
	values []float64
	step   float64 // of a linear axis, for the number of decimals; 0: none in common
	gap    float64 // smallest distance between neighbours, as a share of the axis
	even   bool    // neighbours are equally far apart
	odd    float64 // extra cost of unusual steps
}

func (r Ruler) candidates() []candidate {
	if r.Scale.Log {
		return append(r.decades(), r.linearSteps(true)...)
	}
	return r.linearSteps(false)
}

// steps lists the multiples of a power of ten that may divide an axis, with the cost of those that people count in less
// readily.
var steps = [...]struct{ times, odd float64 }{{1, 0}, {2, 0}, {2.5, 0.4}, {3, 0.8}, {4, 0.6}, {5, 0}}

// linearSteps divides by a nice step. On a log axis that is a last resort, for ranges that hold no 1, 2 or 5.
func (r Ruler) linearSteps(log bool) []candidate {
	low, high := r.Scale.Low, r.Scale.High
	span := high - low
	if log && high > 5*low || span <= tiny(low, high) {
		return nil
	}
	var all []candidate
	smallestPower := int(math.Floor(math.Log10(span / float64(r.Length+1))))
	for power := smallestPower; power <= smallestPower+5; power++ {
		for _, s := range steps {
			step := s.times * math.Pow(10, float64(power))
			const slack = 1e-9
			first, last := math.Ceil(low/step-slack), math.Floor(high/step+slack)
			if n := last - first; !(n >= 0) || n > float64(r.Length) || log && n < 1 {
				continue
			}
			if r.Axis.Style == numeral.Whole && step != math.Trunc(step) {
				continue
			}
			c := candidate{step: step, gap: step / span, even: !log, odd: s.odd}
			if log {
				c.odd, c.gap = 3, r.Scale.At(last*step)-r.Scale.At((last-1)*step)
			}
			for i := first; i <= last; i++ {
				if v := min(max(i*step, low), high); r.possible(v) {
					c.values = append(c.values, v)
				}
			}
			all = append(all, c)
		}
	}
	return all
}

// possible reports whether the quantity of the axis can have a value.
func (r Ruler) possible(v float64) bool {
	least, most, bounded := Within(r.Axis)
	slack := tiny(least, most)
	return !bounded || least-slack <= v && v <= most+slack
}

// Within returns the ends of the possible values of an axis, if it has any.
func Within(a engine.Axis) (least, most float64, bounded bool) {
	switch {
	case a.Least != a.Most:
		return a.Least, a.Most, true
	case a.Style == numeral.Percent:
		return 0, 1, true
	}
	return 0, 0, false
}

// decades divides a log axis at every nth power of ten, or at 1, 2 and 5.
func (r Ruler) decades() []candidate {
	const slack = 1e-9
	first := int(math.Floor(math.Log10(r.Scale.Low) + slack))
	last := int(math.Ceil(math.Log10(r.Scale.High) - slack))
	decade := 1 / r.Scale.length
	inside := func(v float64) bool {
		return v >= r.Scale.Low*(1-slack) && v <= r.Scale.High*(1+slack)
	}
	var all []candidate
	for _, every := range [...]int{1, 2, 3, 5, 10, 20, 50, 100, 200} {
		c := candidate{gap: decade * float64(every), even: true}
		for power := int(math.Floor(float64(first)/float64(every))) * every; power <= last; power += every {
			if v := math.Pow(10, float64(power)); inside(v) {
				c.values = append(c.values, v)
			}
		}
		all = append(all, c)
	}
	fine := candidate{gap: decade * math.Log10(2), odd: 0.2, values: ticks.Between(r.Scale.Low*(1-slack), r.Scale.High*(1+slack))}
	return append(all, fine)
}

// cost weighs a division: near the ideal distance, with a label at both ends, at whole cells, giving up little. Infeasible ones
// are not ok.
func (r Ruler) cost(c candidate, length int) (cost float64, ok bool) {
	gap := c.gap * float64(length)
	ideal, least := min(max(float64(length)/5, 2.5), 5), 2.0
	uneven, given := 0.4, 0.11
	if r.Across {
		ideal, least = min(max(float64(length)/6, 8), 13), max(2, float64(r.Apart))
		uneven, given = 0.1, 0.03
	}
	if gap < least || len(c.values) == 0 {
		return 0, false
	}
	cost = math.Abs(math.Log(gap/ideal)) + c.odd + given*float64(r.Length-length)
	if !c.even || math.Abs(gap-math.Round(gap)) > 1e-6 {
		cost += uneven
	}
	const slack = 1e-9
	if r.Scale.At(c.values[0]) > slack {
		cost += 0.5
	}
	if r.Scale.At(c.values[len(c.values)-1]) < 1-slack {
		cost += 0.5
	}
	if len(c.values) < 2 {
		cost += 4
	}
	return cost, true
}

// place puts a division on cells and writes its labels.
func (r Ruler) place(c candidate, length int) []Tick {
	ticks := make([]Tick, len(c.values))
	for i, v := range c.values {
		ticks[i] = Tick{Cell: r.cell(v, length), Label: r.label(v, c.step), At: r.Scale.At(v)}
	}
	return ticks
}

func (r Ruler) cell(v float64, length int) int {
	t := r.Scale.At(v)
	if r.Across {
		return Whole(t*float64(length)) - 1
	}
	return Whole((1 - t) * float64(length))
}

// fits reports whether no two labels touch.
func (r Ruler) fits(ticks []Tick) bool {
	if !r.Across {
		for i := 1; i < len(ticks); i++ {
			if ticks[i-1].Cell-ticks[i].Cell < 2 {
				return false
			}
		}
		return true
	}
	end := math.MinInt32
	for _, t := range ticks {
		width := r.width(t.Label)
		start := t.Cell - width/2
		if start < end+2 {
			return false
		}
		end = start + width
	}
	return true
}

// words labels every position of a categorical axis, shortened to the room; where that is too little, every second, third ...
func (r Ruler) words() []Tick {
	n := len(r.Axis.Words)
	every, room := 1, r.Length/max(n, 1)-1
	if r.Across {
		for room < 3 && every < n {
			every++
			room = r.Length*every/n - 1
		}
	} else {
		room = math.MaxInt32
		for r.Length*every/n < 1 && every < n {
			every++
		}
	}
	var ticks []Tick
	for i := 0; i < n; i += every {
		label := r.Text.Fit(r.Text.Plain(r.Axis.Words[i]), float64(room))
		ticks = append(ticks, Tick{Cell: r.cell(float64(i), r.Length), Label: label, Head: slices.Contains(r.Axis.Heads, i),
			At: r.Scale.At(float64(i))})
	}
	return ticks
}

// exact writes a value that is no division of the axis, to three digits and without zeros at the end.
func (r Ruler) exact(v float64) string {
	if Percent(r.Axis, r.Scale) {
		v *= 100
	}
	short := numeral.Short(v)
	if !r.Scale.Log && strings.HasPrefix(short, "10^") { // as its neighbours are written
		short = numeral.Bare(short)
	}
	text, exponent, small := strings.Cut(short, "e")
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if small {
		text += "e" + exponent
	}
	return text
}

// power writes a power of ten as one, "10^-6" for "1e-6"; other numbers stay.
func power(text string) string {
	if exponent, found := strings.CutPrefix(text, "1e"); found {
		return "10^" + exponent
	}
	return text
}

// Percent reports whether the labels of an axis are in per cent, with the sign in the title. Chances too small for that are
// written as they are.
func Percent(a engine.Axis, s Scale) bool {
	if a.Style != numeral.Percent {
		return false
	}
	if s.Log {
		return s.Low >= 0.99e-5
	}
	return max(math.Abs(s.Low), math.Abs(s.High)) >= 1e-3
}

// label writes the number at a tick; step, when not 0, says which decimals tell neighbours apart.
func (r Ruler) label(v, step float64) string {
	top := max(math.Abs(r.Scale.Low), math.Abs(r.Scale.High))
	if Percent(r.Axis, r.Scale) {
		v, step, top = 100*v, 100*step, 100*top
	}
	if math.Abs(v) <= 1e-9*step {
		return "0"
	}
	if step == 0 { // a log axis: the number says how precise it is
		if a := math.Abs(v); a < 0.99e-3 || a >= 0.99e4 {
			return power(exponent(v, 3))
		}
		return numeral.Apart(strconv.FormatFloat(threeDigits(v), 'f', -1, 64))
	}
	if top >= 0.99e6 || top < 0.99e-3 || step < 1e-10 {
		return exponent(v, int(math.Ceil(math.Log10(top/step)+1e-9))+1)
	}
	decimals := max(0, int(-math.Floor(math.Log10(step)+1e-9)))
	if scaled := step * math.Pow(10, float64(decimals)); math.Abs(scaled-math.Round(scaled)) > 1e-6 {
		decimals++ // 0.25
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if r.Across && decimals > 0 {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return numeral.Apart(text)
}

// together writes the labels to fit the room: without separated thousands.
func together(ticks []Tick) []Tick {
	tight := slices.Clone(ticks)
	for i := range tight {
		tight[i].Label = numeral.Bare(tight[i].Label)
	}
	return tight
}

func threeDigits(v float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	return rounded
}

// exponent writes v as "5e-6", with as many digits as it needs up to most.
func exponent(v float64, most int) string {
	text := strconv.FormatFloat(v, 'e', min(max(most-1, 0), 14), 64)
	mantissa, power, _ := strings.Cut(text, "e")
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	n, _ := strconv.Atoi(power)
	return mantissa + "e" + strconv.Itoa(n)
}

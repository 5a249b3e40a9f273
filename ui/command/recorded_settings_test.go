package command

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// settings makes addresses up from what the views declare, always the same.
type settings struct {
	views map[string]declaredView
	rng   *rand.Rand
	group recordedGroup
}

// declaredView is a view as `views --json` writes it.
type declaredView struct {
	Name    string
	Choices []struct {
		Key     string
		Options []struct {
			Name   string
			Params []declaredParam
		}
	}
	Texts  []struct{ Key, Default string }
	Params []declaredParam
}

type declaredParam struct {
	Key                          string
	Min, Max, Low, High, Default float64
	Open, Whole                  bool
}

func newSettings(t *testing.T, g recordedGroup) *settings {
	_, out, _ := call("", "views", "--json")
	var list []declaredView
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	hash := fnv.New64a()
	hash.Write([]byte(g.name))
	s := &settings{map[string]declaredView{}, rand.New(rand.NewPCG(1, hash.Sum64())), g}
	for _, v := range list {
		s.views[v.Name] = v
	}
	return s
}

// closed are addresses of the views that answer by formulas.
func (s *settings) closed() []string {
	shares := []struct {
		view  string
		share int
	}{{"concentration", 6000}, {"compare", 1700}, {"winner", 1300}, {"flips", 1500}, {"identity", 500}, {"score", 2700}, {"success", 2300}, {"budget", 2000}}
	var all []string
	for _, v := range shares {
		all = append(all, s.several(v.share, func() string { return s.address(v.view, s.inOrder) })...)
	}
	return all
}

// utility are addresses of the views of one record, few of which draw.
func (s *settings) utility() []string {
	two := func(set words) {
		for s.subject(set); set["classifier"] == "interval" || strings.Count(set["private"]+",", ",") != 2; {
			s.subject(set)
		}
	}
	few := func(set words) {
		s.subject(set)
		set["draws"] = strconv.Itoa(1 + s.rng.IntN(500))
		if s.rng.IntN(4) > 0 {
			set["sampling"] = "off"
		}
	}
	maps := s.several(s.group.quantity/3, func() string { return s.address("map", two) })
	return append(maps, s.several(s.group.quantity-len(maps), func() string { return s.address("utility", few) })...)
}

func (s *settings) choose() []string {
	return s.several(s.group.quantity, func() string { return s.address("choose", s.subject) })
}

func (s *settings) population() []string {
	return s.several(s.group.quantity, func() string {
		return s.address("population", func(set words) {
			s.subject(set)
			set["data"], set["records"] = "synthetic", strconv.Itoa(1+s.rng.IntN(40))
		})
	})
}

// several makes different addresses that are answered in time, in alphabetical
// order.
func (s *settings) several(count int, one func() string) []string {
	seen := map[string]bool{}
	var list []string
	for len(list) < count {
		if a := one(); !seen[a] {
			seen[a] = true
			if s.inTime(a) {
				list = append(list, a)
			}
		}
	}
	slices.Sort(list)
	return list
}

// inTime reports whether an answer comes before the group's patience ends.
func (s *settings) inTime(address string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), s.group.patience)
	defer cancel()
	read(ctx, strings.NewReader(address), io.Discard, io.Discard, inCSV)
	return ctx.Err() == nil
}

// words are what controls are set to.
type words map[string]string

// address sets every control of a view at random, then as arrange has it.
func (s *settings) address(view string, arrange func(words)) string {
	set := words{}
	var keys []string
	put := func(key, word string) {
		if _, twice := set[key]; !twice {
			keys = append(keys, key)
		}
		set[key] = word
	}
	params := s.views[view].Params
	for _, c := range s.views[view].Choices {
		option := c.Options[s.rng.IntN(len(c.Options))]
		put(c.Key, option.Name)
		params = append(option.Params, params...)
	}
	for _, t := range s.views[view].Texts {
		put(t.Key, t.Default)
	}
	for _, p := range params {
		put(p.Key, s.number(p))
	}
	arrange(set)
	var pairs []string
	for _, key := range keys {
		if set[key] != "" {
			pairs = append(pairs, key+"="+set[key])
		}
	}
	return view + "?" + strings.Join(pairs, "&")
}

// number is often an end of a range or what the control opens with, else
// anything in the slider's range or, now and then, in the whole one.
func (s *settings) number(p declaredParam) string {
	low, high := p.Low, p.High
	switch s.rng.IntN(16) {
	case 0:
		return p.end(p.Min, p.Max)
	case 1:
		return p.end(p.Max, p.Min)
	case 2:
		return p.end(p.Low, p.High)
	case 3:
		return p.end(p.High, p.Low)
	case 4:
		return p.write(p.Default)
	case 5:
		low, high = p.Min, p.Max
	}
	if low > 0 && high/low > 50 {
		return p.write(math.Exp(math.Log(low) + s.rng.Float64()*math.Log(high/low)))
	}
	return p.write(low + s.rng.Float64()*(high-low))
}

// end is x, or what is next to it on the way to inside if x is not allowed.
func (p declaredParam) end(x, inside float64) string {
	if p.Open && (x == p.Min || x == p.Max) {
		x += (inside - x) * 1e-9
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// write rounds to four digits, or to a whole number.
func (p declaredParam) write(x float64) string {
	if p.Whole {
		return strconv.FormatFloat(math.Round(x), 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// inOrder puts the ends of most windows in order, and lets most scores be those
// of as many records as there are.
func (s *settings) inOrder(set words) {
	if s.rng.IntN(20) == 0 {
		return
	}
	from, _ := strconv.ParseFloat(set["from"], 64)
	to, _ := strconv.ParseFloat(set["to"], 64)
	if from > to {
		set["from"], set["to"] = set["to"], set["from"]
	}
	if _, score := set["kept"]; score {
		n, _ := strconv.ParseFloat(set["n"], 64)
		set["kept"] = strconv.FormatFloat(math.Round(n*s.rng.Float64()), 'f', -1, 64)
	}
}

// embedded are the classifiers that come with the program.
var embedded = []struct {
	name              string
	features, records []string
}{
	{"stroke-forest", stroke, strokes},
	{"stroke-logistic", stroke, strokes},
	{"circle-qda", plane, []string{"centre"}},
	{"circle-network", plane, []string{"centre"}},
	{"example5-network", plane, []string{"centre"}},
	{"interval", []string{"x"}, []string{"middle", "edge", "outside"}},
}

var (
	stroke  = []string{"age", "hypertension", "heart_disease", "ever_married", "avg_glucose_level", "bmi"}
	strokes = []string{"stroke-A", "stroke-B", "stroke-tiny"}
	plane   = []string{"x_u", "x_v"}
)

// subject picks a classifier, a record, mostly inside [0, 1], and what is
// private in it; sometimes it leaves the last two to the classifier.
func (s *settings) subject(set words) {
	c := embedded[s.rng.IntN(len(embedded))]
	set["classifier"], set["record"], set["private"] = c.name, "", ""
	if s.rng.IntN(4) > 0 {
		set["private"] = strings.Join(s.some(c.features), ",")
	}
	switch s.rng.IntN(4) {
	case 0:
	case 1:
		set["record"] = c.records[s.rng.IntN(len(c.records))]
	default:
		var x []string
		for range c.features {
			x = append(x, fmt.Sprintf("%.3f", s.rng.Float64()*[]float64{1, 1, 1, 1, 1, 1.05}[s.rng.IntN(6)]))
		}
		set["record"] = strings.Join(x, ",")
	}
}

// some are one or two names, seldom three.
func (s *settings) some(names []string) (few []string) {
	count := min(len(names), []int{1, 1, 1, 2, 2, 2, 2, 2, 3}[s.rng.IntN(9)])
	for _, i := range s.rng.Perm(len(names))[:count] {
		few = append(few, names[i])
	}
	return few
}

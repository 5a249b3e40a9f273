package chart

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// A member of a figure keeps its colour and its marker, with any neighbours and in any order, as a line, as a point and as an
// area; no two have the same pair.
func TestMembersKeepTheirLooks(t *testing.T) {
	members := mechanismNames
	for _, ascii := range []bool{false, true} {
		seen := map[[2]string]string{}
		looks := func(names []string) map[string][2]string {
			d := drawing{theme: theme.New(true, colorprofile.TrueColor), glyphs: theme.GlyphSet(ascii)}
			f := engine.Figure{Members: members}
			for _, name := range names {
				f.Marks = append(f.Marks, engine.Curve{Name: name, Title: name})
			}
			d.take(f)
			of := map[string][2]string{}
			for _, s := range d.Series {
				of[s.Name] = [2]string{d.style(s.Ink).On, d.marker(s.Marker)}
				style, marker := d.looksOf(s, &engine.Normal{As: []string{s.Name}}, 0)
				if style != d.style(s.Ink) || marker != d.marker(s.Marker) {
					t.Errorf("the point of %s looks other than its line", s.Name)
				}
			}
			return of
		}
		all := looks(members)
		for name, look := range all {
			if other, twice := seen[look]; twice {
				t.Errorf("ascii %v: %s looks like %s", ascii, name, other)
			}
			seen[look] = name
		}
		backward := slices.Clone(members)
		slices.Reverse(backward)
		for _, some := range [][]string{backward, members[7:], {members[11], members[2]}} {
			for name, look := range looks(some) {
				if look != all[name] {
					t.Errorf("ascii %v: %s changes its looks among %v", ascii, name, some)
				}
			}
		}
	}
}

// Any two members that stand out differ in colour; they keep their markers.
func TestMembersThatStandOutAreToldApart(t *testing.T) {
	members := mechanismNames
	for i := range members {
		for j := range i {
			d := drawing{theme: theme.New(true, colorprofile.TrueColor), glyphs: theme.Unicode}
			f := engine.Figure{Members: members}
			for k, name := range members {
				f.Marks = append(f.Marks, engine.Curve{Name: name, Title: name, Muted: k != i && k != j})
			}
			d.take(f)
			if d.style(d.Series[i].Ink) == d.style(d.Series[j].Ink) {
				t.Errorf("%s and %s share a colour", members[i], members[j])
			}
			if _, marker := d.Looks(i); d.Series[i].Marker != marker {
				t.Errorf("%s beside %s has another marker", members[i], members[j])
			}
		}
	}
}

// Many muted lines are context where there is room; a compact picture and its legend leave them out.
func TestManyMutedLinesAreContext(t *testing.T) {
	f := compare()
	roomy := strings.Join(Render(f, Options{Width: 90, Height: 30, Theme: plain, Lists: "t"}).Lines, "\n")
	small := strings.Join(Render(f, Options{Width: 80, Height: 12, Theme: plain, Compact: true, Lists: "t"}).Lines, "\n")
	if !strings.Contains(roomy, "· 9 others") {
		t.Errorf("the others are not named in\n%s", roomy)
	}
	if strings.Contains(small, "others") {
		t.Errorf("the others are counted in\n%s", small)
	}
	f.Marks = f.Marks[:0:0]
	for _, m := range compare().Marks {
		if c, ok := m.(engine.Curve); !ok || !c.Muted {
			f.Marks = append(f.Marks, m)
		}
	}
	without := Render(f, Options{Width: 80, Height: 12, Theme: plain, Compact: true})
	ink := func(s string) int { return len(regexp.MustCompile(`[⠁-⣿]`).FindAllString(s, -1)) }
	if a, b := ink(small), ink(strings.Join(without.Lines, "\n")); a > b+b/10 {
		t.Errorf("%d cells of lines with the others, %d without", a, b)
	}
}

// colours returns the inks and grounds of a line: triples, or numbers of sixteen.
func colours(line string) (found []string) {
	for _, m := range regexp.MustCompile(`[34]8;2;(\d+;\d+;\d+)|[;\[]([39][0-7])[;m]`).FindAllStringSubmatch(line, -1) {
		found = append(found, m[1]+m[2])
	}
	return found
}

// An area painted over a plane has its name in it or in its legend, in every terminal.
func TestAreasMatchTheirLegend(t *testing.T) {
	f := winner()
	f.Marks = slices.Clone(f.Marks)
	m := f.Marks[0].(engine.Field)
	m.Thin = "close"
	f.Marks[0] = m
	for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI} {
		th := theme.New(true, profile)
		o := Options{Width: 60, Height: 20, Theme: th, Glyphs: theme.Unicode}
		p, d := Render(f, o), drawn(f, &o)
		around := strings.Join(append(slices.Clone(p.Lines[:p.Plot.Y]), p.Lines[p.Plot.Y+p.Plot.Height:]...), "\n")
		legend := append(colours(around), colours(th.Muted.On+th.Dim.On+"\x1b[38;2;0;0;0m\x1b[38;2;255;255;255m")...)
		for class := range d.regions {
			ink := theme.NewStyle(d.colourOf(&d.Marks[0], class), d.colourOf(&d.Marks[0], class), 0)
			legend = append(legend, colours(ink.On)...)
		}
		for _, line := range p.Lines[p.Plot.Y : p.Plot.Y+p.Plot.Height] {
			for _, ink := range colours(line) {
				if !slices.Contains(legend, ink) {
					t.Errorf("%v: %s is painted and not in the legend %v", profile, ink, legend)
				}
			}
		}
		if !strings.Contains(ansi.Strip(strings.Join(p.Lines, "\n")), "▒ close") {
			t.Errorf("%v: what is thin is not explained", profile)
		}
	}
}

// A small picture of muted lines alone, none of which it draws, still has a legend.
func TestMutedLinesAloneAreCounted(t *testing.T) {
	f := engine.Figure{Title: "share"}
	for _, name := range mechanismNames[:6] {
		f.Marks = append(f.Marks, engine.Curve{Name: name, Title: name, Muted: true, X: []float64{0, 1}, Y: []float64{0, 1}})
	}
	if all := strings.Join(Render(f, Options{Width: 80, Height: 12, Theme: plain, Compact: true, Lists: "t"}).Lines, "\n"); !strings.Contains(all, "6 others (t lists them)") {
		t.Errorf("the lines are not counted in\n%s", all)
	}
}

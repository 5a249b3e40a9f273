package page

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"dpscope/engine/effort"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/theme"
	"dpscope/views"
	"dpscope/views/pages"
	"dpscope/views/view"
)

// plainLook is the look of a terminal without colours.
var plainLook = line.Look{Theme: theme.New(true, colorprofile.ASCII), Glyphs: theme.Unicode}

var wide = chart.Rect{Y: 4, Width: 120, Height: 33}

// opened opens a view at one of its presets, with the page computed before.
func opened(t *testing.T, v view.View, p view.Preset) *explorer.Explorer {
	t.Helper()
	values, err := v.Parse(p.Query)
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := pages.Of(v.Name, p.Name)
	if err != nil {
		t.Fatal(err)
	}
	e := explorer.New(explorer.Session{Context: t.Context(), Clock: explorer.TimeOfDay}, v, values)
	e.Present(sheet, nil)
	return e
}

// Each page is opened once for all checks; an ordinary run opens the first page of a few views.
func TestPages(t *testing.T) {
	effort.ForPages(t)
	for i, v := range views.All {
		for k, p := range v.Presets {
			if !effort.Sample(i, 7, 1) || k > 0 && !effort.All() {
				continue
			}
			e := opened(t, v, p)
			numbersAreNeverCut(t, e.Scene())
			answersStayInSight(t, e.Scene())
			slidersKeepTheirOrder(t, e)
			controlsAreSeenInOrder(t, e)
			focusMovesNothing(t, e)
			drawingIsPure(t, e)
			tracksAreOfOneLength(t, e.Scene())
			settingsKeepTheOrder(t, opened(t, v, p))
		}
	}
}

// answersStayInSight gives every control the focus on the smallest page that has a side, and expects it and the first answers
// in sight.
func answersStayInSight(t *testing.T, s explorer.Scene) {
	small := chart.Rect{Y: 2, Width: sideFrom, Height: 19}
	for _, r := range s.Rows {
		if r.Kind == explorer.AnswerRow {
			continue
		}
		s.Focus = r.Key
		page := ansi.Strip(strings.Join(Draw(s, plainLook, small, Frame{}).Lines, "\n"))
		if !strings.Contains(page, plainLook.Focus+" ") {
			t.Errorf("%s: %s has the focus and is not seen", s.View.Name, r.Key)
		}
		for _, a := range s.Readings()[:min(3, len(s.Readings()))] {
			if !strings.Contains(page, a.Label[:min(len(a.Label), 12)]) {
				t.Errorf("%s: with the focus on %s the answer %q is not in sight", s.View.Name, r.Key, a.Label)
			}
		}
	}
}

// The text under a page of two columns stands a blank row below them, so that it is no part of the side.
func TestARowIsBlankUnderTheSide(t *testing.T) {
	for _, v := range views.All {
		s := opened(t, v, v.Presets[0]).Scene()
		lines := Draw(s, plainLook, chart.Rect{Y: 5, Width: 120, Height: 32}, Frame{}).Lines
		last := 0 // last row of the rule
		for i, l := range lines {
			if strings.Contains(ansi.Strip(l), " "+plainLook.Separator) {
				last = i
			}
		}
		if last+2 >= len(lines) || strings.TrimSpace(ansi.Strip(lines[last+1])) != "" {
			t.Errorf("%s: under the side stands\n%s", v.Name, strings.Join(lines[last:], "\n"))
		}
	}
}

// focusMovesNothing moves the focus, and fails if anything else moves.
func focusMovesNothing(t *testing.T, e *explorer.Explorer) {
	places := func() (at []chart.Rect) {
		for _, z := range Draw(e.Scene(), plainLook, wide, Frame{}).zones {
			at = append(at, z.Rect)
		}
		return at
	}
	e.Do(explorer.Focus{Key: e.Scene().Rows[0].Key})
	before := places()
	for range e.Scene().Rows {
		e.Do(explorer.Step{Lines: 1})
		if now := places(); !slices.Equal(before, now) {
			t.Fatalf("%s: with the focus on %q rows move", e.View().Name, e.Scene().Focus)
		}
	}
}

// slidersKeepTheirOrder moves the focus on a page of one column, and fails if the sliders of its line do not stand in one order, or the
// one with the focus is missing.
func slidersKeepTheirOrder(t *testing.T, e *explorer.Explorer) {
	at := map[string]int{}
	for i, r := range e.Scene().Rows {
		if r.Kind == explorer.SliderRow {
			at[r.Key] = i
		}
	}
	e.Do(explorer.Focus{Key: e.Scene().Rows[0].Key})
	for range e.Scene().Rows {
		s := e.Scene()
		for _, size := range []chart.Rect{{Y: 2, Width: 80, Height: 19}, {Y: 2, Width: 60, Height: 12}} {
			places, focused := []int{}, false
			for _, z := range Draw(s, plainLook, size, Frame{}).zones {
				if place, slider := at[z.key]; slider && s.Focused().Kind == explorer.SliderRow {
					places, focused = append(places, place), focused || z.key == s.Focus
				}
			}
			if !slices.IsSorted(places) || s.Focused().Kind == explorer.SliderRow && !focused {
				t.Fatalf("%s at %d columns: with the focus on %q sliders stand as %v", e.View().Name, size.Width, s.Focus, places)
			}
		}
		e.Do(explorer.Step{Lines: 1})
	}
}

// controlsAreSeenInOrder moves the focus through the controls of a page with a side, and fails if it goes to one that is not seen
// or otherwise than to the next one on the screen.
func controlsAreSeenInOrder(t *testing.T, e *explorer.Explorer) {
	e.Do(explorer.Focus{Key: e.Scene().Rows[0].Key})
	for e.Scene().Focused().Kind < explorer.AnswerRow {
		s := e.Scene()
		for _, size := range []chart.Rect{{Y: 4, Width: 120, Height: 34}, {Y: 4, Width: sideFrom, Height: 20}} {
			var seen []string
			for _, z := range Draw(s, plainLook, size, Frame{}).zones {
				if r, i := find(s.Rows, z.key); i >= 0 && r.Kind < explorer.AnswerRow && !slices.Contains(seen, z.key) {
					seen = append(seen, z.key)
				}
			}
			_, first := find(s.Rows, seen[0])
			if !slices.Contains(seen, s.Focus) {
				t.Fatalf("%s: %q has the focus and is not among %q", e.View().Name, s.Focus, seen)
			}
			for i, key := range seen {
				if s.Rows[first+i].Key != key {
					t.Fatalf("%s: %q is seen in place of %q", e.View().Name, key, s.Rows[first+i].Key)
				}
			}
		}
		if e.Do(explorer.Step{Lines: 1}); e.Scene().Focus == s.Focus {
			return
		}
	}
}

// settingsKeepTheOrder turns every control of a page, and fails if two others change places.
func settingsKeepTheOrder(t *testing.T, e *explorer.Explorer) {
	keys := func() (list []string) {
		for _, r := range e.Scene().Rows {
			if r.Kind < explorer.AnswerRow {
				list = append(list, r.Key)
			}
		}
		return list
	}
	opening := e.Values()
	for _, turned := range keys() {
		for range 3 {
			before := keys()
			e.Do(explorer.Turn{Key: turned, Steps: 1})
			after := keys()
			left := slices.DeleteFunc(slices.Clone(before), func(key string) bool { return !slices.Contains(after, key) })
			stay := slices.DeleteFunc(slices.Clone(after), func(key string) bool { return !slices.Contains(before, key) })
			if !slices.Equal(left, stay) {
				t.Fatalf("%s: turning %s makes %q of %q", e.View().Name, turned, stay, left)
			}
		}
		e.Do(explorer.Go{Values: opening})
	}
}

func find(rows explorer.Rows, key string) (explorer.Row, int) {
	i := slices.IndexFunc(rows, func(r explorer.Row) bool { return r.Key == key })
	if i < 0 {
		return explorer.Row{}, i
	}
	return rows[i], i
}

// tracksAreOfOneLength draws a page with all sliders in full, and expects tracks of equal length.
func tracksAreOfOneLength(t *testing.T, s explorer.Scene) {
	tall := chart.Rect{Y: 4, Width: 120, Height: 60}
	f := Draw(s, plainLook, tall, Frame{})
	length := 0
	for _, z := range f.zones {
		if z.track.Width == 0 {
			continue
		}
		if length > 0 && z.track.Width != length {
			t.Errorf("%s: %s has a track of %d cells, another of %d", s.View.Name, z.key, z.track.Width, length)
		}
		length = z.track.Width
	}
}

// drawingIsPure draws the same scene twice, with each pane in the place of the picture.
func drawingIsPure(t *testing.T, e *explorer.Explorer) {
	for _, i := range []explorer.Intent{explorer.Nothing{}, explorer.Cross{}, explorer.Show{Pane: explorer.WhyPane}, explorer.Show{Pane: explorer.TablePane},
		explorer.Filter{}, explorer.Close{}, explorer.Close{}, explorer.Open{}, explorer.Close{}} {
		e.Do(i)
		s := e.Scene()
		first, again := Draw(s, plainLook, wide, Frame{}), Draw(s, plainLook, wide, Frame{})
		same := func(a, b zone) bool { return a.Rect == b.Rect && a.key == b.key && a.option == b.option }
		if !slices.Equal(first.Lines, again.Lines) || !slices.EqualFunc(first.zones, again.zones, same) {
			t.Fatalf("%s after %T: the second drawing differs", e.View().Name, i)
		}
	}
}

// The mouse on a page becomes intents in the view's own terms.
func TestMouseBecomesIntents(t *testing.T) {
	v, err := views.Find("concentration")
	if err != nil {
		t.Fatal(err)
	}
	e := opened(t, v, v.Presets[0])
	f := Draw(e.Scene(), plainLook, wide, Frame{})
	x, found := f.row("x")
	if !found || x.track.Width < 5 {
		t.Fatalf("the track of x is %+v", x.track)
	}
	end := x.track.X + x.track.Width - 1
	if got := f.Click(end, x.Y); got != (explorer.Set{Key: "x", Value: 1}) {
		t.Errorf("a click on the end of the track is %#v", got)
	}
	if got := f.Drag("x", x.track.X); got != (explorer.Set{Key: "x", Value: 0}) {
		t.Errorf("a drag to the start is %#v", got)
	}
	if got := f.Wheel(end, x.Y, -1); got != (explorer.Turn{Key: "x", Steps: -1}) {
		t.Errorf("a turn of the wheel is %#v", got)
	}
	if got := f.Click(x.X+2, x.Y); got != (explorer.Touch{Key: "x"}) {
		t.Errorf("a click on the name is %#v", got)
	}
	plot := f.picture.Plot
	read, reads := f.Click(f.left.X+plot.X+plot.Width/2, f.left.Y+plot.Y+1).(explorer.Read)
	if !reads || !read.Hold || read.At.X < 0.4 || read.At.X > 0.6 {
		t.Errorf("a click in the middle of the picture is %#v", read)
	}
	if got := f.Click(0, wide.Y-1); got != (explorer.Nothing{}) {
		t.Errorf("a click outside is %#v", got)
	}
}

// At 80 columns and 24 rows every plot has at least 70 columns and ten rows, including the row of the axis, which holds the
// least value; columns before the axis count. A list has a row for each of its entries and headings, if these are fewer, and
// lends its unused rows to answers.
func TestPicturesAreLargeOnSmallPages(t *testing.T) {
	effort.ForPages(t)
	body := chart.Rect{Y: 3, Width: 80, Height: 20}
	for _, v := range views.All {
		e := opened(t, v, v.Presets[0])
		f := Draw(e.Scene(), plainLook, body, Frame{})
		const axis, columns, rows = 1, 70, 9 // who sees what takes a row
		plot := f.picture.Plot
		least := rows
		if words := len(e.Scene().Sheet.Figure.Y.Words); words > 0 {
			least = min(least, words+axis)
		}
		if f.left.X+plot.X+plot.Width < columns || plot.Height+axis+f.picture.Unused < least {
			t.Errorf("%s: %d columns and %d rows of plot:\n%s", v.Name, plot.Width, plot.Height+axis, ansi.Strip(strings.Join(f.Lines, "\n")))
		}
		x := e.Scene().Sheet.Figure.X
		name, _, _ := strings.Cut(cmp.Or(x.Brief, x.Label), ",")
		whole, _, _ := strings.Cut(x.Label, ",") // at the end of a row of the legend
		below := f.Lines[f.left.Y-body.Y:][:f.left.Height]
		at := ansi.Strip(strings.Join(below[plot.Y+plot.Height-1:], "\n"))
		if name != "" && !strings.Contains(at, name) && !strings.Contains(at, whole) && !strings.Contains(ansi.Strip(below[0]), "→ "+name) {
			t.Errorf("%s: the x axis is not %q:\n%s", v.Name, name, ansi.Strip(strings.Join(f.Lines, "\n")))
		}
	}
}

package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/views/pages"
)

// A bare picture has every sample and none of the words around the plot, and it can be as low as 0.8 in, unless several plots or
// a long legend need more: the error then gives a height that is enough.
func TestBare(t *testing.T) {
	t.Parallel()
	low := 0
	each(t, 11, func(name string, page engine.Sheet) {
		parts := []Part{{Sheet: page, Question: "What is " + name + "?", Address: "address-of-" + name}}
		for _, width := range []float64{UsualWidth, 3.25 * Inch} {
			o := Options{Width: width, Height: LeastHeight, Bare: true}
			s, err := Draw(parts, o)
			if errors.Is(err, ErrNothing) {
				return
			}
			if err != nil {
				var lacks float64
				if _, scan := fmt.Sscanf(err.Error(), "a height of 0.80 in leaves no room for the plot; %f in is enough", &lacks); scan != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				o.Height = lacks * Inch
				if s, err = Draw(parts, o); err != nil {
					t.Errorf("%s at the height that is enough: %v", name, err)
					continue
				}
			} else {
				low++
			}
			complete(t, name, s, page.Shown())
			if s.Height != o.Height {
				t.Errorf("%s is %g high, want %g", name, s.Height, o.Height)
			}
			for _, i := range s.Items {
				if strings.Contains(i.Text, "dpscope show") || i.Text == "What is "+name+"?" {
					t.Errorf("%s has the words %q", name, i.Text)
				}
			}
		}
	})
	if low < 5 {
		t.Errorf("%d pictures are as low as can be", low)
	}
}

// The looks of an SVG are attributes, and its ids begin as the caller says.
func TestAttributesAndIDs(t *testing.T) {
	page, err := pages.Named("compare-figure-4")
	if err != nil {
		t.Fatal(err)
	}
	parts := []Part{{Sheet: page, Question: "q", Address: "a"}}
	var text bytes.Buffer
	if err := SVG.Write(&text, parts, Options{ID: "fig1-", Bare: true}); err != nil {
		t.Fatal(err)
	}
	ids := 0
	for d := xml.NewDecoder(&text); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, is := token.(xml.StartElement)
		if !is {
			continue
		}
		if e.Name.Local == "style" {
			t.Error("there is an element of styles")
		}
		for _, a := range e.Attr {
			words := strings.Fields(a.Value)
			switch {
			case a.Name.Local == "style":
				t.Errorf("%s has a style", e.Name.Local)
			case a.Name.Local == "id", a.Name.Local == "aria-labelledby":
				ids++
				if slices.ContainsFunc(words, func(w string) bool { return !strings.HasPrefix(w, "fig1-") }) {
					t.Errorf("%s = %q", a.Name.Local, a.Value)
				}
			}
		}
	}
	if ids < 3 {
		t.Errorf("there are %d ids", ids)
	}
	for _, id := range []string{"1", `a"b`, "a b", "<"} {
		if _, err := Draw(parts, Options{ID: id}); err == nil || !strings.Contains(err.Error(), "would work") {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// A picture of dots has as many dots per inch as the caller says.
func TestDPI(t *testing.T) {
	page, err := pages.Named("compare-figure-4")
	if err != nil {
		t.Fatal(err)
	}
	parts := []Part{{Sheet: page, Question: "q", Address: "a"}}
	for dpi, want := range map[float64]int{0: 400, 72: 144, 300: 600} {
		var text bytes.Buffer
		if err := PNG.Write(&text, parts, Options{Width: 2 * Inch, Height: 2 * Inch, Bare: true, DPI: dpi}); err != nil {
			t.Fatal(err)
		}
		if size, err := png.DecodeConfig(&text); err != nil || size.Width != want || size.Height != want {
			t.Errorf("%g dpi: %d by %d dots, want %d; %v", dpi, size.Width, size.Height, want, err)
		}
	}
	for dpi, o := range map[float64]Options{1: {}, 1e9: {}, 600: {Width: 40 * Inch}} {
		o.DPI = dpi
		var text bytes.Buffer
		if err := PNG.Write(&text, parts, o); err == nil || text.Len() > 0 {
			t.Errorf("%g dpi, %g wide: %v after %d bytes", dpi, o.Width, err, text.Len())
		}
	}
}

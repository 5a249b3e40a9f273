package theme

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"dpscope/engine/effort"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ in, unicode, ascii string }{
		{"density of M(x)", "density of M(x)", "density of M(x)"},
		{"\x1b[31mred\x1b[0m\a alert", "red alert", "red alert"},
		{"\x1b]0;title\x07shown", "shown", "shown"},
		{"two\nlines\tand tab", "two lines and tab", "two lines and tab"},
		{"ε ≤ 2·δ², σ → ∞", "ε ≤ 2·δ², σ → ∞", "eps <= 2*delta^2, sigma -> inf"},
		{"right\u202eleft\u200bjoin\u00ad", "rightleftjoin", "rightleftjoin"},
		{"\u0301start", "start", "start"},
		{"étude e\u0301tude", "étude e\u0301tude", "etude etude"},
		{"東京", "東京", "??"},
		{"a\xffb\x00c", "abc", "abc"},
		{"👍🏽 flag 🇩🇪", "👍 flag ", "? flag "},
	} {
		if got := Unicode.Plain(c.in); got != c.unicode {
			t.Errorf("Unicode.Plain(%q) = %q, want %q", c.in, got, c.unicode)
		}
		if got := ASCII.Plain(c.in); got != c.ascii {
			t.Errorf("ASCII.Plain(%q) = %q, want %q", c.in, got, c.ascii)
		}
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		g     Glyphs
		in    string
		width int
		want  string
	}{
		{Unicode, "piecewise", 9, "piecewise"}, {Unicode, "piecewise", 6, "piece…"}, {Unicode, "piecewise", 1, "p"}, {Unicode, "piecewise", -1, ""},
		{Unicode, "東京の人", 5, "東京…"}, {ASCII, "piecewise", 6, "piec.."}, {ASCII, "piecewise", 2, "pi"},
	} {
		if got := c.g.Fit(c.in, c.width); got != c.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("ε\x1b[31m\u202e東\u0301\xff👩‍🔬", 5)
	f.Fuzz(func(t *testing.T, text string, width int) {
		plain := Unicode.Plain(text)
		if !utf8.ValidString(plain) {
			t.Errorf("Plain(%q) = %q is not UTF-8", text, plain)
		}
		for _, r := range plain {
			if unicode.Is(unicode.C, r) {
				t.Errorf("Plain(%q) keeps %U", text, r)
			}
		}
		if ascii := ASCII.Plain(text); !plainASCII(ascii) {
			t.Errorf("ASCII.Plain(%q) = %q", text, ascii)
		}
		if fit := Unicode.Fit(plain, width); Width(fit) > max(width, 0) {
			t.Errorf("Fit(%q, %d) = %q", plain, width, fit)
		}
	})
}

// A text takes as many cells beside another as it takes alone.
func TestWidthsAdd(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r += rune(effort.Scale(7, 1, 1)) {
		text := Unicode.Plain(string(r))
		if got, want := Width(" "+text+" "), 2+Width(text); got != want {
			t.Errorf("%U between blanks makes %d cells of %d", r, got, want)
		}
	}
	if got := Unicode.Plain("กำ ำ"); got != "กํา า" {
		t.Errorf("sara am is written as %q", got)
	}
}

// A sum is spelled as a word of its own, whether or not a blank follows its sign.
func TestSumsAreSpelledApart(t *testing.T) {
	if got, want := ASCII.Plain("Σε = 8, Σ δ"), "sum eps = 8, sum delta"; got != want {
		t.Errorf("Plain = %q, want %q", got, want)
	}
}

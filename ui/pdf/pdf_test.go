package pdf

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"rsc.io/pdf"
)

func face(t testing.TB, size font.Length) font.Face {
	t.Helper()
	parsed, err := opentype.Parse(Regular())
	if err != nil {
		t.Fatal(err)
	}
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	return font.NewCache(font.Collection{{Font: f, Face: parsed}}).Lookup(f, size)
}

// The fonts equal those of the module that publishes them.
func TestFonts(t *testing.T) {
	if !bytes.Equal(Regular(), liberationsansregular.TTF) || !bytes.Equal(Bold(), liberationsansbold.TTF) {
		t.Error("the fonts are others than those of the module; zstd -22 --ultra of its files makes them")
	}
}

// document returns a document of two pages, with words that one byte a letter cannot hold.
func document(t testing.TB, date time.Time) []byte {
	d := New(About{Title: "δ of ε", Subject: "what it shows", Program: "a program 1.0", Date: date})
	d.Page(200, 100)
	draw(d)
	d.Page(100, 300)
	d.FillString(face(t, 10), vg.Point{X: 10, Y: 250}, "ε ≤ 2, θ → ∞")
	var text bytes.Buffer
	if err := d.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// draw draws all that canvases can: areas, lines, arcs, curves, pictures, moved, turned and transparent.
func draw(c vg.Canvas) {
	path := func(points ...vg.Point) (p vg.Path) {
		for i, at := range points {
			if i == 0 {
				p.Move(at)
			} else {
				p.Line(at)
			}
		}
		return p
	}
	square := path(vg.Point{X: 10, Y: 10}, vg.Point{X: 50, Y: 10}, vg.Point{X: 50, Y: 50}, vg.Point{X: 10, Y: 50})
	square.Close()
	c.SetColor(color.NRGBA{200, 30, 30, 255})
	c.Fill(square)
	c.SetColor(color.NRGBA{0, 0, 200, 128})
	c.Push()
	c.Translate(vg.Point{X: 20, Y: 20})
	c.Fill(square)
	c.Pop()
	c.SetColor(nil)
	c.SetLineWidth(3)
	c.SetLineDash([]vg.Length{6, 4}, 0)
	c.Stroke(path(vg.Point{X: 100, Y: 10}, vg.Point{X: 190, Y: 10}))
	c.SetLineDash(nil, 0)
	c.Push()
	c.Translate(vg.Point{X: 120, Y: 20})
	c.Rotate(math.Pi / 6)
	c.Scale(1, 0.5)
	c.Stroke(path(vg.Point{}, vg.Point{X: 40, Y: 40}))
	c.Pop()
	var disc vg.Path
	disc.Move(vg.Point{X: 120, Y: 70})
	disc.Arc(vg.Point{X: 105, Y: 70}, 15, 0, 2*math.Pi)
	disc.Close()
	c.SetColor(color.NRGBA{0, 120, 0, 255})
	c.Fill(disc)
	var bent vg.Path
	bent.Move(vg.Point{X: 130, Y: 60})
	bent.QuadTo(vg.Point{X: 150, Y: 100}, vg.Point{X: 170, Y: 60})
	bent.CubeTo(vg.Point{X: 175, Y: 40}, vg.Point{X: 185, Y: 40}, vg.Point{X: 190, Y: 60})
	c.Stroke(bent)
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.Set(0, 0, color.NRGBA{255, 200, 0, 255})
	img.Set(1, 0, color.NRGBA{0, 200, 255, 255})
	c.DrawImage(vg.Rectangle{Min: vg.Point{X: 60, Y: 10}, Max: vg.Point{X: 90, Y: 25}}, img)
}

// An independent decoder finds the pages, their sizes, and the document's description.
func TestRead(t *testing.T) {
	date := time.Date(2026, 3, 1, 12, 0, 0, 0, time.FixedZone("", 3600))
	text := document(t, date)
	r, err := pdf.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if n := r.NumPage(); n != 2 {
		t.Fatalf("%d pages", n)
	}
	if size := r.Page(2).V.Key("MediaBox"); size.Index(2).Float64() != 100 || size.Index(3).Float64() != 300 {
		t.Errorf("the second page has %v", size)
	}
	info := r.Trailer().Key("Info")
	for key, want := range map[string]string{"Title": "δ of ε", "Subject": "what it shows", "Producer": "a program 1.0", "CreationDate": "D:20260301110000", "ModDate": "D:20260301110000"} {
		if got := info.Key(key).Text(); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

// An independent program finds letters as text.
func TestLettersAreText(t *testing.T) {
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("no pdftotext (poppler-utils) to read it with")
	}
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(path, document(t, time.Time{}), 0o600); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(program, "-f", "2", path, "-").Output()
	if want := "ε ≤ 2, θ → ∞"; err != nil || strings.TrimSpace(string(said)) != want {
		t.Errorf("it says %q, want %q, %v", said, want, err)
	}
}

// The same drawing gives the same bytes at any time; fonts are embedded in part.
func TestSameBytes(t *testing.T) {
	for _, date := range []time.Time{{}, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} {
		first := document(t, date)
		if !bytes.Equal(first, document(t, date)) {
			t.Error("two documents of one drawing differ")
		}
		if most := 60_000; len(first) > most {
			t.Errorf("it has %d bytes, more than %d", len(first), most)
		}
	}
}

// Another program renders the document as gonum renders the drawing.
func TestLooksAsDots(t *testing.T) {
	program, err := exec.LookPath("pdftoppm")
	if err != nil {
		t.Skip("no pdftoppm (poppler-utils) to look at it with")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.pdf"), document(t, time.Time{}), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command(program, "-r", "72", "-f", "1", "-l", "1", "-singlefile", "-png", filepath.Join(folder, "a.pdf"), filepath.Join(folder, "a")).CombinedOutput(); err != nil {
		t.Fatal(err, string(said))
	}
	file, err := os.Open(filepath.Join(folder, "a.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	seen, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	c := vgimg.NewWith(vgimg.UseWH(200, 100), vgimg.UseDPI(72))
	draw(c)
	drawn := c.Image()
	if seen.Bounds() != drawn.Bounds() {
		t.Fatalf("%v, want %v", seen.Bounds(), drawn.Bounds())
	}
	off := 0.0
	for y := range 100 {
		for x := range 200 {
			a, b := color.NRGBAModel.Convert(seen.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(drawn.At(x, y)).(color.NRGBA)
			for _, d := range [...]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
				off += math.Abs(float64(d)) / (255 * 3 * 100 * 200)
			}
		}
	}
	if off > 0.01 {
		t.Errorf("they differ by %.4f of all that there is", off)
	}
}

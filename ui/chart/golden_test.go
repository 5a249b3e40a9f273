package chart

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

var update = flag.Bool("update", false, "rewrite the golden pictures in testdata")

// TestGolden compares every figure of the gallery, in four sizes, in Unicode and in ASCII, with the picture in testdata. Read
// the differences.
func TestGolden(t *testing.T) {
	for _, g := range gallery {
		t.Run(g.name, func(t *testing.T) {
			var b bytes.Buffer
			for _, size := range [][2]int{{70, 24}, {46, 14}, {60, 8}, {20, 4}} {
				for _, ascii := range []bool{false, true} {
					o := Options{Width: size[0], Height: size[1], Crosshair: g.cross, Glyphs: theme.GlyphSet(ascii), Theme: theme.New(true, colorprofile.NoTTY)}
					fmt.Fprintf(&b, "== %dx%d ascii=%v\n", size[0], size[1], ascii)
					writePicture(&b, g.figure, o)
				}
			}
			compareGolden(t, g.name+".txt", b.Bytes())
		})
	}
}

// TestGoldenColour does the same in colour, for the sequences.
func TestGoldenColour(t *testing.T) {
	for _, g := range gallery {
		switch g.name {
		case "density", "compare", "field", "map":
		default:
			continue
		}
		t.Run(g.name, func(t *testing.T) {
			var b bytes.Buffer
			for _, o := range []Options{
				{Theme: theme.New(true, colorprofile.TrueColor)}, {Theme: theme.New(false, colorprofile.TrueColor)},
				{Theme: theme.New(true, colorprofile.ANSI)}, {Theme: theme.New(true, colorprofile.TrueColor), Dim: true},
			} {
				o.Width, o.Height, o.Crosshair = 46, 12, g.cross
				fmt.Fprintf(&b, "== %v dark=%v dim=%v\n", o.Theme.Profile, o.Theme.Dark, o.Dim)
				writePicture(&b, g.figure, o)
			}
			compareGolden(t, g.name+".ansi", b.Bytes())
		})
	}
}

func writePicture(b *bytes.Buffer, f engine.Figure, o Options) {
	p := Render(f, o)
	for _, line := range p.Lines {
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	if o.Crosshair != nil {
		for _, line := range p.ReadoutLines(o.Width, 2) {
			fmt.Fprintln(b, strings.TrimRight(line, " "))
		}
	}
}

func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test ./ui/chart -update writes it)", err)
	}
	if bytes.Equal(got, want) {
		return
	}
	gotLines, wantLines := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(gotLines), len(wantLines)) {
		if gotLines[i] != wantLines[i] {
			t.Fatalf("%s, line %d:\n got %q\nwant %q\nread the whole picture, then: go test ./ui/chart -update", path, i+1, gotLines[i], wantLines[i])
		}
	}
	t.Fatalf("%s has %d lines, want %d", path, len(gotLines), len(wantLines))
}

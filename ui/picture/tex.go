package picture

import (
	"bufio"
	"fmt"
	"image/color"
	"io"
	"strings"

	"dpscope/engine"
)

// TeX writes the picture for LaTeX as drawing commands of the package pgf: \input{FILE} puts it into a paper whose preamble has
// \usepackage{pgf}, and alone the file is a document of one page. Letters are Nimbus Sans, with the same widths as the
// picture's own font, unless the paper defines \dpscopefont.
func (s *Scene) TeX(to io.Writer, by engine.Program) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "%% dpscope %s\n", by)
	for _, text := range []string{s.Address, s.Title, s.Alt} {
		for line := range strings.SplitSeq(text, "\n") {
			fmt.Fprintf(w, "%% %s\n", line)
		}
	}
	fmt.Fprintf(w, "%% In a paper: \\usepackage{pgf} in its preamble, and \\input of this file. Alone it is a document of one page.\n")
	fmt.Fprintf(w, `\begingroup\makeatletter
\def\dpscopeclose{\endgroup}
\ifx\documentclass\@notprerr\else
 \endgroup\def\dpscopeclose{\end{document}}
 \documentclass{article}\usepackage[T1]{fontenc}\usepackage{pgf}
 \usepackage[paperwidth=%sbp,paperheight=%sbp,margin=0bp]{geometry}
 \pagestyle{empty}\parindent0pt\topskip0pt\begin{document}%%
\fi
\providecommand\dpscopefont{\fontencoding{T1}\fontfamily{phv}\selectfont}%%
\begin{pgfpicture}\pgfsetbaseline{0bp}\pgfsetroundjoin
`, number(s.Width), number(s.Height+0.5))
	t := texWriter{Writer: w, height: s.Height}
	t.colours(s)
	t.path([][]Point{rect(0, 0, s.Width, s.Height)}, true)
	t.use("use as bounding box")
	t.item(Item{Closed: true, Fill: s.Ground, Paths: [][]Point{rect(0, 0, s.Width, s.Height)}})
	for _, i := range s.Items {
		t.item(i)
	}
	w.WriteString("\\end{pgfpicture}%\n\\dpscopeclose\n")
	return w.Flush()
}

// texWriter writes commands of pgf, where y grows upward.
type texWriter struct {
	*bufio.Writer
	height       float64
	fill, stroke color.NRGBA // as last set
	width        float64
	dash         string
}

// colours defines the colours of a picture.
func (t *texWriter) colours(s *Scene) {
	seen := map[color.NRGBA]bool{}
	define := func(c color.NRGBA) {
		if c.A > 0 && !seen[c] {
			seen[c] = true
			fmt.Fprintf(t, "\\definecolor{%s}{HTML}{%s}\n", texColour(c), strings.ToUpper(hex(c)[1:]))
		}
	}
	define(s.Ground)
	for _, i := range s.Items {
		define(i.Fill)
		define(i.Stroke)
	}
}

func texColour(c color.NRGBA) string { return "dpscope" + hex(c)[1:] }

func (t *texWriter) point(p Point) string {
	return `\pgfpoint{` + number(p.X) + `bp}{` + number(t.height-p.Y) + `bp}`
}

func (t *texWriter) path(paths [][]Point, closed bool) {
	for _, path := range paths {
		for k, p := range path {
			command := `\pgfpathlineto{`
			if k == 0 {
				command = `\pgfpathmoveto{`
			}
			t.WriteString(command + t.point(p) + "}")
			if k%4 == 3 {
				t.WriteString("%\n")
			}
		}
		if closed {
			t.WriteString(`\pgfpathclose`)
		}
	}
}

func (t *texWriter) use(what string) { t.WriteString(`\pgfusepath{` + what + "}%\n") }

func (t *texWriter) item(i Item) {
	if i.Text != "" {
		t.text(i)
		return
	}
	var what []string
	if i.Fill.A > 0 {
		what = append(what, "fill")
		if t.fill != i.Fill {
			t.WriteString(`\pgfsetfillcolor{` + texColour(i.Fill) + "}%\n")
			t.fill = i.Fill
		}
	}
	if i.Stroke.A > 0 && i.Width > 0 {
		what = append(what, "stroke")
		t.line(i)
	}
	if what == nil {
		return
	}
	if i.Radius > 0 {
		t.WriteString(`\pgfpathcircle{` + t.point(i.Paths[0][0]) + `}{` + number(i.Radius) + `bp}`)
	} else {
		t.path(i.Paths, i.Closed)
	}
	t.use(strings.Join(what, ","))
}

// line sets the pen for the lines of an item.
func (t *texWriter) line(i Item) {
	if t.stroke != i.Stroke {
		t.WriteString(`\pgfsetstrokecolor{` + texColour(i.Stroke) + "}%\n")
		t.stroke = i.Stroke
	}
	if t.width != i.Width {
		t.WriteString(`\pgfsetlinewidth{` + number(i.Width) + "bp}%\n")
		t.width = i.Width
	}
	dash := ""
	for _, d := range i.Dash {
		dash += "{" + number(d) + "bp}"
	}
	if t.dash != dash {
		t.WriteString(`\pgfsetdash{` + dash + "}{0bp}%\n")
		t.dash = dash
	}
}

func (t *texWriter) text(i Item) {
	bold := ""
	if i.Bold {
		bold = `\bfseries`
	}
	place := [...]string{Start: "left,", Middle: "", End: "right,"}[i.Anchor]
	fmt.Fprintf(t, `\pgftext[base,%sat={%s}]{\dpscopefont%s\fontsize{%sbp}{%sbp}\selectfont\color{%s}%s}%%`+"\n",
		place, t.point(i.Paths[0][0]), bold, number(i.Size), number(1.2*i.Size), texColour(i.Fill), tex(i.Text))
}

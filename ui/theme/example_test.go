package theme_test

import (
	"fmt"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/known"
	"dpscope/ui/theme"
)

func Example() {
	t := theme.New(true, colorprofile.ANSI)
	g := theme.GlyphSet(false)
	fmt.Printf("%q\n", t.Accent.Paint(g.Focus)+" ε "+t.Dim.Paint(g.Basis(known.AtMost)+" 2.00"))
	// Output: "\x1b[1;94m▸\x1b[m ε \x1b[37m≤ 2.00\x1b[m"
}

package theme_test

import (
	"fmt"

	"dpscope/engine/known"
	"dpscope/ui/theme"

	"github.com/charmbracelet/colorprofile"
)

func Example() {
	t := theme.New(true, colorprofile.ANSI)
	g := theme.GlyphSet(false)
	fmt.Printf("%q\n", t.Accent.Paint(g.Focus)+" ε "+t.Dim.Paint(g.Basis(known.AtMost)+" 2.00"))
	// Output: "\x1b[1;94m▸\x1b[m ε \x1b[37m≤ 2.00\x1b[m"
}

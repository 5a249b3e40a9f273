package command

import (
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"dpscope/ui"
)

func showCommand() *cobra.Command {
	var w wanted
	c := &cobra.Command{
		Use:   "show ADDRESS",
		Short: "Print a view's screen as text",
		Long: "Print a view's screen as text, or with --plain what it says in sentences, one fact a line, as a screen reader\n" +
			"wants it.",
		Example: "  dpscope show 'concentration?mechanism=pm&epsilon=2' --width 100 --height 32",
		Args:    exactlyOne,
		RunE:    func(c *cobra.Command, args []string) error { return w.show(c, args[0]) },
	}
	c.Flags().IntVar(&w.width, "width", 100, "columns")
	c.Flags().IntVar(&w.height, "height", 32, "rows")
	c.Flags().StringVar(&w.color, "color", "auto", "auto, always or never")
	c.Flags().BoolVar(&w.plain, "plain", false, "in sentences, without the picture")
	return c
}

// wanted says how a screen is to be printed.
type wanted struct {
	width, height int
	color         string
	plain         bool
}

func (w wanted) check() error {
	switch {
	case w.width < 1 || w.width > 1000:
		return usageError{fmt.Errorf("width = %d is outside [1, 1000]", w.width)}
	case w.height < 1 || w.height > 1000:
		return usageError{fmt.Errorf("height = %d is outside [1, 1000]", w.height)}
	}
	return nil
}

// show prints the screen of an address.
func (w wanted) show(c *cobra.Command, address string) error {
	if err := w.check(); err != nil {
		return err
	}
	profile, err := profileFor(w.color, c.OutOrStdout())
	if err != nil {
		return err
	}
	view, values, err := open(address)
	if err != nil {
		return err
	}
	screen, options := "", ui.Options{ASCII: ascii(c), Profile: profile, Dark: true, Program: thisProgram(), Files: surroundingsOf(c.Context()).files}
	meter := newMeter(c.ErrOrStderr())
	ctx := meter.of(c.Context())
	if w.plain {
		screen, err = ui.Told(ctx, view, values, options)
	} else {
		screen, err = ui.Screen(ctx, view, values, w.width, w.height, options)
	}
	meter.wipe()
	if err != nil {
		return err
	}
	if profile == colorprofile.NoTTY {
		screen = ansi.Strip(screen)
	}
	out := colorprofile.Writer{Forward: c.OutOrStdout(), Profile: profile}
	if _, err = io.WriteString(&out, screen+"\n"); err != nil {
		return fmt.Errorf("the screen cannot be written: %w", err)
	}
	return nil
}

// profileFor returns the colours of the output: none unless it is a terminal or they are asked for, and none under NO_COLOR
// unless they are asked for.
func profileFor(color string, out io.Writer) (colorprofile.Profile, error) {
	switch color {
	case "always":
		return max(colorprofile.Env(os.Environ()), colorprofile.ANSI256), nil
	case "never":
		return colorprofile.NoTTY, nil
	case "auto":
		if f, ok := out.(*os.File); !ok || !term.IsTerminal(f.Fd()) || os.Getenv("TERM") == "dumb" {
			return colorprofile.NoTTY, nil
		}
		return colorprofile.Detect(out, os.Environ()), nil
	}
	return 0, usageError{fmt.Errorf("color = %q is not known; auto, always or never would work", color)}
}

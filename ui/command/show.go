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
	var width, height int
	var color string
	c := &cobra.Command{
		Use:     "show ADDRESS",
		Short:   "Print a view's screen as text",
		Example: "  dpscope show 'concentration?mechanism=pm&epsilon=2' --width 100 --height 32",
		Args:    exactlyOne,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case width < 1 || width > 1000:
				return usageError{fmt.Errorf("width = %d is outside [1, 1000]", width)}
			case height < 1 || height > 1000:
				return usageError{fmt.Errorf("height = %d is outside [1, 1000]", height)}
			}
			profile, err := profileFor(color, c.OutOrStdout())
			if err != nil {
				return err
			}
			view, values, err := open(args[0])
			if err != nil {
				return err
			}
			screen, err := ui.Screen(c.Context(), view, values, width, height, ui.Options{ASCII: ascii(c), Profile: profile, Dark: true, Version: Version})
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
		},
	}
	c.Flags().IntVar(&width, "width", 100, "columns")
	c.Flags().IntVar(&height, "height", 32, "rows")
	c.Flags().StringVar(&color, "color", "auto", "auto, always or never")
	return c
}

// profileFor says what colours the output gets: none unless it is a terminal
// or they are asked for, and none under NO_COLOR unless they are asked for.
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
	return 0, usageError{fmt.Errorf("color = %q is not known; auto, always or never would do", color)}
}

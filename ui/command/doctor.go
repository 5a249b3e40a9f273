package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"dpscope/engine"
)

func doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Say what the program sees of the terminal and of Python, and what to do",
		Long: "Say what the program sees: terminal, colours, background, size, glyphs, clipboard and Python, a line each, and what to\n" +
			"do where something is missing. Nothing is changed and nothing is sent.",
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			for _, f := range examined(c) {
				text := fmt.Sprintf("%-11s %s\n", f.of, f.seen)
				if f.do != "" {
					text += fmt.Sprintf("%-11s -> %s\n", "", f.do)
				}
				if _, err := io.WriteString(c.OutOrStdout(), text); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// finding is one thing that the program sees, and what to do about it; nothing where it is well.
type finding struct{ of, seen, do string }

// examined looks at everything that a page depends on.
func examined(c *cobra.Command) []finding {
	width, height, err := term.GetSize(os.Stdout.Fd())
	found := []finding{
		{of: "program", seen: "dpscope " + thisProgram().String() + ", " + runtime.GOOS + "/" + runtime.GOARCH},
		terminalSeen(os.Getenv("TERM"), term.IsTerminal(os.Stdin.Fd()), term.IsTerminal(os.Stdout.Fd())),
		coloursSeen(colorprofile.Detect(os.Stdout, os.Environ()), os.Getenv("NO_COLOR")),
		groundSeen(os.Getenv("COLORFGBG")),
	}
	if err == nil {
		found = append(found, sizeSeen(width, height))
	} else {
		found = append(found, finding{"size", "unknown: the output is not a terminal", "--width and --height of dpscope show set it"})
	}
	return append(found, glyphsSeen(ascii(c)), clipboardSeen(os.Getenv("TMUX"), os.Getenv("STY")), pythonSeen(c.Context()))
}

func terminalSeen(kind string, in, out bool) finding {
	f := finding{of: "terminal", seen: fmt.Sprintf("TERM = %q, input %s, output %s", engine.Visible(kind), isTerminal(in), isTerminal(out))}
	switch {
	case kind == "dumb":
		f.do = "it cannot move the cursor; dpscope --plain explores by lines of text there"
	case !out || !in:
		f.do = "screens need a terminal; dpscope --plain, show, export and read work without one"
	case kind == "" && runtime.GOOS != "windows":
		f.do = "TERM=xterm-256color dpscope would work in most windows"
	}
	return f
}

func isTerminal(is bool) string {
	if is {
		return "is a terminal"
	}
	return "is none"
}

func coloursSeen(profile colorprofile.Profile, refused string) finding {
	f := finding{of: "colours", seen: map[colorprofile.Profile]string{colorprofile.TrueColor: "16 million", colorprofile.ANSI256: "256", colorprofile.ANSI: "16",
		colorprofile.ASCII: "none", colorprofile.NoTTY: "none, because the output is not a terminal"}[profile]}
	switch {
	case refused != "":
		f.seen += ", because NO_COLOR is set"
		f.do = "nothing is said by colour alone; without NO_COLOR there are colours"
	case profile == colorprofile.ANSI:
		f.do = "TERM=xterm-256color gives 256, where the terminal has them"
	}
	return f
}

func groundSeen(told string) finding {
	light, known := lightGround(told)
	f := finding{of: "background", seen: "COLORFGBG does not say; the terminal is asked at the start, and taken for dark where it does not answer",
		do: "--light or --dark, if colours are hard to read"}
	if known {
		f.seen = fmt.Sprintf("COLORFGBG = %q: %s, unless the terminal answers otherwise", told, map[bool]string{true: "light", false: "dark"}[light])
	}
	return f
}

// Sizes in cells: below the least a page has no picture; the usual one shows everything but long notes.
const leastColumns, leastRows, usualColumns, usualRows = 60, 15, 80, 24

func sizeSeen(columns, rows int) finding {
	f := finding{of: "size", seen: fmt.Sprintf("%d columns, %d rows", columns, rows)}
	switch {
	case columns < leastColumns || rows < leastRows:
		f.do = fmt.Sprintf("pictures need %d columns and %d rows: enlarge the window, or make its letters smaller", leastColumns, leastRows)
	case columns < usualColumns || rows < usualRows:
		f.do = fmt.Sprintf("from %d columns and %d rows on, pages show more", usualColumns, usualRows)
	}
	return f
}

func glyphsSeen(ascii bool) finding {
	if ascii {
		return finding{"glyphs", "ASCII alone: it was asked for, or the locale is not UTF-8, or this is the console of Linux",
			"LANG=C.UTF-8 gives lines, blocks and braille, where the font has them"}
	}
	return finding{"glyphs", "lines ├─┤, blocks ▁▄█, signs ●■▲, braille ⠿, letters εδσ", "--ascii, if some of these are boxes or question marks"}
}

func clipboardSeen(tmux, screen string) finding {
	f := finding{of: "clipboard", seen: "copying asks the terminal (OSC 52), which does not say whether it obeys",
		do: "copy an address and paste it; where nothing comes, the terminal's settings may allow it"}
	switch {
	case tmux != "":
		f.do = "in tmux: set -g set-clipboard on"
	case screen != "":
		f.do = "screen passes no clipboard on; dpscope outside of it copies"
	}
	return f
}

// pythonPatience limits how long Python may take to say its version.
const pythonPatience = 10 * time.Second

func pythonSeen(ctx context.Context) finding {
	const task = "import sys; print(sys.version.split()[0])\ntry:\n import numpy; print(numpy.__version__)\nexcept ImportError: print('')"
	ctx, stop := context.WithTimeout(ctx, pythonPatience)
	defer stop()
	for _, name := range []string{"python3", "python"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		said, err := exec.CommandContext(ctx, path, "-c", task).Output()
		if err != nil {
			return finding{"python", engine.Visible(path) + " does not run: " + engine.Visible(err.Error()), "only lines that dpscope code prints need it"}
		}
		version, numpy, _ := strings.Cut(strings.TrimRight(string(said), "\r\n"), "\n")
		f := finding{of: "python", seen: engine.Visible(path) + " " + engine.Visible(strings.TrimSpace(version)) + ", numpy " + engine.Visible(strings.TrimSpace(numpy))}
		if strings.TrimSpace(numpy) == "" {
			f.seen = engine.Visible(path) + " " + engine.Visible(strings.TrimSpace(version)) + ", without numpy"
			f.do = "the lines that dpscope code prints need numpy: " + name + " -m pip install numpy"
		}
		return f
	}
	return finding{"python", "none on the PATH", "the program needs none; the lines that dpscope code prints run elsewhere"}
}

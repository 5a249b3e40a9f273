package command

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// onGround lets a command that opens the terminal be told its background.
func onGround(c *cobra.Command) *cobra.Command {
	c.Flags().Bool("light", false, "colours for a light background, whatever the terminal says of its own")
	c.Flags().Bool("dark", false, "colours for a dark background, whatever the terminal says of its own")
	return c
}

// groundOf returns whether the background is dark, and whether the call says so: then no answer of the terminal changes it.
// Without a flag it is what COLORFGBG says, or dark, until the terminal answers.
func groundOf(c *cobra.Command) (dark, told bool, err error) {
	light, _ := c.Flags().GetBool("light")
	dark, _ = c.Flags().GetBool("dark")
	switch {
	case light && dark:
		return false, false, usageError{errors.New("--light and --dark are given; one would work")}
	case light || dark:
		return dark, true, nil
	}
	light, _ = lightGround(os.Getenv("COLORFGBG"))
	return !light, false, nil
}

// lightGround reads COLORFGBG, "foreground;background" as numbers of the sixteen colours, which some terminals set: 7 and 9 to 15
// are light. known is false where it does not say.
func lightGround(text string) (light, known bool) {
	background, err := strconv.Atoi(text[strings.LastIndexByte(text, ';')+1:])
	if err != nil || background < 0 || background > 15 || !strings.Contains(text, ";") {
		return false, false
	}
	return background == 7 || background > 8, true
}

package command

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/ui"
	"dpscope/ui/files"
	"dpscope/views"
	"dpscope/views/sweep"
)

// isTable reports whether a word of the command line is a file of a table, and no address.
func isTable(word string) bool {
	if !strings.HasSuffix(strings.ToLower(word), "."+string(sweep.CSV)) {
		return false
	}
	info, err := os.Stat(word)
	return err == nil && info.Mode().IsRegular()
}

// exploreSwept lists the settings of a table that a sweep wrote, over the page of the first that there is.
func exploreSwept(c *cobra.Command, file string) error {
	const most = 1 << 16 // the first settings are in it
	text, _, err := files.Own{}.Begin(file, most)
	if err != nil {
		return err
	}
	if !sweep.IsTable(string(text)) {
		return usageError{fmt.Errorf("%s is no table that a sweep wrote; a view opens other tables, such as 'population?data=%[1]s'", file)}
	}
	rows, err := sweep.Rows(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	view := views.All[0]
	values := view.Opening()
	for _, r := range rows {
		if v, at, err := views.Open(r.Address); err == nil {
			view, values = v, at
			break
		}
	}
	return inTerminal(c, view, values, ui.Options{Sweep: file})
}

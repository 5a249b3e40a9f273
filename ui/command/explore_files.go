package command

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine/work"
	"dpscope/ui"
	"dpscope/ui/files"
	"dpscope/views"
	"dpscope/views/mydata"
	"dpscope/views/sweep"
	"dpscope/views/view"
)

// isFile reports whether a word of the command line is a file and not an address: by its ending or its folder, or because it
// exists and no view has its name.
func isFile(word string) bool {
	if strings.Contains(word, "?") {
		return false
	}
	for _, end := range []string{".csv", ".csv.gz", ".parquet", ".json", ".json.gz"} {
		if strings.HasSuffix(strings.ToLower(word), end) {
			return true
		}
	}
	if _, err := views.Find(word); err == nil {
		return false
	}
	_, err := os.Stat(word)
	return err == nil || strings.ContainsAny(word, `/\`)
}

// beside says of the first word that names both a view and a file how the file opens; empty: there is none.
func beside(words []string) string {
	for _, word := range words {
		if _, err := os.Stat(word); err == nil && word != "" {
			return fmt.Sprintf("%s is a view; dpscope ./%[1]s opens the file of that name", word)
		}
	}
	return ""
}

// exploreFiles lists the questions that files can answer, or the settings of a table that a sweep wrote.
func exploreFiles(c *cobra.Command, paths []string) error {
	for _, path := range paths {
		if err := work.MayOpen(c.Context(), path); err != nil {
			return err
		}
	}
	data, err := mydata.Open(c.Context(), paths)
	if err != nil {
		return err
	}
	if swept := data.Path(view.Sweep); swept != "" {
		if len(paths) > 1 {
			return usageError{fmt.Errorf("%s is a table of a sweep, which opens alone", swept)}
		}
		return exploreSwept(c, swept)
	}
	v, values, err := open("")
	if err != nil {
		return err
	}
	return inTerminal(c, v, values, ui.Options{Data: paths})
}

// exploreSwept lists the settings of a table that a sweep wrote, over the page of the first valid one.
func exploreSwept(c *cobra.Command, file string) error {
	const most = 1 << 16 // enough for the first settings
	text, _, err := files.Own{}.Begin(file, most)
	if err != nil {
		return err
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

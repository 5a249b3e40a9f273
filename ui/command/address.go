package command

import (
	"errors"

	"github.com/spf13/cobra"

	"dpscope/engine/param"
	"dpscope/views"
	"dpscope/views/view"
)

// open reads an address of the command line; one that means nothing makes the
// call wrong.
func open(address string) (view.View, param.Values, error) {
	view, values, err := views.Open(address)
	if err != nil {
		err = usageError{err}
	}
	return view, values, err
}

// orCommand widens what an unknown view may have been meant for: the word
// stands where a command may stand.
func orCommand(c *cobra.Command, err error) error {
	var unknown *param.UnknownError
	if !errors.As(err, &unknown) || unknown.What != "view" {
		return err
	}
	wide := param.UnknownError{What: "view or command", Name: unknown.Name, Known: unknown.Known}
	for _, other := range c.Commands() {
		if other.IsAvailableCommand() {
			wide.Known = append(wide.Known, other.Name())
		}
	}
	return usageError{&wide}
}

package command

import (
	"errors"

	"github.com/spf13/cobra"

	"dpscope/engine/param"
	"dpscope/views"
	"dpscope/views/view"
)

// open reads an address of the command line; an address without a meaning is an error of the call.
func open(address string) (view.View, param.Values, error) {
	view, values, err := views.Open(address)
	var unknown *param.UnknownError
	if errors.As(err, &unknown) && unknown.What == "view" {
		for _, c := range rootCommand().Commands() {
			if c.Name() == unknown.Name || c.HasAlias(unknown.Name) {
				unknown.Why = "it is a command and no view; dpscope " + unknown.Name + " would work"
			}
		}
	}
	if err != nil {
		err = usageError{err}
	}
	return view, values, err
}

// orCommand widens the suggestion for an unknown view: the word may have been meant as a command.
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

package command

import (
	"testing"

	"dpscope/views"
)

// No view has the name of a command: dpscope NAME would mean two things.
func TestNoViewIsNamedLikeACommand(t *testing.T) {
	for _, c := range rootCommand().Commands() {
		if _, err := views.Find(c.Name()); err == nil {
			t.Errorf("%s is a view and a command", c.Name())
		}
	}
}

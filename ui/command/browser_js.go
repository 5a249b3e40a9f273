package command

import (
	"os"

	"github.com/spf13/cobra"
)

// hangup is empty: a browser's worker has no terminal that could close.
var hangup []os.Signal

// serving is empty: nobody reaches a browser's tab by SSH, and the tab need not load what would answer.
func serving() []*cobra.Command { return nil }

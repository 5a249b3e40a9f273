package command

import "os"

// hangup is empty: a browser's worker has no terminal that could close.
var hangup []os.Signal

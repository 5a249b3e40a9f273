// Command dpscope explores the trade-off between privacy and utility in the
// terminal.
package main

import (
	"os"
	"runtime"

	"dpscope/ui/command"
)

// main lets Go run on two processors more than the program computes on: the terminal, the event loop and the renderer then have
// one at once, and a key need not wait at each turn for the 10 ms after which a computation is interrupted.
func main() {
	processors := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(processors + 2)
	os.Exit(command.Main(processors, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

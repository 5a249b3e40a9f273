//go:build js && wasm

// Command worker is dpscope in a worker of a browser. Its first argument says what shows it: "page", the page's markup, or
// "terminal", a terminal that the page draws. Otherwise it is the program for the command line, as tests of it run it.
package main

import (
	"os"

	"dpscope/ui/command"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "page" {
		onPage()
	}
	if len(os.Args) > 2 && os.Args[1] == "terminal" {
		os.Exit(inTerminal(os.Args[2]))
	}
	os.Exit(command.Main(1, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

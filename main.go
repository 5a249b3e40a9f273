// Command dpscope explores the trade-off between privacy and utility in the
// terminal.
package main

import (
	"os"

	"dpscope/ui/command"
)

func main() { os.Exit(command.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

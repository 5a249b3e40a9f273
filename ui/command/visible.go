package command

import (
	"strings"

	"dpscope/engine"
)

// plainLine returns visible text in one line.
func plainLine(text string) string {
	return engine.Visible(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(text))
}

// shellWord quotes a text for a POSIX shell.
func shellWord(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

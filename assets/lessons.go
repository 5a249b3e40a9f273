package assets

import (
	"embed"
	"fmt"
)

//go:embed lessons/*.md plans/*.txt
var lessons embed.FS

// Plan returns the plan of a class for the given minutes; an error if there is none.
func Plan(minutes int) ([]byte, error) { return lessons.ReadFile(fmt.Sprintf("plans/%d.txt", minutes)) }

// Lesson returns the file of a lesson that comes with the program.
func Lesson(name string) ([]byte, error) { return lessons.ReadFile("lessons/" + name + ".md") }

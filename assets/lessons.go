package assets

import (
	"embed"
	"fmt"
)

//go:embed lessons/*.md plans/*.txt
var lessons embed.FS

// Plan is a plan for a class of so many minutes.
func Plan(minutes int) ([]byte, error) { return lessons.ReadFile(fmt.Sprintf("plans/%d.txt", minutes)) }

// Lesson is the file of a lesson that comes with the program.
func Lesson(name string) ([]byte, error) { return lessons.ReadFile("lessons/" + name + ".md") }

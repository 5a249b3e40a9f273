package assets

import "embed"

//go:embed lessons/*.md
var lessons embed.FS

// Lesson is the file of a lesson that comes with the program.
func Lesson(name string) ([]byte, error) { return lessons.ReadFile("lessons/" + name + ".md") }

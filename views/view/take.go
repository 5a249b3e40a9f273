package view

// File is what a file is by its content.
type File string

// What files are.
const (
	Table      File = "table"
	Classifier File = "classifier"
	Schema     File = "schema"
	Gradebook  File = "gradebook"
	Runs       File = "scores of runs"
	Sweep      File = "table of a sweep"
)

// Take says which control of a view reads a file of a kind.
type Take struct {
	File    File
	Control string
	At      string // the setting that has the control, "of=runs"; empty: any
	With    File   // without a file of that kind beside it the view has no answer about it; empty: it has
}

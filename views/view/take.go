package view

// File is the kind of a file, by its content.
type File string

// Kinds of files.
const (
	Table      File = "table"
	Classifier File = "classifier"
	Schema     File = "schema"
	Gradebook  File = "gradebook"
	Runs       File = "scores of runs"
	Sweep      File = "table of a sweep"
)

// Take says which control of a view reads a kind of file.
type Take struct {
	File    File
	Control string
	At      string // the setting that has the control, "of=runs"; empty: any
	With    File   // kind of file that it also needs to have an answer; empty: none
	Single  bool   // a table of one column will do
}

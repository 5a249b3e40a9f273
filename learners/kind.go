package learners

import "dpscope/learners/modelfile"

// Kind declares one kind of classifier: its names for people and files, and its file format. Methods say what
// a classifier of the kind can do (see Scorer and those below it).
type Kind struct {
	Name    string   // in files: "random_forest"
	Also    []string // other names that files may give it
	Title   string   // in a sentence: "a random forest"
	Keys    []string // the kind's own keys in a file
	Example string   // those keys, with the values of a small classifier

	// Read reads the keys. The numbers of features and classes named in the file are 0 if it names none.
	Read func(o *modelfile.Object, features, classes int) (Declared, error)
}

// Declared is a classifier of one of the kinds; every package of kinds implements it.
type Declared interface {
	Classifier
	Check() error // reports what is wrong with its fields, and where; Predict may then panic or not return
	Kind() Kind
	Members() modelfile.Members // as Kind.Read reads them
}

// Title names the kind of a classifier in a sentence.
func Title(c Classifier) string {
	if d, ok := c.(Declared); ok {
		return d.Kind().Title
	}
	return "a black box"
}

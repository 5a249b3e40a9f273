package learners

import "dpscope/learners/modelfile"

// Kind declares one kind of classifier: what people and files call it, and how a
// file holds it. What a classifier of the kind can do is said by its methods,
// which neighbours ask for (see Scorer and those below it).
type Kind struct {
	Name    string   // in files: "random_forest"
	Also    []string // other names that files may give it
	Title   string   // in a sentence: "a random forest"
	Keys    []string // of a file, that belong to it
	Example string   // those keys, with the values of a small classifier

	// Read reads the keys. The numbers of features and classes named in the file
	// are 0 when it names none.
	Read func(o *modelfile.Object, features, classes int) (Declared, error)
}

// Declared is a classifier of one of the kinds: what every room implements.
type Declared interface {
	Classifier
	Check() error // what is wrong with its fields, and where; Predict may then panic or not return
	Kind() Kind
	Members() modelfile.Members // what Kind.Read reads
}

// Title names the kind of a classifier in a sentence.
func Title(c Classifier) string {
	if d, ok := c.(Declared); ok {
		return d.Kind().Title
	}
	return "a black box"
}

package learners

import (
	"slices"

	"dpscope/engine/param"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
)

// Kind declares one kind of classifier: what people and files call it, and how a
// file holds it. What a classifier of the kind can do is said by its methods,
// which neighbours ask for (see Scorer and those below it).
type Kind struct {
	Name    string   // in files: "random_forest"
	Also    []string // other names that files may give it
	Title   string   // in a sentence: "a random forest"
	Keys    []string // of a file, that belong to it
	Example string   // those keys, with the values of a small classifier

	// read reads the keys. The numbers of features and classes named in the file
	// are 0 when it names none.
	read func(o *modelfile.Object, features, classes int) (declared, error)
}

// Kinds lists the kinds of classifiers.
var Kinds = []Kind{linearKind, treeKind, forestKind, additiveKind, networkKind, convNetKind, qdaKind, naiveBayesKind, centroidKind, intervalKind}

// declared is a classifier of one of the kinds.
type declared interface {
	Classifier
	Check() error // what is wrong with its fields, and where; Predict may then panic or not return
	kind() Kind
	members() modelfile.Members // what read reads
}

// Title names the kind of a classifier in a sentence.
func Title(c Classifier) string {
	if d, ok := c.(declared); ok {
		return d.kind().Title
	}
	return "a black box"
}

// findKind finds a kind by a name of a file.
func findKind(name string) (Kind, error) {
	var known []string
	for _, k := range Kinds {
		if k.Name == name || slices.Contains(k.Also, name) {
			return k, nil
		}
		known = append(append(known, k.Name), k.Also...)
	}
	return Kind{}, &param.UnknownError{What: "kind", Name: source.Name(name), Known: known}
}

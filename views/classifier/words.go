package classifier

import "dpscope/learners/model"

// Lengths of names from a file in a sentence; of a class in utility, where it stands beside many numbers.
const (
	namesInSentence = 16
	classInUtility  = 12
)

// className returns a class in a sentence: “stroke”, or "class 1" where it has a number alone.
func className(m *model.Model, class, most int) string {
	title, word := m.ClassInWords(class)
	if word {
		return "“" + cut(title, most) + "”"
	}
	return "class " + cut(title, most)
}

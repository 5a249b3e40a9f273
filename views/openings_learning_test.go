package views

// learningOpenings are how the views of that tab begin.
func learningOpenings() map[string][2]string {
	return map[string][2]string{}
}

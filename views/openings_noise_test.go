package views

// noiseOpenings are how the views of that tab begin.
func noiseOpenings() map[string][2]string {
	return map[string][2]string{}
}

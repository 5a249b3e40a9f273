package control

// What may become of the record that a guarantee protects.
const (
	Replaced = "(replaced by any other)"
	LeftOut  = "(added or left out)"
)

// Protects says that a guarantee protects one record of nobody's in particular.
func Protects(neighbours string) string { return "Protects each record " + neighbours }

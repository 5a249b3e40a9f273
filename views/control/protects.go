package control

import "dpscope/engine/numeral"

// What a guarantee protects is said in one form on every page: of how many records, and what their neighbours are.

// What may become of the record that a guarantee protects.
const (
	Replaced = "(replaced by any other)"
	LeftOut  = "(added or left out)"
)

// Protects says that a guarantee protects one record of nobody's in particular.
func Protects(neighbours string) string { return "Protects each record " + neighbours }

// ProtectsOneOf says that it protects one of so many records.
func ProtectsOneOf(records int, neighbours string) string {
	if records == 1 {
		return Protects(neighbours)
	}
	return "Protects each of " + numeral.Things(records, "record") + " " + neighbours
}

package assets

import "embed"

// claims holds what four papers claim, a file PAPER.claims for each; the outcomes of checking them, computed.json; what scripts of
// bench printed of them, printed.txt; and tables of one paper.
//
//go:embed claims
var claims embed.FS

// ClaimFile returns the text of a file of the claims, such as "label-em.claims".
func ClaimFile(name string) ([]byte, error) { return claims.ReadFile("claims/" + name) }

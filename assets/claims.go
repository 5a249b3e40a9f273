package assets

import "embed"

// Claims holds what four papers claim: a file of claims a paper, PAPER.claims; what checking them gave,
// computed.json; and what scripts of bench printed of them, printed.txt.
//
//go:embed claims
var Claims embed.FS

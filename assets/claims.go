package assets

import "embed"

// Claims holds what four papers claim: a file of claims a paper, PAPER.claims; what checking them gave,
// computed.json, packed; what scripts of bench printed of them, printed.txt; and tables of one paper, packed to a seventh.
//
//go:embed claims/*.claims claims/*.txt claims/*.gz
var Claims embed.FS

// Package risk holds the screens about what somebody could find out: of anybody, from whatever is
// released.
package risk

import "dpscope/views/view"

const tab view.Group = "Risk"

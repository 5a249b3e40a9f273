// Package risk holds the screens about what somebody could find out: of anybody, from whatever is
// released.
package risk

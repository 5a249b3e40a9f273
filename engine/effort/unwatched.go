//go:build !race

package effort

const watched = false

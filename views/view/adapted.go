package view

import (
	"context"

	"dpscope/engine/param"
)

// Adapted makes a view of pages that are not declared. It goes with the last of
// them.
func Adapted(v View, ask func(context.Context, param.Values) (Page, error)) View {
	v.ask = ask
	return v
}

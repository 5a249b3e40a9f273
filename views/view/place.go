package view

import (
	"context"

	"dpscope/engine/param"
)

// Leads reports whether places of the picture lead to other views.
func (v View) Leads() bool { return v.place != nil }

// Place returns the address that explains a place of the picture at a setting; empty: there is none. Controls that it leaves
// out are carried along.
func (v View) Place(ctx context.Context, values param.Values, x, y float64) (string, error) {
	if v.place == nil {
		return "", nil
	}
	return v.place(ctx, values.Alone(), x, y)
}

package view

import (
	"context"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/work"
)

// Sheet draws the page of a setting, compared with that of its held setting. Its Words are set even where the error says why
// the rest is missing.
func (v View) Sheet(ctx context.Context, values param.Values, show func(engine.Sheet)) (engine.Sheet, error) {
	held, err := v.held(ctx, values)
	if err != nil {
		return engine.Sheet{}, err
	}
	return v.Against(ctx, values, held, show)
}

// held draws the held setting; nil where there is none. The error reports only a cancelled computation, because a held setting
// without a page says why itself.
func (v View) held(ctx context.Context, values param.Values) (*engine.Held, error) {
	setting, found := values.Held()
	if !found {
		return nil, nil
	}
	sheet, err := v.alone(ctx, setting, func(engine.Sheet) {})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	held := &engine.Held{Sheet: sheet}
	if err != nil {
		held.Trouble = err.Error()
	}
	return held, nil
}

// Against draws the page of a setting against its held one, drawn before.
func (v View) Against(ctx context.Context, values param.Values, held *engine.Held, show func(engine.Sheet)) (engine.Sheet, error) {
	if held == nil {
		return v.alone(ctx, values, show)
	}
	against := *held
	against.Setting = v.heldSetting(values)
	sheet, err := v.alone(ctx, values, func(part engine.Sheet) { show(part.Against(against)) })
	if err != nil {
		return sheet, err
	}
	if against.Trouble != "" {
		text := "What is held (" + against.Setting + ") has no answers: " + against.Trouble + "."
		sheet.Notes = append([]engine.Note{{Text: text, Warning: true}}, sheet.Notes...)
	}
	return sheet.Against(against), nil
}

// heldSetting names the controls in which a held setting differs, in words for people: "ε = 1.00, x = 0.20".
func (v View) heldSetting(values param.Values) string {
	const most = 3
	var texts []string
	for _, d := range v.Apart(values) {
		texts = append(texts, d.Text)
	}
	if more := len(texts) - most; more > 0 {
		texts = append(texts[:most], strconv.Itoa(more)+" more")
	}
	return strings.Join(texts, ", ")
}

// opening returns what the words of a setting stand for, and shows the progress of opening files for it. The page drawn under
// the returned context continues from there.
func (v View) opening(ctx context.Context, values param.Values, show func(engine.Sheet)) (context.Context, engine.Defaults) {
	const most = 0.5 // of the whole, where progress is reported
	t := newTelling(show)
	words := v.words(work.Within(t.on(ctx, func(context.Context) []engine.Reading { return nil }), 0, most), values)
	return context.WithValue(ctx, openedKey{}, t.progress().Share()), words
}

// alone draws the page of a setting by itself.
func (v View) alone(ctx context.Context, values param.Values, show func(engine.Sheet)) (engine.Sheet, error) {
	values = values.Alone()
	var words engine.Defaults
	if v.words != nil {
		ctx, words = v.opening(ctx, values, show)
	}
	page, err := v.ask(ctx, values)
	if err != nil {
		return engine.Sheet{Defaults: words}, err
	}
	sheet, err := page.Sheet(ctx, func(part engine.Sheet) {
		part.Defaults = words
		show(part)
	})
	sheet.Defaults = words
	return sheet, err
}

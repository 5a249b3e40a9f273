package param

import (
	"fmt"
	"slices"
	"strings"
)

// home is a choice with those of its options that have a control.
type home struct {
	choice  Choice
	options []string
}

// listed is a choice with its options listed once; the list must not be written to.
type listed struct {
	Choice
	options []Option
}

func (l listed) Options() []Option { return l.options }

// Indexed returns a form with an index of its homes and options, so that reading many addresses searches them
// once.
func (f Form) Indexed() Form {
	f.Choices = slices.Clone(f.Choices)
	for i, c := range f.Choices {
		f.Choices[i] = listed{c, slices.Clip(c.Options())}
	}
	index := map[string][]home{}
	for _, key := range f.Keys() {
		index[key] = f.homes(key)
	}
	f.index, f.params = index, map[string]Param{}
	for _, p := range f.All() {
		f.params[p.Name], _ = f.lookFor(p.Name)
	}
	return f
}

// homes returns the options with which a control matters; none: it always does.
func (f Form) homes(key string) []home {
	if f.index != nil {
		return f.index[key]
	}
	of, own := f.declaredOf(key)
	if own && of == "" {
		return nil
	}
	var homes []home
	for _, c := range f.Choices {
		h := home{choice: c}
		for _, o := range c.Options() {
			has := func(p Param) bool { return p.Name == key }
			if own && among(of, c, o) || !own && slices.ContainsFunc(o.Params, has) {
				h.options = append(h.options, o.Name)
			}
		}
		if h.options != nil {
			homes = append(homes, h)
		}
	}
	return homes
}

// declaredOf returns the options that a control of the form itself belongs to, "query=real,count"; empty: none.
func (f Form) declaredOf(key string) (options string, own bool) {
	for _, c := range f.Choices {
		if c.Key() == key {
			return c.BelongsTo(), true
		}
	}
	for _, t := range f.Texts {
		if t.Name == key {
			return t.Of, true
		}
	}
	for _, p := range f.Params {
		if p.Name == key {
			return p.Of, true
		}
	}
	return "", false
}

// offer names the options with which the control matters: "mechanism=exponential, exponential-sharp or krr".
func (h home) offer() string { return offered(h.choice.Key(), h.options) }

// offered names a choice with some of its options: "mechanism=exponential, exponential-sharp or 2 more".
func offered(key string, options []string) string {
	const most = 3
	names := slices.Clone(options[:min(most, len(options))])
	if more := len(options) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	last := len(names) - 1
	if last == 0 {
		return key + "=" + names[0]
	}
	return key + "=" + strings.Join(names[:last], ", ") + " or " + names[last]
}

package mechanisms

import (
	"strconv"
	"strings"

	"dpscope/engine/param"
)

// Settings holds mechanisms' parameters besides the budget, by content: equal Settings make the same
// mechanisms. The zero Settings holds every default.
type Settings struct{ text string }

// SettingsOf returns the parameters that the controls give some kinds.
func SettingsOf(v param.Values, kinds ...param.Kind[Mechanism]) Settings {
	var words []string
	met := map[string]bool{Epsilon.Name: true}
	for _, kind := range kinds {
		for _, p := range kind.Params {
			if !met[p.Name] {
				met[p.Name] = true
				words = append(words, p.Name+"="+strconv.FormatFloat(v.Get(p), 'g', -1, 64))
			}
		}
	}
	return Settings{strings.Join(words, "&")}
}

// Of returns the parameters of one kind.
func (s Settings) Of(kind param.Kind[Mechanism]) Settings { return SettingsOf(s.values(kind), kind) }

// Setting returns the setting of a kind with them.
func (s Settings) Setting(kind param.Kind[Mechanism]) Setting { return SettingOf(kind, s.values(kind)) }

// Family makes mechanisms of a kind with them.
func (s Settings) Family(kind param.Kind[Mechanism]) Family { return FamilyOf(kind, s.values(kind)) }

// values returns the controls of one kind.
func (s Settings) values(kind param.Kind[Mechanism]) (v param.Values) {
	for word := range strings.SplitSeq(s.text, "&") {
		name, number, _ := strings.Cut(word, "=")
		for _, p := range kind.Params {
			if x, err := strconv.ParseFloat(number, 64); p.Name == name && err == nil {
				v = v.With(p, x)
			}
		}
	}
	return v
}

package command

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine/param"
	"dpscope/ui/files"
	"dpscope/views"
	"dpscope/views/lesson"
	"dpscope/views/view"
)

// completeAddress completes the last word of an address: a view, or NAME=VALUE of the view before it, alone or after ? and &.
func completeAddress(_ *cobra.Command, words []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if before, last, inside := cutLast(typed, "?&"); inside {
		list := pairs(strings.TrimRight(before, "?&"), last)
		for i := range list {
			list[i] = before + list[i]
		}
		return list, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
	var list []cobra.Completion
	if addresses, err := joined(words); err == nil && len(addresses) > 0 {
		list = pairs(addresses[len(addresses)-1], typed)
	}
	if strings.Contains(typed, "=") {
		return list, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
	directive := cobra.ShellCompDirectiveDefault
	if len(list) > 0 {
		directive = cobra.ShellCompDirectiveNoSpace
	}
	for _, v := range views.All {
		if strings.HasPrefix(v.Name, typed) {
			list = append(list, cobra.CompletionWithDesc(v.Name, v.Label+": "+v.Question))
		}
	}
	return list, directive
}

// cutLast cuts a text after its last letter of a set.
func cutLast(text, letters string) (before, last string, found bool) {
	i := strings.LastIndexAny(text, letters)
	return text[:i+1], text[i+1:], i >= 0
}

// pairs completes NAME=VALUE after an address: the controls that matter there and that it does not name yet, then their options,
// presets or files.
func pairs(address, typed string) (list []cobra.Completion) {
	name, query, _ := strings.Cut(address, "?")
	v, err := views.Find(name)
	if err != nil {
		return nil
	}
	values, err := v.Setting(query)
	if err != nil {
		values = v.Opening()
	}
	key, word, valued := strings.Cut(typed, "=")
	if valued {
		for _, value := range valuesOf(v, key, word) {
			if strings.HasPrefix(value, word) {
				list = append(list, key+"="+value)
			}
		}
		return list
	}
	for _, control := range controlsOf(v, values) {
		named := strings.HasPrefix(query, control[0]+"=") || strings.Contains(query, "&"+control[0]+"=")
		if strings.HasPrefix(control[0], typed) && !named {
			list = append(list, cobra.CompletionWithDesc(control[0]+"=", control[1]))
		}
	}
	return list
}

// controlsOf lists the address keys that matter at a setting, with their help.
func controlsOf(v view.View, values param.Values) (list [][2]string) {
	choices, texts := v.Needed(values)
	for _, c := range choices {
		list = append(list, [2]string{c.Key(), c.About()})
	}
	for _, t := range texts {
		list = append(list, [2]string{t.Name, t.Help})
	}
	for _, p := range v.Sliders(values) {
		list = append(list, [2]string{p.Name, p.Help})
	}
	if len(v.Presets) > 0 {
		list = append(list, [2]string{"preset", "a named setting"})
	}
	return list
}

// valuesOf lists the words that a control of a view may have: options, presets, or the files whose names begin with word.
func valuesOf(v view.View, key, word string) (list []string) {
	if key == "preset" {
		for _, p := range v.Presets {
			list = append(list, p.Name)
		}
	}
	for _, c := range v.Choices {
		if c.Key() == key {
			for _, o := range c.Options() {
				list = append(list, o.Name)
			}
		}
	}
	for _, t := range v.Texts {
		if t.Name != key {
			continue
		}
		if t.Files != nil {
			list = append(list, filesFrom(word, t.Files)...)
		}
		before, _, _ := cutLast(word, ",")
		for _, o := range t.Among {
			if !slices.Contains(strings.Split(before, ","), o.Name) {
				list = append(list, before+o.Name)
			}
		}
	}
	return list
}

// filesFrom lists the folders, and the files with one of some endings, whose paths begin with word.
func filesFrom(word string, endings []string) (list []string) {
	folder, _, _ := cutLast(word, `/`)
	entries, err := files.Own{}.List(filepath.FromSlash(folder + "."))
	if err != nil {
		return nil
	}
	for _, e := range entries.Entries {
		switch {
		case e.Folder:
			list = append(list, folder+e.Name+"/")
		case slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(strings.ToLower(e.Name), end) }):
			list = append(list, folder+e.Name)
		}
	}
	return list
}

// completeLesson completes the name of a lesson, or of a file.
func completeLesson(_ *cobra.Command, words []string, typed string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
	for _, name := range append(lesson.Shipped(), lesson.Capstone) {
		if l, err := lesson.Open(name); err == nil && len(words) == 0 && strings.HasPrefix(name, typed) {
			list = append(list, cobra.CompletionWithDesc(name, l.Title))
		}
	}
	return list, cobra.ShellCompDirectiveDefault
}

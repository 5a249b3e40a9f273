package risk

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/attack"
	"dpscope/engine/composition"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of several releases in one budget.
var (
	releaseText = param.Text{Name: "release", Label: "releases", Of: "of=release", Default: usualReleases,
		Help: "All releases about the same records, with commas between: " + composition.PartForms() + "; x24 after one: 24 of it. ← → repeat the marked one less or more often, ⇧← takes it out, ⇧→ adds one after it.",
		Check: func(text string) error {
			_, err := composition.ReadParts(text)
			return err
		},
		Arrows: &param.Arrows{Small: "fewer, more", Great: "take out, add", Step: changeReleases}}
	releasesNamed = param.Text{Name: "release", Default: usualReleases} // the arrows read it
	markedRelease = param.Param{Name: "part", Symbol: "i", Label: "release looked at", Of: "of=release",
		Help: "The release that the arrows of the list repeat, take out and add to, counted from the left; a greater number takes the last one.",
		Min:  1, Max: 64, Low: 1, High: 12, Default: 1, Scale: param.Count, Numbered: true, Role: param.Aside}
	sharing = param.Menu[bool]{Name: "each", Label: "each person is", Of: "of=release",
		Help: "Whether a person is in all releases, or in one of them alone, as the regions of a map have it.",
		Kinds: []param.Kind[bool]{
			control.Option("all", "in all of them", "Each release is about all records.", "Zhu, Dong & Wang 2022", false),
			control.Option("one", "in one of them", "Each release is about records of its own, by what is public.", "McSherry 2009", true),
		}}
)

const usualReleases = "laplace:0.5x24,gaussian:1.3:1e-6,steps:1.1:0.004:3516"

// changeReleases changes the marked release of the list.
func changeReleases(v param.Values, steps int, great bool) string {
	list, err := composition.ReadParts(v.Word(releasesNamed))
	if err != nil {
		return v.Word(releasesNamed)
	}
	switch at := min(int(v.Get(markedRelease)), len(list)) - 1; {
	case !great:
		list = list.Again(at, float64(steps))
	case steps > 0:
		list = list.Add(at)
	default:
		list = list.Drop(at)
	}
	return list.String()
}

// lastRelease says how many releases the list has.
func lastRelease(_ context.Context, v param.Values) engine.Defaults {
	list, err := composition.ReadParts(v.Word(releaseText))
	if err != nil || !isReleases.Chosen(v) {
		return nil
	}
	return engine.Defaults{markedRelease.Name: {Last: len(list)}}
}

func ofRelease(v param.Values) (attack.Subject, error) {
	s := composition.Release{Parts: v.Word(releaseText), Neighbours: relations.Chosen(v), Apart: sharing.Chosen(v)}
	_, err := s.Event()
	return attack.Release{Release: s}, err
}

// wordsOfReleases returns the words of several releases.
func wordsOfReleases(n privacy.Neighbours, apart bool) words {
	w := wordsOfTraining(n)
	w.raw, w.more = view.Office, "Each person is in all of the releases; one may depend on what was released before."
	if apart {
		w.more = "Each person is in one of the releases alone, and a replaced record stays in its own."
	}
	return w
}

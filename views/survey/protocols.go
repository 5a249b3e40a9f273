package survey

import (
	"context"
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/polling"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/unbiased"
	"dpscope/views/view"
)

// choosing reports whether protocols differ: a yes or no has only the coin, and an office needs none.
func choosing(q survey) bool { return q.Asks != polling.YesNo && !q.Office }

// ofRanking declares the protocol at a place.
func ofRanking(place int, name, label string) reading {
	return reading{Name: name, Label: label, When: choosing, ExactOf: "the margins of all protocols",
		Value: func(ctx context.Context, q survey) (known.Value, error) {
			if q.Epsilon == 0 {
				return known.Nothing("answers are pure chance"), nil
			}
			ranking, err := q.ranked.Get(ctx)
			if err != nil {
				return known.Value{}, err
			}
			protocol := ranking[place].Name
			return known.Named(protocol, titleOf(protocol)), nil
		},
		Formula: "Protocols by their margins at this ε; of equals, the first in the list of protocols."}
}

// titleOf returns the title of a protocol.
func titleOf(protocol string) string {
	if kind, err := frequency.All.Find(protocol); err == nil {
		return kind.Title
	}
	kind, _ := unbiased.All.Find(protocol)
	return kind.Title
}

// byProtocol declares the margin of each protocol.
var byProtocol = view.Family[survey]{Name: "margin-by", Of: "protocol", Label: "margin by protocol", Places: true,
	All: append(frequency.All.Names(), unbiased.All.Names()...), When: choosing,
	Members: view.MembersOf(func(q survey) []string { return q.Names() }),
	Rank: func(ctx context.Context, q survey) ([]string, error) {
		ranking, err := q.ranked.Get(ctx)
		var names []string
		for _, r := range ranking {
			names = append(names, r.Name)
		}
		return names, err
	},
	Each: func(protocol string) reading {
		return margin(reading{Label: brief(protocol), ExactOf: "the distribution of the result",
			Value: func(ctx context.Context, q survey) (known.Value, error) {
				ranking, err := q.ranked.Get(ctx)
				if err != nil {
					return known.Value{}, err
				}
				for _, r := range ranking {
					if r.Name == protocol {
						return r.Margin, nil
					}
				}
				return known.Value{}, fmt.Errorf("no protocol of this question is called %s", protocol)
			},
			Formula: "The margin of the same survey by this protocol."})
	},
}

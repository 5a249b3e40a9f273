package assets

import (
	"fmt"
	"strings"
	"testing"
)

// Every published use has what a reader needs to judge its ε: above all the person or thing it protects.
func TestDeploymentsAreWhole(t *testing.T) {
	all := Deployments()
	if local, central := len(DeploymentsOf(Local)), len(DeploymentsOf(Central)); len(all) != 28 || local != 7 || central != 21 {
		t.Errorf("%d uses, %d local and %d central", len(all), local, central)
	}
	for _, d := range all {
		if !(d.Epsilon > 0) || d.Unit == "" || d.Organisation == "" || len(d.Year) != 4 || d.Source == "" || !strings.HasPrefix(d.Address, "https://") {
			t.Errorf("%+v", d)
		}
	}
}

func TestDeploymentsNear(t *testing.T) {
	for _, c := range []struct {
		model   string
		epsilon float64
		want    string
	}{
		{Local, 1, "[1.672 for a user, six hours 2 for one donation]"},
		{Local, 0, "[1.672 for a user, six hours 2 for one donation]"},
		{Local, 1500, "[16 for a user-day 8 for one donation]"},
		{Central, 2, "[2 (about) for a user-week 2 for a user-day]"},
		{Central, 0.3, "[0.2 for a user 0.45 for one kind of action of a user (99 % of users)]"},
		{Central, 1, "[1 (about) for the first 10 pages of a device in a day 1 for 30 page views of a day (300 before February 2017)]"},
	} {
		var got []string
		for _, d := range DeploymentsNear(c.model, c.epsilon, 2) {
			got = append(got, d.Spent())
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("near %v, %s: %v, want %s", c.epsilon, c.model, got, c.want)
		}
	}
}

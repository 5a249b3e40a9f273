package command

import (
	"runtime/debug"
	"testing"

	"dpscope/engine"
)

func TestProgramSaysItsCommitAndDate(t *testing.T) {
	from := func(modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "1a2b3c4d5e6f7890"}, {Key: "vcs.time", Value: "2026-11-25T21:31:08Z"}, {Key: "vcs.modified", Value: modified}}}
	}
	for _, c := range []struct {
		info *debug.BuildInfo
		want engine.Program
		says string
	}{
		{nil, engine.Program{Version: Version}, Version},
		{&debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "1a"}}}, engine.Program{Version: Version}, Version},
		{from("false"), engine.Program{Version: Version, Commit: "1a2b3c4d5e6f", Date: "2026-11-25"}, Version + " (1a2b3c4d5e6f, 2026-11-25)"},
		{from("true"), engine.Program{Version: Version, Commit: "1a2b3c4d5e6f+", Date: "2026-11-25"}, Version + " (1a2b3c4d5e6f+, 2026-11-25)"},
	} {
		if got := programOf(c.info); got != c.want || got.String() != c.says {
			t.Errorf("the program is %+v, %q; want %+v, %q", got, got, c.want, c.says)
		}
	}
}

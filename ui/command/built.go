package command

import (
	"runtime/debug"

	"dpscope/engine"
)

// Version is the release that CHANGELOG.md describes.
const Version = "0.1.0"

// thisProgram is what this binary is: its version, and the commit that it was built from with its date,
// where the build says so.
func thisProgram() engine.Program {
	info, _ := debug.ReadBuildInfo()
	return programOf(info)
}

// programOf reads what a build says of itself; nil says nothing. Of a commit whose tree was changed the
// name ends in "+", so that nobody takes it for the commit.
func programOf(info *debug.BuildInfo) engine.Program {
	p := engine.Program{Version: Version}
	if info == nil {
		return p
	}
	const letters, day = len("1a2b3c4d5e6f"), len("2026-11-25")
	changed := false
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= letters:
			p.Commit = s.Value[:letters]
		case s.Key == "vcs.time" && len(s.Value) >= day:
			p.Date = s.Value[:day]
		case s.Key == "vcs.modified":
			changed = s.Value == "true"
		}
	}
	if changed && p.Commit != "" {
		p.Commit += "+"
	}
	return p
}

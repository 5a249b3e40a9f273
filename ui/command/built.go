package command

import (
	"runtime/debug"

	"dpscope/engine"
)

// Version is the release that CHANGELOG.md describes.
const Version = "0.1.0"

// thisProgram describes this binary: its version and, where the build records them, its commit and the commit's date.
func thisProgram() engine.Program {
	info, _ := debug.ReadBuildInfo()
	return programOf(info)
}

// programOf reads the program from its build information; nil has none. The name of a commit whose tree was modified ends in
// "+", because the commit alone does not describe it.
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

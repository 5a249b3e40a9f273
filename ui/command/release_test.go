package command

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The release script is readable to its shell, and refuses what it must in one line, before it builds anything.
func TestReleaseRefusesInOneLine(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash: the script of releases cannot run")
	}
	const script = "../../.ci/release"
	if out, err := exec.Command(bash, "-n", script).CombinedOutput(); err != nil {
		t.Fatalf("bash does not read %s: %s", script, out)
	}
	text, err := os.ReadFile(script)
	var built []string
	for _, s := range systems {
		built = append(built, s.os+"/"+s.arch)
		if !strings.Contains(string(text), s.os+"/"+s.arch) {
			t.Errorf("the script builds no program for %s, %s; %v", s.title, s.program(), err)
		}
	}
	_, rest, _ := strings.Cut(string(text), "\nsystems=\"")
	line, _, _ := strings.Cut(rest, "\"")
	if len(strings.Fields(line)) != len(built) {
		t.Errorf("the script builds %s, and a class is told of %s", line, built)
	}
	for words, want := range map[string]string{
		"":                       "no version is given; .ci/release " + Version + " would work",
		"9.9.9":                  "version = 9.9.9, and ui/command/built.go says " + Version,
		Version + " plan9/amd64": "system = plan9/amd64 is not one of: linux/amd64",
		"--check":                "no version is given",
	} {
		out, err := exec.Command(bash, append([]string{script}, strings.Fields(words)...)...).CombinedOutput()
		if text := string(out); err == nil || strings.Count(text, "\n") != 1 || !strings.Contains(text, want) {
			t.Errorf(".ci/release %s: %v, %q; want one line with %q", words, err, text, want)
		}
	}
	folder := t.TempDir() // the script and nothing that git knows
	for _, name := range []string{".ci", "ui/command"} {
		if out, err := exec.Command("mkdir", "-p", folder+"/"+name).CombinedOutput(); err != nil {
			t.Fatal(string(out))
		}
	}
	for _, name := range []string{".ci/release", "ui/command/built.go"} {
		if out, err := exec.Command("cp", "../../"+name, folder+"/"+name).CombinedOutput(); err != nil {
			t.Fatal(string(out))
		}
	}
	refuses := func(want string) {
		out, err := exec.Command(bash, folder+"/.ci/release", Version).CombinedOutput()
		if text := string(out); err == nil || strings.Count(text, "\n") != 1 || !strings.Contains(text, want) {
			t.Errorf("%v, %q; want one line with %q", err, text, want)
		}
	}
	refuses("this folder is no git clone")
	if _, err := exec.LookPath("git"); err != nil {
		return
	}
	for _, words := range []string{"init -q", "add .ci", "-c user.name=a -c user.email=a@b commit -qm first"} {
		if out, err := exec.Command("git", append([]string{"-C", folder}, strings.Fields(words)...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %s", words, out)
		}
	}
	refuses("the tree is dirty")
}

func TestManualPageIsReadByMan(t *testing.T) {
	page := manualPage(rootCommand())
	for _, c := range described(rootCommand()) {
		if !strings.Contains(page, "\n.SH "+strings.ToUpper(troff(c.CommandPath()))+"\n") {
			t.Errorf("the manual page does not describe %s", c.CommandPath())
		}
	}
	if got := troff(".a -b\\c 'd'"); got != `\&.a \-b\ec \(aqd\(aq` {
		t.Errorf("man reads %q", got)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("no groff: the page is not set")
	}
	set := exec.Command(groff, "-man", "-Tutf8", "-ww", "-k")
	set.Stdin = strings.NewReader(page)
	var trouble strings.Builder
	set.Stderr = &trouble
	out, err := set.Output()
	if err != nil || trouble.Len() > 0 || !strings.Contains(string(out), "DPSCOPE") {
		t.Errorf("groff: %v, %s", err, trouble.String())
	}
}

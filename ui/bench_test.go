package ui

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/views"
)

// BenchmarkFrame measures one step of a held slider: the key, its figure, and the screen drawn twice, before and after the
// figure arrives.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{120, 40}, {300, 90}} {
		for _, view := range views.All {
			b.Run(fmt.Sprintf("%s-%dx%d", view.Name, size[0], size[1]), func(b *testing.B) {
				d := drive(b, view.Name, size[0], size[1], Options{Profile: colorprofile.TrueColor, Dark: true})
				steps := [2]tea.KeyPressMsg{keyPress("right"), keyPress("left")}
				b.ResetTimer()
				for i := range b.N {
					d.send(steps[i%2])
				}
			})
		}
	}
}

// BenchmarkUpdateView measures the event loop's own work for a key: Update, and one drawing of the screen; figures are computed
// off the loop.
func BenchmarkUpdateView(b *testing.B) {
	for _, size := range [][2]int{{120, 40}, {300, 90}} {
		for _, view := range views.All {
			b.Run(fmt.Sprintf("%s-%dx%d", view.Name, size[0], size[1]), func(b *testing.B) {
				d := drive(b, view.Name, size[0], size[1], Options{Profile: colorprofile.TrueColor, Dark: true})
				steps := [2]tea.KeyPressMsg{keyPress("right"), keyPress("left")}
				b.ResetTimer()
				for i := range b.N {
					d.shell.Update(steps[i%2])
					d.shell.View()
				}
			})
		}
	}
}

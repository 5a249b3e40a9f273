package survey

import (
	"fmt"
	"testing"

	"dpscope/engine/known"
)

// BenchmarkPictures measures the share of a picture in the time of a key, without the answers beside it, at every size of a
// survey.
func BenchmarkPictures(b *testing.B) {
	for _, setting := range []string{
		"show=margins", "show=epsilon", "show=people", "show=margins&asks=options&k=100", "show=epsilon&asks=options&k=100",
		"show=people&asks=options&k=100", "show=protocols&asks=options&k=100", "show=protocols&asks=number", "show=epsilon&asks=number",
		"show=epsilon&trust=office&noise=laplace", "show=people&trust=office&noise=analytic-gaussian",
	} {
		for _, asked := range []string{"sample", "everyone"} {
			for _, n := range []string{"2000", "1e6", "1e12"} {
				address := fmt.Sprintf("%s&asked=%s&n=%s", setting, asked, n)
				b.Run(address, func(b *testing.B) {
					epsilon := 1.0
					for b.Loop() {
						epsilon *= 1.001
						v, err := View.Setting(fmt.Sprintf("%s&epsilon=%g", address, epsilon))
						if err != nil {
							b.Fatal(err)
						}
						q, err := askSurvey(b.Context(), v)
						if err != nil {
							b.Fatal(err)
						}
						if _, err := q.picture.draw(b.Context(), q, none); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

func none(string, ...string) (known.Value, error) { return known.Nothing("not asked"), nil }

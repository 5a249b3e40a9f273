package label

import (
	"context"
	"testing"
)

func BenchmarkLabelAnswers(b *testing.B) {
	for _, address := range []string{
		"success?show=outcomes&n=100&epsilon=0.5", "success?show=outcomes&n=1000000&epsilon=0.5", "success?show=outcomes&n=1000000000000&epsilon=0.5",
		"success?show=limit&n=100&flip=0.2&confidence=0.999", "success?show=limit&n=1000000&flip=0.2&confidence=0.999", "success?n=1000&epsilon=0.25", "flips?show=outcomes&labels=10&epsilon=0.5",
	} {
		b.Run(address, func(b *testing.B) {
			for b.Loop() {
				asked, values, err := open(address)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := asked.Values(context.Background(), values); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLabelFigures(b *testing.B) {
	for _, asked := range screens {
		for _, preset := range asked.Presets {
			values, err := asked.Preset(preset.Name)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(asked.Name+"/"+preset.Name, func(b *testing.B) {
				for b.Loop() {
					if _, err := drawn(asked, values); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

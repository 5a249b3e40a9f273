package sweep

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of Of parts of a sweep: setting i belongs to part i mod Of, counted from 0. The zero Shard is the whole.
type Shard struct{ Part, Of uint64 }

// ReadShard reads "3/16", the third of sixteen; an empty text is the whole.
func ReadShard(text string) (Shard, error) {
	if text == "" {
		return Shard{0, 1}, nil
	}
	part, of, found := strings.Cut(text, "/")
	p, err := strconv.ParseUint(part, 10, 32)
	o, err2 := strconv.ParseUint(of, 10, 32)
	if !found || err != nil || err2 != nil || p < 1 || p > o {
		last := "16"
		if err2 == nil && o > 0 {
			last = of
		}
		return Shard{}, fmt.Errorf("shard = %q is no part; 1/%s to %s/%s would work", clip(text), last, last, last)
	}
	return Shard{p - 1, o}, nil
}

func (s Shard) of() uint64 { return max(s.Of, 1) }

// Count returns how many of the settings belong to the shard.
func (s Shard) Count(settings uint64) uint64 {
	if settings <= s.Part {
		return 0
	}
	return (settings-s.Part-1)/s.of() + 1
}

// Setting returns the i-th setting of the shard.
func (s Shard) Setting(i uint64) uint64 { return s.Part + i*s.of() }

// clip shortens a quotation for a one-line message.
func clip(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}

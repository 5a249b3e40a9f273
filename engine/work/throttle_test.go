package work

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// News is told twenty times a second at most, always including the last one, and quick work tells nothing.
func TestTelling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, told := time.Now(), []time.Duration(nil)
		news, stop := Throttle(func() { told = append(told, time.Since(start)) })
		for range 300 { // three a millisecond
			news()
			news()
			news()
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Second)
		stop()
		if n := len(told); n < 5 || n > 7 {
			t.Errorf("told at %v", told)
		}
		for i := range told {
			if before := told[max(i-1, 0)]; i > 0 && told[i]-before < 50*time.Millisecond || told[0] < 50*time.Millisecond {
				t.Errorf("told at %v", told)
			}
		}
		if last := told[len(told)-1]; last < 300*time.Millisecond-50*time.Millisecond || last > 360*time.Millisecond {
			t.Errorf("the last news was told at %v", last)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		news, stop := Throttle(func() { t.Error("told of what was over") })
		news()
		stop()
	})
}

// A panic of the telling function reaches the caller that stops it.
func TestTellingHandsAPanicOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		news, stop := Throttle(func() { panic("oops") })
		news()
		time.Sleep(time.Second)
		news() // it is not told, and does not wait
		_, err := Recover(func() (any, error) { stop(); return nil, nil })
		var fault *PanicError
		if !errors.As(err, &fault) || fault.Cause != "oops" {
			t.Error(err)
		}
	})
}

package train

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// batchOf returns a binary batch of one-coloured images of these classes.
func batchOf(classes ...byte) []byte {
	var bytes []byte
	for i, class := range classes {
		image := make([]byte, cifarRecord)
		image[0] = class
		for j := range pixels {
			image[1+j] = byte(10*i + j/1024)
		}
		bytes = append(bytes, image...)
	}
	return bytes
}

func TestReadCIFAR10(t *testing.T) {
	for _, c := range []struct {
		name    string
		classes []string
		batch   []byte
		named   []string
		labels  []bool
	}{
		{"the two that there are", nil, batchOf(3, 0, 3), []string{"airplane", "cat"}, []bool{false, true, false}},
		{"airplanes and horses of many", nil, batchOf(0, 7, 5, 7), []string{"airplane", "horse"}, []bool{true, false, false}},
		{"as asked", []string{"dog", "airplane"}, batchOf(0, 7, 5, 7), []string{"dog", "airplane"}, []bool{false, true}},
	} {
		r, named, err := readCIFAR10(c.batch, c.classes)
		if err != nil || !slices.Equal(named, c.named) || !slices.Equal(r.Positive, c.labels) || len(r.X) != pixels*len(c.labels) {
			t.Errorf("%s: %v %v %d, %v", c.name, named, r.Positive, len(r.X), err)
		}
	}
	r, _, err := readCIFAR10(batchOf(0, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	for colour, mean := range colourMeans {
		want := (float64(10+colour)/255 - float64(mean)) / float64(colourSpreads[colour])
		if got := r.Row(1)[colour*1024+77]; math.Abs(float64(got)-want) > 1e-6 {
			t.Errorf("colour %d of the second image is %g, want %g", colour, got, want)
		}
	}
}

// A file that is no binary batch is refused with what would work.
func TestCIFAR10Errors(t *testing.T) {
	for _, c := range []struct {
		name, says string
		bytes      []byte
		classes    []string
	}{
		{"cut", "5000 bytes are 1 images of 3073 bytes and 1927 more; a whole binary batch of CIFAR-10 would work", batchOf(0, 3)[:5000], nil},
		{"empty", "a whole binary batch", nil, nil},
		{"of CIFAR-100", "image 2 has class 55", batchOf(3, 55), nil},
		{"without horses", "no image of class horse; it has airplane, cat, dog", batchOf(0, 3, 5), nil},
		{"of one class", "no image of class airplane; it has cat", batchOf(3, 3), nil},
		{"asked for a boat", "boat", batchOf(0, 3), []string{"boat", "cat"}},
		{"asked for one", "two of airplane", batchOf(0, 3), []string{"cat"}},
		{"asked for one twice", "two of airplane", batchOf(0, 3), []string{"cat", "cat"}},
	} {
		if _, _, err := readCIFAR10(c.bytes, c.classes); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
	path := filepath.Join(t.TempDir(), "whole.bin")
	if err := os.WriteFile(path, batchOf(0, 3), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenCIFAR10(path, nil); err != nil {
		t.Error(err)
	}
	if _, _, err := OpenCIFAR10(path+".gz", nil); err == nil {
		t.Error("a file that is not there opens")
	}
}

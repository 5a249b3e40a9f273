package train

import (
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/param"
	"dpscope/learners/source"
)

// cifar10Classes lists the classes of CIFAR-10 in the order of their numbers.
var cifar10Classes = [...]string{"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"}

// The mean and spread of the pixels of CIFAR-10's three colours, as parts of 255, by which the paper's public
// code scales.
var (
	colourMeans   = [...]float32{0.4914, 0.4822, 0.4465}
	colourSpreads = [...]float32{0.247, 0.243, 0.261}
)

const (
	pixels       = 3 * 32 * 32
	cifarRecord  = 1 + pixels // bytes: the class, then the pixels of one colour after the other
	mostCIFAR    = 256 << 20  // bytes of a file; all 60,000 images are 184,380,000
	mostExamples = 20000      // images of two classes, of 12 kB each
)

// OpenCIFAR10 reads the images of two classes from a binary batch of CIFAR-10
// (Krizhevsky 2009), plain or gzip; the first class is the positive one. Without
// classes they are the two of a file that has no others, or airplanes and horses.
func OpenCIFAR10(path string, classes []string) (r Records, named []string, err error) {
	f, err := source.Open(path, mostCIFAR)
	if err != nil {
		return r, nil, err
	}
	defer f.Close()
	plain, err := source.Plain(f, mostCIFAR)
	if err != nil {
		return r, nil, err
	}
	bytes, err := source.ReadAll(plain, mostCIFAR)
	if err != nil {
		return r, nil, err
	}
	return readCIFAR10(bytes, classes)
}

func readCIFAR10(bytes []byte, classes []string) (r Records, named []string, err error) {
	if left := len(bytes) % cifarRecord; left != 0 || len(bytes) == 0 {
		return r, nil, fmt.Errorf("%d bytes are %d images of %d bytes and %d more; a whole binary batch of CIFAR-10 would work",
			len(bytes), len(bytes)/cifarRecord, cifarRecord, left)
	}
	var counts [len(cifar10Classes)]int
	for at := 0; at < len(bytes); at += cifarRecord {
		if class := int(bytes[at]); class >= len(counts) {
			return r, nil, fmt.Errorf("image %d has class %d, which is not among 0 to 9; a binary batch of CIFAR-10 would work", at/cifarRecord+1,
				class)
		}
		counts[bytes[at]]++
	}
	pair, err := pairOf(counts[:], classes)
	if err != nil {
		return r, nil, err
	}
	if total := counts[pair[0]] + counts[pair[1]]; total > mostExamples {
		return r, nil, fmt.Errorf("%d images of these classes; at most %d would work", total, mostExamples)
	}
	r.Dims = pixels
	for at := 0; at < len(bytes); at += cifarRecord {
		if class := int(bytes[at]); slices.Contains(pair, class) {
			r.Positive = append(r.Positive, class == pair[0])
			r.X = appendScaled(r.X, bytes[at+1:at+cifarRecord])
		}
	}
	return r, []string{cifar10Classes[pair[0]], cifar10Classes[pair[1]]}, nil
}

// pairOf returns the numbers of the two classes, each with at least one image.
func pairOf(counts []int, classes []string) ([]int, error) {
	var pair []int
	for class, n := range counts {
		if n > 0 {
			pair = append(pair, class)
		}
	}
	if len(classes) == 0 && len(pair) != 2 {
		classes = []string{"airplane", "horse"}
	}
	if len(classes) == 0 {
		return pair, nil
	}
	if len(classes) != 2 || classes[0] == classes[1] {
		return nil, fmt.Errorf("classes = %s; two of %s, with a comma between, would work", source.Quote(strings.Join(classes, ",")),
			strings.Join(cifar10Classes[:], ", "))
	}
	var chosen []int
	for _, name := range classes {
		class := slices.Index(cifar10Classes[:], name)
		if class < 0 {
			return nil, &param.UnknownError{What: "class", Name: source.Name(name), Known: cifar10Classes[:]}
		}
		if counts[class] == 0 {
			return nil, fmt.Errorf("no image of class %s; it has %s", name, strings.Join(namesOf(pair), ", "))
		}
		chosen = append(chosen, class)
	}
	return chosen, nil
}

func namesOf(classes []int) []string {
	var names []string
	for _, c := range classes {
		names = append(names, cifar10Classes[c])
	}
	return names
}

// appendScaled appends pixels, each colour centred and divided by its spread.
func appendScaled(x []float32, image []byte) []float32 {
	const each = pixels / 3
	for i, v := range image {
		x = append(x, (float32(v)/255-colourMeans[i/each])/colourSpreads[i/each])
	}
	return x
}

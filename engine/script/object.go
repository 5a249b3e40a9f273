package script

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// mostOfObject is how long a run as JSON may be.
const mostOfObject = 1 << 20

// Object reads the words of a run from a JSON object: numbers, or text such as "256/60000". Each word may be said once.
func Object(data []byte) (map[string]string, error) {
	if len(data) > mostOfObject {
		return nil, fmt.Errorf("the run has %d bytes: one up to %d would work", len(data), mostOfObject)
	}
	read := json.NewDecoder(bytes.NewReader(data))
	read.UseNumber()
	next := func() (json.Token, error) {
		t, err := read.Token()
		if err != nil {
			return nil, fmt.Errorf(`the run is no JSON: %w; an object such as {"sigma": 1.1} would work`, err)
		}
		return t, nil
	}
	first, err := next()
	if err != nil || first != json.Delim('{') {
		return nil, fmt.Errorf(`the run is no JSON object: one such as {"sigma": 1.1} would work`)
	}
	words := map[string]string{}
	for read.More() {
		name, err := next()
		if err != nil {
			return nil, err
		}
		word, _ := name.(string)
		v, err := next()
		if err != nil {
			return nil, err
		}
		if before, twice := words[word]; twice {
			return nil, fmt.Errorf("the run says %s twice, %s and %v: once would work", word, before, v)
		}
		switch v := v.(type) {
		case string:
			words[word] = v
		case json.Number:
			words[word] = v.String()
		default:
			return nil, fmt.Errorf("%s is %v: a number or a word would work", word, v)
		}
	}
	if _, err := next(); err != nil {
		return nil, err
	}
	if _, err := read.Token(); err != io.EOF {
		return nil, fmt.Errorf("more follows the object of the run: one object would work")
	}
	return words, nil
}

// Asked lists what a run is not told without which nothing holds for it.
func Asked(words map[string]string) (missing []Missing) {
	one := func(name, or string) {
		if words[name] == "" && (or == "" || words[or] == "") {
			missing = append(missing, Missing{name, "nothing says it"})
		}
	}
	one("records", "rate")
	one("batch", "rate")
	one("epochs", "steps")
	one("sigma", "")
	one("delta", "")
	one("drawn", "")
	if words["drawn"] == "weighted" {
		one("chance", "")
	}
	return missing
}

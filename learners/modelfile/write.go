package modelfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"dpscope/learners/source"
)

// Members is a JSON object that keeps the order of its keys.
type Members []member

type member struct {
	key   string
	value any
}

// Add returns the object with one key more.
func (o Members) Add(key string, value any) Members { return append(o, member{key, value}) }

// MarshalJSON writes the object.
func (o Members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Write writes a file, and refuses one that Read would not read again. The name
// is for errors.
func Write(w io.Writer, name string, file Members) error {
	return write(w, name, file, maxBytes, MaxNumbers)
}

func write(w io.Writer, name string, file Members, most, mostValues int) error {
	text, err := json.Marshal(file)
	if err != nil {
		return fmt.Errorf("%s: %w", source.Name(name), err)
	}
	if name != "" {
		name = source.Name(name) + ": "
	}
	const less = "fewer trees (--trees), larger leaves (--leaf) or narrower layers would work"
	if len(text) >= most {
		return fmt.Errorf("%sthe classifier takes %s as text, and at most %s are read again; "+less,
			name, source.Size(int64(len(text))), source.Size(int64(most)))
	}
	if values := bytes.Count(text, []byte(",")); values > mostValues {
		return fmt.Errorf("%sthe classifier has %d values, and at most %d are read again; "+less, name, values, mostValues)
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

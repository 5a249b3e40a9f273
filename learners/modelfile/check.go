package modelfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"dpscope/learners/source"
)

// check says where text stops being JSON, or that it holds too much.
func check(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("the file is empty; a classifier as JSON would work")
	}
	if err := source.AtMost(bytes.Count(text, []byte(",")), "values", MaxNumbers); err != nil {
		return err
	}
	if json.Valid(text) {
		return nil
	}
	return placeOfError(text)
}

// placeOfError says where and how text is not JSON.
func placeOfError(text []byte) error {
	var value json.RawMessage
	err := json.Unmarshal(text, &value)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	at := int(min(max(syntax.Offset-1, 0), int64(len(text))))
	line := bytes.Count(text[:at], []byte("\n")) + 1
	column := at - bytes.LastIndexByte(text[:at], '\n')
	where := fmt.Sprintf("line %d, column %d", line, column)
	for _, word := range []string{"NaN", "Infinity"} { // Python writes them
		if bytes.HasPrefix(text[at:], []byte(word)) {
			return fmt.Errorf("%s: %s is no number; only finite numbers will do", where, word)
		}
	}
	if bytes.Contains([]byte(syntax.Error()), []byte("unexpected end")) {
		return fmt.Errorf("%s: the JSON text ends too early; a whole file would work", where)
	}
	return fmt.Errorf("%s: not JSON (%s); a file as `dpscope convert` describes would work", where, source.Clean(syntax.Error(), 80))
}

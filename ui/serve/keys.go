package serve

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/crypto/ssh"
)

// HostKey returns the server's own key, which it makes where the file does not exist. It refuses a key that others may read.
func HostKey(path string) (ssh.Signer, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeHostKey(path)
	}
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o077 != 0 {
		return nil, fmt.Errorf("the host key %s has mode %04o, so others may use it; chmod 600 %[1]s would work", path, mode)
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s is no private key without a passphrase: %w", path, err)
	}
	return key, nil
}

func makeHostKey(path string) (ssh.Signer, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(key, "dpscope")
	if err != nil {
		return nil, err
	}
	const file, folder = 0o600, 0o700
	if err := os.MkdirAll(filepath.Dir(path), folder); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, file)
	if err != nil {
		return nil, err
	}
	err = pem.Encode(f, block)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
		return nil, err
	}
	return ssh.NewSignerFromSigner(key)
}

// PublicKeys reads the keys of a file, one a line as in authorized_keys; empty lines and those from # on say nothing.
func PublicKeys(path string) (keys []ssh.PublicKey, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		key, _, _, _, err := ssh.ParseAuthorizedKey(line)
		if err != nil {
			return nil, fmt.Errorf("line %d of %s is no public key; a line of an authorized_keys file would work", i+1, path)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s has no public key; a line of an authorized_keys file would work", path)
	}
	return keys, nil
}

package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestServes fetches the page and the program from the server, and stops it by the signal that service managers send.
func TestServes(t *testing.T) {
	folder := built(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := untilStopped()
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, listener, folder) }()
	for _, name := range []string{"index.html", "dpscope.wasm.gz"} {
		place := name
		if name == "index.html" {
			place = ""
		}
		answer, err := http.Get("http://" + listener.Addr().String() + "/" + place)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != http.StatusOK || string(got) != string(want) {
			t.Errorf("%s: %s, %d bytes instead of %d", name, answer.Status, len(got), len(want))
		}
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

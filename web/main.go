// Command web builds the page, on which dpscope runs in a browser, and serves it on this computer.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"dpscope/web/build"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "address to serve the page on")
	out := flag.String("o", "", "write the page into this folder, and serve nothing")
	flag.Parse()
	ctx, stop := untilStopped()
	defer stop()
	if err := run(ctx, *addr, *out); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

// untilStopped returns a context that ends once the program is interrupted or told to terminate.
func untilStopped() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// run builds the page into out, or into dist, which it serves until ctx ends.
func run(ctx context.Context, addr, out string) error {
	if out != "" {
		return build.Page(ctx, ".", out)
	}
	listener, err := net.Listen("tcp", addr) // before a minute of building, in case another program has the address
	if err != nil {
		return fmt.Errorf("%s cannot be served on; a free port by -addr 127.0.0.1:PORT would work: %w", addr, err)
	}
	const dist = "dist"
	fmt.Println("building the page into " + dist)
	if err := build.Page(ctx, ".", dist); err != nil {
		return err
	}
	fmt.Printf("serving http://%s\n", listener.Addr())
	return serve(ctx, listener, dist)
}

// serve serves a folder until ctx ends.
func serve(ctx context.Context, listener net.Listener, folder string) error {
	server := &http.Server{Handler: http.FileServer(http.Dir(folder))}
	context.AfterFunc(ctx, func() { server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

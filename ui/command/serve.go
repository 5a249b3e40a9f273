//go:build !js

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"dpscope/engine/work"
	"dpscope/ui/files"
	"dpscope/ui/lesson"
	"dpscope/ui/serve"
)

// serving returns the command that lets guests in.
func serving() []*cobra.Command { return []*cobra.Command{serveCommand()} }

func serveCommand() *cobra.Command {
	f := serveFlags{limits: serve.Usual}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Let others explore over SSH",
		Long: "Let others explore over SSH, until a signal ends it: ssh -p 2222 HOST opens the program there, and\n" +
			"ssh -p 2222 HOST show ADDRESS, read, export and lesson answer as the commands here do. Without --keys and\n" +
			"--password-file everybody enters, and only from this machine. A guest opens files of --folder alone, runs no program,\n" +
			"and writes nothing but, in a class, the file to hand in. The log on standard error says who came and went.",
		Example: "  dpscope serve\n  dpscope serve --addr :2222 --keys students.keys\n  dpscope serve --addr :2222 --password-file word.txt --class maths.class --teacher me.pub",
		Args:    noArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	c.Flags().StringVar(&f.address, "addr", "127.0.0.1:2222", "address and port to listen at")
	c.Flags().StringVar(&f.keys, "keys", "", "file of the public keys that may enter, one a line")
	c.Flags().StringVar(&f.password, "password-file", "", "file whose first line is the password of all")
	c.Flags().StringVar(&f.host, "host-key", "", "file of the server's own key, made where there is none; without it in your folder of settings")
	c.Flags().StringVar(&f.folder, "folder", "", "folder whose files guests may open")
	c.Flags().StringVar(&f.class, "class", "", "class of the guests, each under the name of a student")
	c.Flags().StringVar(&f.teacher, "teacher", "", "file of the public key of the class's teacher, whose page the class's screens follow")
	c.Flags().IntVar(&f.limits.Guests, "guests", f.limits.Guests, "guests at once, from 1 to 1000")
	c.Flags().DurationVar(&f.limits.Idle, "idle", f.limits.Idle, "time without a key after which a guest leaves")
	return c
}

// serveFlags holds the flags of the command.
type serveFlags struct {
	address, keys, password, host, folder, class, teacher string
	limits                                                serve.Limits
}

// keptByGuests limits the memory in which all guests together keep results, in bytes.
const keptByGuests = 512 << 20

func (f serveFlags) run(c *cobra.Command) error {
	if f.limits.Guests < 1 || f.limits.Guests > 1000 {
		return usageError{fmt.Errorf("guests = %d is outside [1, 1000]", f.limits.Guests)}
	}
	if f.limits.Idle < time.Second {
		return usageError{fmt.Errorf("idle = %v is below a second; 30m would work", f.limits.Idle)}
	}
	if f.keys == "" && f.password == "" && !loopback(f.address) {
		return usageError{fmt.Errorf("at %s everybody could enter; --keys FILE, --password-file FILE or an address of this machine, as 127.0.0.1:2222, would work", f.address)}
	}
	if f.teacher != "" && f.class == "" {
		return usageError{errors.New("--teacher is for a class; --class FILE besides would work")}
	}
	server := &serve.Server{Limits: f.limits, Open: f.keys == "" && f.password == ""}
	if err := f.unlock(server); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	room := &classroomOver{ctx: c.Context(), kept: int64(keptByGuests / f.limits.Guests), inside: map[string]bool{}}
	if f.class != "" {
		whole, err := filepath.Abs(f.class)
		if err != nil {
			return err
		}
		class, err := lessonFlags{}.classOf(c, whole)
		if err != nil {
			return err
		}
		room.class, room.classFile = &class, whole
	}
	if f.folder != "" {
		shared, err := files.NewShared(f.folder)
		if err != nil {
			return err
		}
		if err := os.Chdir(shared.Folder); err != nil {
			return err
		}
		room.shared = &shared
	}
	if memory := work.MemoryOf(c.Context()); memory != nil {
		memory.Last(room.endNewest)
		defer memory.Last(nil)
	}
	var log sync.Mutex
	server.Log = func(line string) {
		log.Lock()
		defer log.Unlock()
		fmt.Fprintln(c.ErrOrStderr(), time.Now().UTC().Format(time.DateTime), plainLine(line))
	}
	server.Serve = room.serve
	gatherGarbage(garbage)
	listener, err := net.Listen("tcp", f.address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("the port of %s is in use; another one, with --addr, would work", f.address)
	}
	if err != nil {
		return fmt.Errorf("no guest can come to %s: %w", f.address, err)
	}
	server.Log(fmt.Sprintf("guests may come to %s; the server's key is %s", listener.Addr(), ssh.FingerprintSHA256(server.Host.PublicKey())))
	return server.Run(ctx, listener)
}

// unlock reads the server's own key and who may enter.
func (f serveFlags) unlock(server *serve.Server) (err error) {
	host := f.host
	if host == "" {
		settings, err := os.UserConfigDir()
		if err != nil {
			return fmt.Errorf("there is no folder of settings for the server's key; --host-key FILE would work: %w", err)
		}
		host = filepath.Join(settings, "dpscope", "host_key")
	}
	if server.Host, err = serve.HostKey(host); err != nil {
		return err
	}
	if f.keys != "" {
		if server.Keys, err = serve.PublicKeys(f.keys); err != nil {
			return err
		}
	}
	if f.teacher != "" {
		keys, err := serve.PublicKeys(f.teacher)
		if err != nil {
			return err
		}
		if len(keys) > 1 {
			return fmt.Errorf("%s has %d public keys, and a class has one teacher; a file with one would work", f.teacher, len(keys))
		}
		server.Teacher = keys[0]
	}
	if f.password != "" {
		text, err := os.ReadFile(f.password)
		if err != nil {
			return err
		}
		word, _, _ := strings.Cut(string(text), "\n")
		if server.Password = strings.TrimSuffix(word, "\r"); server.Password == "" {
			return fmt.Errorf("the first line of %s is empty; a password would work", f.password)
		}
	}
	return nil
}

// loopback reports whether only this machine reaches an address.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// inMemory returns a keeper that forgets at the end of a session.
func inMemory() lesson.Keeper {
	var lock sync.Mutex
	var kept []byte
	return lesson.Through(func() ([]byte, error) {
		lock.Lock()
		defer lock.Unlock()
		if kept == nil {
			return nil, os.ErrNotExist
		}
		return kept, nil
	}, func(text []byte) error {
		lock.Lock()
		defer lock.Unlock()
		kept = text
		return nil
	})
}

// tell writes one line to a guest.
func tell(to io.Writer, line string) { fmt.Fprint(to, "dpscope: "+plainLine(line)+"\r\n") }

// leaving is how a guest's session can be ended.
type leaving struct {
	end   context.CancelCauseFunc
	store *work.Store // of what it computes
	over  chan struct{}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/probe"
	"github.com/mdmp-fortran/mdmp/rtlib"
	"github.com/mdmp-fortran/mdmp/suggest/sent"
)

// launcher finds what starts the ranks in a command for the shell.
var launcher = regexp.MustCompile(`(?:^|[\s;&|(])((?:[\w./-]*/)?(?:mpiexec|mpirun)(?:\.\w+)?)(?:$|\s)`)

// logsSent is the environment in which a program logs what its calls send to a file. Where the MPI of the command is not
// found out nothing is logged.
func logsSent(command []string, file string, errs io.Writer) []string {
	env := []string{sent.Variable + "=" + file}
	m := launcher.FindStringSubmatch(strings.Join(command, " "))
	if m == nil {
		return env
	}
	library, err := sentLibrary(m[1])
	if err != nil {
		fmt.Fprintf(errs, "mdmp: note: the messages of the program as it is are not compared: %v\n", err)
		return env
	}
	if before := os.Getenv("LD_PRELOAD"); before != "" {
		library = before + ":" + library
	}
	return append(env, "LD_PRELOAD="+library)
}

func sentLibrary(launcher string) (string, error) {
	cache, err := rtlib.CacheDir(os.Getenv)
	if err != nil {
		return "", err
	}
	cc, err := probe.FindCompiler(launcher, "", os.Getenv, compiler.Memo{Dir: rtlib.ToolsDir(cache), Env: os.Environ()})
	if err != nil {
		return "", err
	}
	return sent.Library(context.Background(), cache, cc)
}

// message is what two logs have in common of a message.
type message struct {
	peer, tag   int
	bytes, hash uint64
}

// compareSent says whether each message that directives send is one that the program as it is sent, too, from the
// same rank to the same rank with the same tag. Calls that stay send others.
func compareSent(out io.Writer, before, after string) error {
	calls, err := logNames(before)
	if err != nil {
		fmt.Fprintln(out, "the messages of the program as it is were not logged: what directives send is compared by what is printed and written only")
		return nil
	}
	directives, err := logNames(after)
	if err != nil {
		return err
	}
	if len(calls) != len(directives) {
		return fmt.Errorf("%s has logs of %d ranks, %s of %d", before, len(calls), after, len(directives))
	}
	found, others := 0, 0
	for rank := range calls {
		left := map[message]int{}
		err := sentBy(calls[rank], func(m message, _ string) bool { left[m]++; return true })
		if err != nil {
			return err
		}
		same := true
		err = sentBy(directives[rank], func(m message, place string) bool {
			found++
			if left[m]--; left[m] < 0 {
				fmt.Fprintf(out, "%s: rank %d sends rank %d %d bytes with tag %d, hash %016x: the program as it is sends no such message\n", place, rank, m.peer, m.bytes, m.tag, m.hash)
				same = false
			}
			return same
		})
		if err != nil {
			return err
		}
		if !same {
			return status(1)
		}
		for _, n := range left {
			others += n
		}
	}
	fmt.Fprintf(out, "equal: %d messages that directives send, and calls did; %d more are sent by calls\n", found, others)
	return nil
}

// sentBy goes through the messages that a log says were sent.
func sentBy(name string, f func(m message, place string) bool) error {
	l, err := openLog(name)
	if err != nil {
		return err
	}
	defer l.file.Close()
	for {
		e, err := l.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case e.dir == "send" && e.peer >= 0 && !f(message{e.peer, e.tag, e.bytes, e.hash}, e.place):
			return nil
		}
	}
}

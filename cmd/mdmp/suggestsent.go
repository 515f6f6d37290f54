package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	calls, err := filepath.Glob(before + ".*")
	if err != nil || len(calls) == 0 {
		fmt.Fprintln(out, "the messages of the program as it is were not logged: what directives send is compared by what is printed and written only")
		return err
	}
	directives, err := logNames(after)
	if err != nil {
		return err
	}
	found, others := 0, 0
	for rank, name := range directives {
		log := fmt.Sprint(before, ".", rank)
		if !slices.Contains(calls, log) {
			log = "" // a rank that sends nothing has written nothing
		}
		n, more, strange, err := compareSentBy(rank, log, name)
		if err != nil {
			return err
		}
		if strange != "" {
			fmt.Fprintln(out, strange)
			return status(1)
		}
		found, others = found+n, others+more
	}
	fmt.Fprintf(out, "equal: %d messages that directives send, and calls did; %d more are sent by calls\n", found, others)
	return nil
}

// compareSentBy compares what a rank sends by calls and by directives: how many messages are the same, how many are sent by
// calls only, and what is said of a message that no call sent, %d being the rank.
func compareSentBy(rank int, calls, directives string) (found, others int, strange string, err error) {
	left, lengths := map[message]int{}, map[message]bool{}
	if calls != "" {
		err = sentBy(calls, func(m message, _ string) bool {
			left[m]++
			lengths[m.length()] = true
			return true
		})
	}
	if err != nil {
		return 0, 0, "", err
	}
	err = sentBy(directives, func(m message, place string) bool {
		found++
		if left[m]--; left[m] >= 0 {
			return true
		}
		how := "sends no such message"
		if lengths[m.length()] {
			how = "sends messages of that length there that hold something else (times do)"
		}
		strange = fmt.Sprintf("%s: rank %d sends rank %d %d bytes with tag %d, hash %016x: the program as it is %s", place, rank, m.peer, m.bytes, m.tag, m.hash, how)
		return false
	})
	for _, n := range left {
		others += max(n, 0)
	}
	return found, others, strange, err
}

// length is the message, whatever it holds.
func (m message) length() message {
	m.hash = 0
	return m
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

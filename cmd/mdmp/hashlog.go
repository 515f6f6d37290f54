package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// A hash log (spec/abi.md) has a first line "mdmp-hash 1 rank R of N" and a
// line for every message of every exchange:
//
//	exchange operation recv|send peer tag q bytes hash file:line
type hashLog struct {
	name  string
	rank  int
	ranks int
	in    *bufio.Reader
	file  *os.File
	line  int
}

// logEntry is a line of a hash log.
type logEntry struct {
	exchange, op   uint64
	dir            string
	peer, tag      int
	q, bytes, hash uint64
	place          string
}

// openLog opens the log of one rank.
func openLog(name string) (*hashLog, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	l := &hashLog{name: name, file: f, in: bufio.NewReaderSize(f, 1<<16)}
	head, err := l.text()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: not a hash log: it is empty", name)
	}
	var version int
	n, _ := fmt.Sscanf(head, "mdmp-hash %d rank %d of %d", &version, &l.rank, &l.ranks)
	if n != 3 || l.ranks < 1 || l.rank < 0 || l.rank >= l.ranks {
		f.Close()
		return nil, fmt.Errorf("%s: not a hash log (MDMP_HASH writes them)", name)
	}
	if version != 1 {
		f.Close()
		return nil, fmt.Errorf("%s: a hash log of version %d; this mdmp reads version 1", name, version)
	}
	return l, nil
}

// text reads one line. What follows the last line end was not written out: the
// program was aborted.
func (l *hashLog) text() (string, error) {
	s, err := l.in.ReadString('\n')
	if err != nil {
		return "", io.EOF
	}
	l.line++
	return s[:len(s)-1], nil
}

// next reads an entry; io.EOF after the last.
func (l *hashLog) next() (logEntry, error) {
	s, err := l.text()
	if err != nil {
		return logEntry{}, err
	}
	e, ok := parseEntry(s)
	if !ok {
		return logEntry{}, fmt.Errorf("%s:%d: not a line of a hash log: %q", l.name, l.line, s)
	}
	return e, nil
}

// parseEntry reads a line; the place is last, because it may hold blanks.
func parseEntry(s string) (e logEntry, ok bool) {
	f := strings.SplitN(s, " ", 9)
	if len(f) != 9 || f[2] != "recv" && f[2] != "send" || f[8] == "" {
		return e, false
	}
	e.dir, e.place = f[2], f[8]
	var errs [7]error
	e.exchange, errs[0] = strconv.ParseUint(f[0], 10, 64)
	e.op, errs[1] = strconv.ParseUint(f[1], 10, 64)
	e.peer, errs[2] = strconv.Atoi(f[3])
	e.tag, errs[3] = strconv.Atoi(f[4])
	e.q, errs[4] = strconv.ParseUint(f[5], 10, 64)
	e.bytes, errs[5] = strconv.ParseUint(f[6], 10, 64)
	e.hash, errs[6] = strconv.ParseUint(f[7], 16, 64)
	return e, errors.Join(errs[:]...) == nil
}

// logNames returns the files of a run in order of rank. A run is named as in
// MDMP_HASH ("log" for log.0, log.1, ...; "log-%r" for log-0, ...), or by the
// file of one rank, which then stands for that rank alone.
func logNames(run string) ([]string, error) {
	pattern := run
	if !strings.Contains(run, "%r") {
		if _, err := os.Stat(run + ".0"); err != nil {
			if _, err := os.Stat(run); err != nil {
				return nil, fmt.Errorf("no hash log %s or %s.0", run, run)
			}
			return []string{run}, nil
		}
		pattern = run + ".%r"
	}
	var names []string
	for rank := 0; ; rank++ {
		name := strings.Replace(pattern, "%r", strconv.Itoa(rank), 1)
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			break
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no hash log %s", strings.Replace(pattern, "%r", "0", 1))
	}
	return names, nil
}

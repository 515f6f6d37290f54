// Package mpicall says what an MPI call of a program says.
//
// The idea: a table of argument names turns a CALL statement into a Call with named
// parts, whether its arguments are positional or have keywords. What is no call of
// MPI's own (a procedure of the program that is called like one) is none here: that
// is decided by scopes, not by the letters mpi_.
package mpicall

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Kind says what a call does to messages.
type Kind uint8

// Kinds of call.
const (
	Other    Kind = iota // an MPI procedure that moves no message from point to point
	Blocking             // MPI_Send, MPI_Recv
	Post                 // MPI_Isend, MPI_Irecv
	Both                 // MPI_Sendrecv
	Replace              // MPI_Sendrecv_replace
	Wait                 // MPI_Wait, MPI_Waitall
	Init                 // MPI_Send_init, MPI_Recv_init
	Start                // MPI_Start, MPI_Startall
	Foreign              // point to point, in a way that directives do not have; or it may be
)

// shape is a row of the table: the kind, and the names of the arguments in their order.
type shape struct {
	kind Kind
	args string
}

func (s shape) names() []string { return strings.Split(s.args, ",") }

// named are the names of the arguments of a call, "" for those that have none.
func (s shape) named(list []ast.Arg) []string {
	names, out := s.names(), make([]string, len(list))
	for i, a := range list {
		if out[i] = keyword(a.Key()); out[i] == "" && i < len(names) {
			out[i] = names[i]
		}
	}
	return out
}

// shapes has the point-to-point procedures; see also apart. Of those that are Foreign, only what
// decides about matching is named.
var shapes = map[string]shape{
	"mpi_send":               {Blocking, "buf,count,type,dest,tag,comm,ierror"},
	"mpi_recv":               {Blocking, "buf,count,type,source,tag,comm,status,ierror"},
	"mpi_isend":              {Post, "buf,count,type,dest,tag,comm,request,ierror"},
	"mpi_irecv":              {Post, "buf,count,type,source,tag,comm,request,ierror"},
	"mpi_sendrecv":           {Both, "sendbuf,sendcount,sendtype,dest,sendtag,recvbuf,recvcount,recvtype,source,recvtag,comm,status,ierror"},
	"mpi_sendrecv_replace":   {Replace, "buf,count,type,dest,sendtag,source,recvtag,comm,status,ierror"},
	"mpi_wait":               {Wait, "request,status,ierror"},
	"mpi_waitall":            {Wait, "count,requests,statuses,ierror"},
	"mpi_waitany":            {Foreign, "count,requests,index,status,ierror"},
	"mpi_waitsome":           {Foreign, "incount,requests,outcount,indices,statuses,ierror"},
	"mpi_test":               {Foreign, "request,flag,status,ierror"},
	"mpi_testall":            {Foreign, "count,requests,flag,statuses,ierror"},
	"mpi_testany":            {Foreign, "count,requests,index,flag,status,ierror"},
	"mpi_testsome":           {Foreign, "incount,requests,outcount,indices,statuses,ierror"},
	"mpi_ssend":              {Foreign, "buf,count,type,dest,tag,comm,ierror"},
	"mpi_bsend":              {Foreign, "buf,count,type,dest,tag,comm,ierror"},
	"mpi_rsend":              {Foreign, "buf,count,type,dest,tag,comm,ierror"},
	"mpi_issend":             {Foreign, "buf,count,type,dest,tag,comm,request,ierror"},
	"mpi_ibsend":             {Foreign, "buf,count,type,dest,tag,comm,request,ierror"},
	"mpi_irsend":             {Foreign, "buf,count,type,dest,tag,comm,request,ierror"},
	"mpi_send_init":          {Init, "buf,count,type,dest,tag,comm,request,ierror"},
	"mpi_recv_init":          {Init, "buf,count,type,source,tag,comm,request,ierror"},
	"mpi_ssend_init":         {Foreign, "buf,count,type,dest,tag,comm,request,ierror"},
	"mpi_bsend_init":         {Foreign, "buf,count,type,dest,tag,comm,request,ierror"},
	"mpi_rsend_init":         {Foreign, "buf,count,type,dest,tag,comm,request,ierror"},
	"mpi_psend_init":         {Foreign, "buf,partitions,count,type,dest,tag,comm,info,request,ierror"},
	"mpi_precv_init":         {Foreign, "buf,partitions,count,type,source,tag,comm,info,request,ierror"},
	"mpi_isendrecv":          {Foreign, "sendbuf,sendcount,sendtype,dest,sendtag,recvbuf,recvcount,recvtype,source,recvtag,comm,request,ierror"},
	"mpi_isendrecv_replace":  {Foreign, "buf,count,type,dest,sendtag,source,recvtag,comm,request,ierror"},
	"mpi_start":              {Start, "request,ierror"},
	"mpi_startall":           {Start, "count,requests,ierror"},
	"mpi_probe":              {Foreign, "source,tag,comm,status,ierror"},
	"mpi_iprobe":             {Foreign, "source,tag,comm,flag,status,ierror"},
	"mpi_mprobe":             {Foreign, "source,tag,comm,message,status,ierror"},
	"mpi_improbe":            {Foreign, "source,tag,comm,flag,message,status,ierror"},
	"mpi_mrecv":              {Foreign, "buf,count,type,message,status,ierror"},
	"mpi_imrecv":             {Foreign, "buf,count,type,message,request,ierror"},
	"mpi_request_get_status": {Foreign, "request,flag,status,ierror"},
	"mpi_cancel":             {Foreign, "request,ierror"},
	"mpi_request_free":       {Foreign, "request,ierror"},
}

// Call is a call of an MPI procedure.
type Call struct {
	Name string // lower case
	Kind Kind
	Stmt *ast.Stmt
	Args []ast.Arg // as written
	args map[string]ast.Expr
	// Elsewhere: the procedure is named here, and called, if at all, in a way that is not seen.
	Elsewhere bool
	// Included is the file that an INCLUDE line brings it from, where it stands in none that is read.
	Included string
}

// Named reports whether the table has a procedure: it moves messages from point to point, or waits for them.
func Named(name string) bool {
	_, ok := shapes[name]
	return ok
}

// Handed is a call of such a procedure of which nothing is seen but that something names it: it may do all that the
// procedure can.
func Handed(name string, at *ast.Stmt) *Call {
	return &Call{Name: name, Kind: Foreign, Stmt: at, Elsewhere: true}
}

// Arg is an argument by its name in the table, nil if it is not there.
func (c *Call) Arg(name string) ast.Expr { return c.args[name] }

// Parts goes through the arguments that are there, by their names in the table.
func (c *Call) Parts() iter.Seq2[string, ast.Expr] { return maps.All(c.args) }

// Known reports whether the table has the procedure: what another one does that is Foreign may be anything.
func (c *Call) Known() bool { return Named(c.Name) }

// Ends says whether a call sends or receives, at once or when its request is started, or may do so.
func (c *Call) Ends() (send, recv bool) {
	if c.Kind == Foreign && !c.Known() {
		return true, true
	}
	names := shapes[c.Name].names()
	return slices.Contains(names, "dest"), slices.Contains(names, "source")
}

// Makes reports whether a call makes a persistent request, of any kind.
func (c *Call) Makes() bool {
	return c.Kind == Init || c.Kind == Foreign && strings.HasSuffix(c.Name, "_init")
}

// Spoken is the name of the procedure as the standard writes it.
func (c *Call) Spoken() string {
	at := min(len(c.Name), 5)
	return strings.ToUpper(c.Name[:at]) + c.Name[at:]
}

// Of returns the call that a statement is, nil if it is none of MPI. Its names are
// looked up in in.
func Of(t *scope.Table, in *scope.Scope, s *ast.Stmt) *Call {
	b, ok := s.Body.(*ast.Call)
	if !ok {
		return nil
	}
	id, ok := b.X.(*ast.Ident)
	if !ok {
		return nil
	}
	name := MPIName(t, in, id.Name)
	if name == "" {
		return nil
	}
	name = strings.TrimPrefix(name, "p")
	c := &Call{Name: name, Stmt: s, Args: b.Args, args: map[string]ast.Expr{}}
	sh, ok := shapes[name]
	if !ok {
		if !apart(name) {
			c.Kind = Foreign
		}
		return c
	}
	c.Kind = sh.kind
	for i, name := range sh.named(b.Args) {
		if name != "" {
			c.args[name] = b.Args[i].X
		}
	}
	return c
}

// Inputs says of each argument of a procedure of MPI whether it is certainly a value that is
// read and nothing else.
func Inputs(name string, list []ast.Arg) []bool {
	out := make([]bool, len(list))
	sh, ok := shapes[name]
	if !ok {
		return out
	}
	for i, arg := range sh.named(list) {
		out[i] = Input(arg)
	}
	return out
}

// Behind says of each argument of a procedure of MPI that returns before it is done whether it may be used behind that. Of
// numbers it has copies; requests, windows and error codes are there when it returns.
func Behind(name string, list []ast.Arg) []bool {
	out := make([]bool, len(list))
	sh, known := shapes[name]
	if !known {
		none := handles(strings.TrimPrefix(name, "mpi_"))
		for i, a := range list {
			last := i >= len(list)-none && a.Keyword == nil
			out[i] = !last && a.Key() != "request" && a.Key() != "ierror"
		}
		return out
	}
	for i, arg := range sh.named(list) {
		out[i] = !Input(arg) && arg != "request" && arg != "ierror"
	}
	return out
}

// handles says how many of the last arguments of a nonblocking procedure are no memory, also where module mpi_f08 lets the error code be left out.
func handles(name string) int {
	switch {
	case name == "win_attach", strings.HasPrefix(name, "buffer_"):
		return 0
	case name[0] == 'i', strings.HasSuffix(name, "_init"), strings.HasPrefix(name, "file_i"), name[0] == 'r':
		return 2 // the request, too
	}
	return 1
}

// Input reports whether an argument, by its name in the table, is a value that is read and nothing else.
func Input(arg string) bool {
	switch arg {
	case "count", "type", "dest", "source", "tag", "comm", "sendcount", "sendtype", "sendtag", "recvcount", "recvtype", "recvtag":
		return true
	}
	return false
}

// With returns the call with other arguments, false if one has no other form.
func (c *Call) With(other func(ast.Expr) (ast.Expr, bool)) (*Call, bool) {
	d := *c
	d.args = map[string]ast.Expr{}
	for name, x := range c.args {
		y, ok := other(x)
		if !ok {
			return nil, false
		}
		d.args[name] = y
	}
	return &d, true
}

// Coded returns the call with the error code of another one.
func (c *Call) Coded(o *Call) *Call {
	d := *c
	d.args = maps.Clone(c.args)
	delete(d.args, "ierror")
	if x := o.args["ierror"]; x != nil {
		d.args["ierror"] = x
	}
	return &d
}

// keyword turns the keyword of an argument into a name of the table.
func keyword(key string) string {
	switch key {
	case "datatype":
		return "type"
	case "array_of_requests":
		return "requests"
	case "array_of_statuses":
		return "statuses"
	case "array_of_indices":
		return "indices"
	}
	return key
}

// Complete reports whether all arguments that matter are there.
func (c *Call) Complete() bool {
	for _, name := range shapes[c.Name].names() {
		if name != "" && name != "ierror" && c.args[name] == nil {
			return false
		}
	}
	return true
}

// MPIName returns the name of MPI that a name stands for in a scope, "" if it is the
// program's own. A name that nothing declares, and that MPI may have, is taken for
// MPI's: it comes with an include file that was not seen, or the program does not compile.
func MPIName(t *scope.Table, s *scope.Scope, name string) string {
	if s == nil {
		return ""
	}
	y := s.Lookup(name)
	if m := t.MPIName(y, name); m != "" {
		return m
	}
	if strings.HasPrefix(name, "mpi_") && (y == nil || y.Unsure != "" && y.Maybe == nil || y.Has(scope.Implicit)) && (y == nil || y.Unit == nil) {
		return name
	}
	return ""
}

// Constant returns the name of the constant of MPI that an expression is, also by a
// named constant of the program; "" if it is none.
func Constant(t *scope.Table, s *scope.Scope, x ast.Expr) string {
	for range 8 {
		id, ok := ast.Unparen(x).(*ast.Ident)
		if !ok || s == nil {
			return ""
		}
		if m := MPIName(t, s, id.Name); m != "" {
			return m
		}
		y := s.Lookup(id.Name)
		if y == nil || y.Unsure != "" || y.Class != scope.Constant {
			return ""
		}
		if y = y.Root(); y.Init == nil {
			return ""
		}
		x, s = y.Init, y.Scope // its names are those of the unit that declares it
	}
	return ""
}

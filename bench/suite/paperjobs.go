package suite

import (
	"fmt"
	"math"

	"github.com/mdmp-fortran/mdmp/bench/measure"
)

const plainMPI = "plain MPI"

// stream are the STREAM loops in and out of a region, of "Managed data message passing".
func stream() paper {
	return paper{
		name:  "stream",
		title: "STREAM loops: the cost of following accesses",
		note: "tracked: the last 4096 elements that a loop writes are sent, to the same rank; no: to nobody;\n" +
			"always: as yes, but nothing is given up that wins nothing. called, inlined: each write is counted. outside: in the file of auto, outside of a region.\n" +
			"By hand: count is a counter for each write, inlined; writes a call for each; calls a call for each access.\n" +
			"The paper's system took about ten times as long.",
		sources: []string{"common/bench.f90", "common/work.f90", "monitor/track.f90", "monitor/hand.f90", "papers/contest.f90",
			"papers/stream_directive.f90", "papers/stream.f90"},
		hand: []string{"plain", "again", "outside", "count", "writes", "calls"}, baseline: "the untouched loop",
		forms:  formsOf("auto", "counted", "called", "inlined"),
		places: []string{SharedMemory},
		jobs: func(_ Place, opt Options) []Job {
			elements := 4000000
			if opt.Quick {
				elements = 400000
			}
			var jobs []Job
			for _, kernel := range []string{"copy", "scale", "add", "triad"} {
				add := func(sent, always int, env ...string) {
					jobs = append(jobs, Job{Ranks: 1, Env: env, Args: []string{"kernel=" + kernel, fmt.Sprintf("elements=%d", elements), fmt.Sprintf("sent=%d", sent),
						fmt.Sprintf("always=%d", always), number("budget", opt.Budget), number("warm", warmth(opt, 12))}})
				}
				add(0, 0)
				add(4096, 0)
				add(4096, 1, "MDMP_TUNE=0")
			}
			return jobs
		},
		told: streamTold,
		axis: "kernel", panel: []string{"tracked"},
	}
}

// streamTold: at most 1.02 of the untouched loop where boxes are counted, 1.25 where each element is, in line; no more outside of a region.
func streamTold(c measure.Case) told {
	others := []goal{{"counted", 1 / monitorGoal}, {"outside", 1}}
	if c.Params["tracked"] != "no" {
		others = append(others, goal{"inlined", 1 / 1.25})
	}
	return told{paper: 0.1, goal: 1 / monitorGoal, others: others}
}

// pong are the pingpongs of "Managed data message passing" (Jackson and Strand).
func pong() paper {
	return paper{
		name:  "pong",
		title: "The pingpongs of Managed data message passing",
		note: "1024 elements are computed, some of them sent, to and fro. delay: additions for an element.\n" +
			"nonblock: by hand, nonblocking calls that are complete on the spot: what the directives are held to.\n" +
			"The paper's selectivedelaypingpong gains from 16 (1 of 1024 elements) and 32 additions (32 of 1024) on; it has no ratios.",
		sources: []string{"common/bench.f90", "common/work.f90", "papers/contest.f90", "papers/pong_directive.f90",
			"papers/pong_hand.f90", "papers/pong.f90"},
		hand:  []string{"mpi", "again", "nonblock"}, // by calls that are complete on the spot, as directives are by their rule
		forms: formsOf("auto", "counted", "element", "delta", "api"), baseline: plainMPI,
		places: []string{SharedMemory, "1gbit"},
		jobs: func(_ Place, opt Options) []Job {
			sent, delays := []int{1024, 32, 1}, []int{0, 8, 16, 32, 100, 1000}
			if opt.Quick {
				sent, delays = []int{1024, 1}, []int{0, 16}
			}
			var jobs []Job
			for _, s := range sent {
				for _, d := range delays {
					jobs = append(jobs, Job{Ranks: 2, Args: []string{fmt.Sprintf("sent=%d", s), fmt.Sprintf("delay=%d", d),
						number("budget", opt.Budget), number("warm", warmth(opt, 48))}})
				}
			}
			return jobs
		},
		told: pongTold, against: []string{"nonblock"},
		axis: "delay", panel: []string{"sent"},
	}
}

// pongTold: never under 0.97; faster from half the delay of the paper on.
func pongTold(c measure.Case) told {
	least := map[string]float64{"1": 8, "32": 16}[c.Params["sent"]]
	if least > 0 && c.Number("delay") >= least {
		return told{goal: 1}
	}
	return told{goal: 0.97}
}

func warmth(opt Options, rounds float64) float64 {
	if opt.Quick {
		return 2
	}
	return rounds
}

// paperJob has ranks sleep instead of computing where they outnumber processors.
func paperJob(ranks int, args []string, opt Options) Job {
	if ranks <= opt.Cores {
		return Job{Ranks: ranks, Args: args}
	}
	return Job{Ranks: ranks, Args: append(args, "crowded=1"), Env: []string{"MDMP_SPIN=1"}}
}

// crowd is how many ranks make each form that wins nothing expensive: there only those that may win are measured.
const crowd = 16

func chainJob(ranks int, args []string, opt Options) Job {
	if ranks >= crowd && !opt.HandOnly {
		args = append(args, "variants=mpi,pieces,overlap,auto,delta,api")
	}
	return paperJob(ranks, args, opt)
}

// kernelJob leaves out a message for each element where ranks outnumber processors: a step takes seconds.
func kernelJob(ranks int, args []string, opt Options) Job {
	if ranks > opt.Cores && !opt.HandOnly && !opt.Quick {
		args = append(args, "variants=mpi,again,overlap,auto,counted,delta,kilo")
	}
	return paperJob(ranks, args, opt)
}

// chainTold are the figures of the delta send-recv papers, and the goals, by kernel and ranks.
var chainTold = map[string]map[string]told{
	"pair":    {"2": {paper: 1.7, goal: 2.5}},
	"cascade": {"16": {paper: 7.9, goal: 15}, "29": {paper: 23, goal: 25}},
	"ring":    {"4": {paper: 1.12, goal: 1.3}, "16": {paper: 1.23, goal: 1.3}},
	"reduce":  {"16": {paper: 2.9, goal: 3.5}},
}

// chains are the kernels of the delta send-recv papers (Bao, Ding and others).
func chains() paper {
	return paper{
		name:  "chains",
		title: "The chains of delta send-recv",
		note: "A block between ranks, each of which computes for all of it. asleep: ranks outnumber processors, so they sleep for as long as\n" +
			"they would compute. But for empty, computation is as long as the wire. The papers' figures are for 400 KB and computation that is balanced\n" +
			"with their wire, 7.9 and 23 of two papers; of ring they have 1.12 to 1.23. overlap: by hand, tile by tile, as compilers do it that know MPI (ring).\n" +
			"pair: four blocks, each begun when the one before is answered, round which paged has one region.",
		sources: []string{"common/bench.f90", "common/work.f90", "papers/contest.f90", "papers/chain_hand.f90",
			"papers/chain_directive.f90", "papers/chain.f90"},
		hand:  []string{"mpi", "again", "pieces", "overlap"}, // by an expert, in pieces; by a compiler
		forms: formsOf("auto", "same", "counted", "element", "delta", "paged", "api", "apipaged"), baseline: plainMPI,
		places: []string{"200mbit"},
		jobs:   chainJobs,
		told: func(c measure.Case) told {
			if w := c.Params["work"]; w != "trig" && w != "labour" || c.Params["bytes"] != "409600" {
				return told{}
			}
			is := chainTold[c.Params["kernel"]][c.Params["ranks"]]
			is.others = byPages(c)
			return is
		},
		axis: "ranks", panel: []string{"kernel", "work", "bytes"},
	}
}

// byPages is the goal of the API by pages: no more than 15 % slower than annotated.
func byPages(c measure.Case) []goal {
	annotated, _, _ := speedup(c, "api", "mpi")
	if math.IsNaN(annotated) {
		return nil
	}
	return []goal{{"apipaged", annotated / 1.15}}
}

// surface is the pair by lengths of message and increment.
func surface() paper {
	p := chains()
	p.name, p.title = "surface", "Increments of delta send-recv, annotated and by pages"
	p.note = "A pair; computation is as long as the wire. The increment is that of pieces, of the directives and of the API, of these two at most 8192;\n" +
		"element's is an element, delta's a page of 4096.\n" +
		"paged: the directives stand round code that is not seen; four pages (16 KB) are opened at a time, and its receives are complete before that code, so that 1.5 is the most.\n" +
		"apipaged: the API by pages; receives wait where they are touched. Its goal is to be no more than 15 % slower than api at 400 KB."
	p.forms = formsOf("auto", "counted", "element", "delta", "paged", "api", "apipaged")
	p.jobs = func(_ Place, opt Options) []Job {
		messages, increments := []int{8192, 65536, 409600, 1048576}, []int{4096, 8192, 16384, 40960}
		if opt.Quick {
			messages, increments = []int{65536}, []int{4096}
		}
		var jobs []Job
		for _, bytes := range messages {
			for _, increment := range increments {
				if increment > bytes {
					continue
				}
				jobs = append(jobs, Job{Ranks: 2, Env: []string{fmt.Sprintf("MDMP_DELTA=%d", min(increment, 8192))}, Args: []string{"kernel=surface", "work=labour", fmt.Sprintf("bytes=%d", bytes), "column=4096",
					fmt.Sprintf("increment=%d", increment), number("budget", opt.Budget), number("warm", surfaceWarmth(opt, bytes))}})
			}
		}
		return jobs
	}
	p.told = func(c measure.Case) told {
		if c.Params["bytes"] != "409600" {
			return told{}
		}
		return told{others: byPages(c)}
	}
	p.axis, p.panel = "increment", []string{"bytes"}
	return p
}

func chainWarmth(opt Options, bytes int) float64 {
	return warmth(opt, math.Round(3.7e7/float64(bytes+400000)))
}

// manyElements is how long messages may be of which each element is sent by itself: beyond, a step takes seconds.
const manyElements = 1 << 20

// surfaceWarmth: a pass is four blocks. After fewer than 32 the run time's trials are not over.
func surfaceWarmth(opt Options, bytes int) float64 {
	passes := math.Ceil(chainWarmth(opt, bytes) / 4)
	if !opt.Quick {
		passes = max(passes, 8)
	}
	return passes
}

func chainJobs(p Place, opt Options) []Job {
	var jobs []Job
	add := func(kernel string, ranks, bytes int, works ...string) {
		for _, work := range works {
			args := []string{"kernel=" + kernel, "work=" + work, fmt.Sprintf("bytes=%d", bytes), number("budget", 2*opt.Budget)}
			if kernel == "pair" {
				args = append(args, "steps=4", number("warm", surfaceWarmth(opt, bytes)))
			} else {
				args = append(args, number("warm", chainWarmth(opt, bytes)))
			}
			if bytes > manyElements && ranks < crowd && !opt.HandOnly {
				args = append(args, "variants=mpi,again,pieces,overlap,auto,same,counted,delta,paged,api,apipaged")
			}
			jobs = append(jobs, chainJob(ranks, args, opt))
		}
	}
	if opt.Quick {
		add("pair", 2, 65536, "random", "trig")
		add("cascade", 3, 65536, "labour")
		add("ring", 3, 65536, "labour")
		add("reduce", 4, 65536, "labour")
		return jobs
	}
	// First what the papers have figures of.
	const bytes = 409600
	add("pair", 2, bytes, "trig")
	add("cascade", 16, bytes, "labour")
	add("ring", 16, bytes, "labour")
	add("reduce", 16, bytes, "labour")
	add("ring", 4, bytes, "labour")
	add("cascade", 29, bytes, "labour")
	add("pair", 2, bytes, "empty", "random")
	add("ring", 2, bytes, "trig")
	add("reduce", 2, bytes, "trig")
	add("cascade", 4, bytes, "labour")
	add("reduce", 4, bytes, "labour")
	add("pair", 2, 10*bytes, "random", "trig")
	add("ring", 2, 10*bytes, "trig")
	add("reduce", 2, 10*bytes, "trig")
	add("ring", 29, bytes, "labour")
	add("reduce", 29, bytes, "labour")
	for _, ranks := range []int{8, 32} {
		for _, kernel := range []string{"cascade", "ring", "reduce"} {
			add(kernel, ranks, bytes, "labour")
		}
	}
	for _, ranks := range []int{4, 16} { // with 4 MB a round of 29 takes longer than a machine is quiet
		for _, kernel := range []string{"cascade", "ring", "reduce"} {
			add(kernel, ranks, 10*bytes, "labour")
		}
	}
	add("pair", 2, 10*bytes, "empty")
	return jobs
}

// SlowWire is one on which the 10 KB of a wavefront take as long as its computation. Its bucket is smaller than the
// others', which such a message would fit in.
const SlowWire = "3mbit"

// kernelsTold are what the papers say of codes, on 16 ranks where they are many, and the goals.
var kernelsTold = map[string]told{
	"wavefront 16": {paper: 2.16, goal: 2.5},
	"rows 2":       {paper: 1.9, goal: 1.9},
	"smooth 8":     {paper: 1.05, goal: 1.1},
}

// kernels are those that the papers took from codes, and a sparse matrix with an indexed halo.
func kernels() paper {
	return paper{
		name:  "kernels",
		title: "Kernels of codes: wavefront, sum of rows, smoother, sparse matrix",
		note: "wavefront: LU's, messages of 8*n bytes, m points for each of their elements (the paper: 2.52 with increments of 1 KB). Of one block a rank\n" +
			"on a square of ranks no order wins more than 1.50 (4 ranks) and 1.75 (16) of the computation; at 3 Mbit/s the wire takes as long as the computation.\n" +
			"rows: HYCOM's xcsum, n rows of m elements. smooth: MG's, m**3 points. product: n rows of a sparse matrix, 1/m of them in an indexed halo.\n" +
			"asleep: ranks outnumber processors, so they sleep instead of computing. overlap: by hand, of independent computation alone;\n" +
			"a wavefront and a sum in the ranks' order have none. By pages nothing can be won here (docs/bench.md); the sum of rows is a pair, as in chains.",
		sources: []string{"common/bench.f90", "common/work.f90", "papers/contest.f90", "papers/kernels_directive.f90",
			"papers/kernels_hand.f90", "papers/kernels.f90"},
		hand:  []string{"mpi", "again", "overlap"}, // of independent computation
		forms: formsOf("auto", "counted", "element", "delta", "kilo"), baseline: plainMPI,
		places: []string{"200mbit", SlowWire},
		jobs:   kernelJobs,
		told: func(c measure.Case) told {
			return kernelsTold[c.Params["kernel"]+" "+c.Params["ranks"]]
		},
		axis: "ranks", panel: []string{"kernel"},
	}
}

// kernelJobs: effort is microseconds for a column, a row or a plane.
func kernelJobs(p Place, opt Options) []Job {
	var jobs []Job
	add := func(kernel string, ranks, n, m, effort int) {
		args := []string{"kernel=" + kernel, fmt.Sprintf("n=%d", n), fmt.Sprintf("m=%d", m), fmt.Sprintf("effort=%d", effort),
			number("budget", 2*opt.Budget), number("warm", warmth(opt, 48))}
		if kernel == "product" {
			// A solver's iterations: the index arrays are read once for all steps of a stay in the region.
			args = append(args, "pass=0.1")
		}
		jobs = append(jobs, kernelJob(ranks, args, opt))
	}
	if p.Where == SlowWire {
		if !opt.Quick {
			add("wavefront", 4, 1280, 40, 22)
			add("wavefront", 16, 1280, 40, 22)
		}
		return jobs
	}
	if opt.Quick {
		add("wavefront", 4, 1280, 20, 1)
		add("rows", 2, 4000, 20, 1)
		add("smooth", 8, 0, 12, 10)
		add("product", 2, 20000, 50, 0)
		return jobs
	}
	add("wavefront", 4, 1280, 40, 10)
	add("wavefront", 16, 1280, 40, 10)
	add("rows", 2, 51200, 40, 1)
	add("smooth", 2, 0, 64, 0)
	add("smooth", 8, 0, 64, 200)
	for _, edge := range []int{500, 50, 10} {
		add("product", 2, 200000, edge, 0)
	}
	return jobs
}

/* The C face of the MDMP run time: what translated Fortran calls, by way of
 * the module mdmp_rt. Described in spec/abi.md. Nothing else is exported. */
#ifndef MDMP_H
#define MDMP_H

#include <stdint.h>

#define MDMP_VERSION 1 /* of the wire and of this interface */
#define MDMP_WORLD (-2147483647)    /* no communicator is said: that of mdmp_inherit_begin, or the private duplicate of MPI_COMM_WORLD */
#define MDMP_UNTAGGED (-2147483647) /* no tag is said: that of mdmp_inherit_begin, or 0 */

struct CFI_cdesc_t; /* ISO_Fortran_binding.h */

#ifdef __cplusplus
extern "C" {
#endif

/* An exchange: begin, receives and sends in any order, end. names, or NULL: what errors call the
 * variables that may have no storage, "12:u;14:,v;15:a or b", see spec/abi.md. */
void mdmp_begin(int64_t *x, const char *file, int line, const char *names);
void mdmp_end(int64_t *x);

void mdmp_recv(int64_t *x, int line, struct CFI_cdesc_t *section, int peer, int tag, const void *comm);
void mdmp_send(int64_t *x, int line, struct CFI_cdesc_t *section, int peer, int tag, const void *comm);

/* count elements in array element order, from element offset (0-based). */
void mdmp_recv_count(int64_t *x, int line, struct CFI_cdesc_t *array, long long offset, long long count,
                     int peer, int tag, const void *comm);
void mdmp_send_count(int64_t *x, int line, struct CFI_cdesc_t *array, long long offset, long long count,
                     int peer, int tag, const void *comm);

/* One message of several sections: its parts in order, then what to do. */
void mdmp_part(int64_t *x, struct CFI_cdesc_t *section);
void mdmp_part_count(int64_t *x, struct CFI_cdesc_t *array, long long offset, long long count);

/* The part that is section, but in its dimension dim (from 1) the elements that list names: integers of any kind, counted
 * from low. It is looked at now, and may change afterwards. once: no element may be in it twice (a receive). */
void mdmp_part_list(int64_t *x, int line, struct CFI_cdesc_t *section, int dim, long long low, struct CFI_cdesc_t *list, int once);

/* Checks (MDMP_VERIFY) that no element is twice in the list of a receive. */
void mdmp_distinct(int64_t *x, int line, const long long *list, long long n);
void mdmp_recv_parts(int64_t *x, int line, int peer, int tag, const void *comm);
void mdmp_send_parts(int64_t *x, int line, int peer, int tag, const void *comm);

/* Does nothing; tells the compiler that the variable may have changed. */
void mdmp_keep(struct CFI_cdesc_t *a);

/* The same for up to eight arrays that lie in one piece, by their addresses (NULL: no such argument). Where
 * other functions have such arguments at their end they are passed for the same reason. */
#define MDMP_EIGHT \
  void *a1, void *a2, void *a3, void *a4, void *a5, void *a6, void *a7, void *a8
void mdmp_touch(MDMP_EIGHT);

/* ---- mode auto: spec/nests.md ---- */

/* Said after mdmp_begin: the run time decides how the sends of this exchange go,
 * and, with how = 1, receives may stay pending after mdmp_end. how = 2: nothing
 * is proved, but what is sent may become known from history. */
void mdmp_manage(int64_t *x, int how);

/* Said before the receive at line is stated: it completes at mdmp_end all the same. */
void mdmp_prompt(int64_t *x, int line);

/* The handle of the exchange that begins at file:line. */
void mdmp_site(int64_t *x, const char *file, int line);

/* Completes pending receives that share storage with a; all of them; all of them, and grants of arrays end. */
void mdmp_need(struct CFI_cdesc_t *a);
void mdmp_need_all(void);

/* A loop in which each statement asks: whether a receive into a is pending. Before a statement: completes what is pending for
 * the section, some of the variable whole, which may change; returns 0 if no receive is pending any more. */
int mdmp_expects(struct CFI_cdesc_t *a);
int mdmp_use(struct CFI_cdesc_t *section, struct CFI_cdesc_t *whole);

void mdmp_settle(void);

/* What stands before has completed what is needed at a place; while there is no news there is nothing to complete. */
void mdmp_quiet(int64_t *x);

/* A managed procedure is entered: returns 0 if nothing is pending. mdmp_visit is for one that leaves nothing
 * pending when it returns, whatever is granted to it. Before a call of a procedure of another file: completes all,
 * unless it is known to be managed. */
int mdmp_enter(int64_t *p, const char *name);
int mdmp_visit(int64_t *p, const char *name);
void mdmp_call(int64_t *p, const char *name);

/* Before and behind the call of a procedure that the program says is harmless: MDMP_VERIFY checks that it waits for nobody. */
void mdmp_trusted(int64_t *p, const char *file, int line, const char *name);
void mdmp_trusted_over(int64_t *p, const char *file, int line, const char *name);

/* Not 0 while MDMP_PROFILE asks for what mdmp_whole says: right before a loop that stays whole, an array that it writes. */
extern int mdmp_profiled;
void mdmp_whole(const char *file, int line, const char *why, struct CFI_cdesc_t *a);

/* Not 0 with MDMP_VERIFY: right before the statement at file:line, what it touches of an array. That nothing of it is still to be received was
 * proved: of what is preposted, and (ahead = 0) of what is pending. */
extern int mdmp_verified;
void mdmp_apart(const char *file, int line, int ahead, struct CFI_cdesc_t *section);

/* Whether a procedure that is to be called can make use of a grant, as far as is known. */
int mdmp_grants(int64_t *p, const char *name);

/* Right before the call of a managed procedure: what it may leave pending. The arrays of mdmp_grant_array, or
 * (mdmp_pass) what was granted to the procedure of handle mine and name my_name itself. */
void mdmp_grant(int64_t *p, const char *name);
void mdmp_grant_array(struct CFI_cdesc_t *a);
void mdmp_pass(int64_t *p, const char *name, int64_t *mine, const char *my_name);

/* All memory is granted with it, but the variables of mdmp_grant_not; or, of what is handed on, only the arrays. */
void mdmp_grant_all(void);
void mdmp_grant_named(void);
void mdmp_grant_not(struct CFI_cdesc_t *a);

/* In the procedure, instead of mdmp_manage: receives may stay pending as far as was granted to it. */
void mdmp_deferrable(int64_t *x, int64_t *p, const char *name);

/* Memory is about to be freed or moved: what was granted so far holds no longer. */
void mdmp_revoke(void);

/* A list of mdmp_fire begins. */
void mdmp_fire_begin(void);

/* What the send at line of exchange ex will state is complete. flags: 1 proved, 2 of a list: behind those before it. */
void mdmp_fire(const int64_t *ex, int line, int flags, struct CFI_cdesc_t *section, int peer, int tag,
               const void *comm);

/* Nobody touches what some receives of the exchange at file:line receive into until it is executed, which is certain. Not
 * 0: they may be stated now, by mdmp_recv and its kin with handle x in the order of the exchange, and mdmp_preposted. */
int mdmp_prepost(int64_t *x, const char *file, int line);
void mdmp_preposted(int64_t *x);

/* Nests. bounds: lo, hi, step of each of nloops loops; flags: 1 any order, 2 cuts on multiples of 64. */
void mdmp_nest_begin(int64_t *x, const char *file, int line, int flags, int nloops, const long long *bounds);
/* Before mdmp_nest_array: subscripts in its dimension dim (from 1) are elements of index, as spec says, and plus; both count from
 * 0. Flags: 1 nothing of that changes while this region is executed, 2 each iteration looks there. With from and to: elements array(spec) + plus
 * to array(spec) + plus of index are meant, counted from 0. */
void mdmp_nest_lookup(int64_t *x, int dim, long long plus, int flags, struct CFI_cdesc_t *index, const long long *spec);
void mdmp_nest_from(int64_t *x, long long plus, struct CFI_cdesc_t *array, const long long *spec);
void mdmp_nest_to(int64_t *x, long long plus, struct CFI_cdesc_t *array, const long long *spec);
void mdmp_nest_array(int64_t *x, struct CFI_cdesc_t *array, int access, const long long *spec);
void mdmp_nest_arrays(int64_t *x, const int *table, const long long *values, MDMP_EIGHT);
/* The same for an allocatable array, which Fortran passes to a dummy with TARGET (mdmp_rt.f90). */
void mdmp_nest_allocated(int64_t *x, const int *table, const long long *values, void *array);
void mdmp_nest_prints(int64_t *x, const int *table, const long long *values, struct CFI_cdesc_t *array);
void mdmp_nest_disjoint(int64_t *x, struct CFI_cdesc_t *a, struct CFI_cdesc_t *b);
void mdmp_nest_feed(int64_t *x, const int64_t *ex, int line, int flags, struct CFI_cdesc_t *section, int peer, int tag,
                    const void *comm);
void mdmp_nest_part(int64_t *x, struct CFI_cdesc_t *section);
void mdmp_nest_part_count(int64_t *x, struct CFI_cdesc_t *array, long long offset, long long count);
void mdmp_nest_feed_parts(int64_t *x, const int64_t *ex, int line, int flags, int peer, int tag, const void *comm);
int mdmp_nest_idle(int64_t *x, const char *file, int line, MDMP_EIGHT);
int mdmp_nest_asks(const int64_t *x);
/* Counts of what the nest writes, a byte for each of n elements of elem bytes; NULL: nothing is to be counted. mdmp_wrote counts a write of an element
 * of the array. */
void *mdmp_nest_elements(int64_t *x, const void *array, int elem, long long n);
void mdmp_wrote(void *counts, const void *element, const void *array, int elem);

void mdmp_unit(int64_t *x, const char *file, int line);
long long mdmp_unit_next(int64_t *x, long long k, int ends);
int mdmp_nest_next(int64_t *x, long long *box, MDMP_EIGHT);

/* Regions in execution that overlap; more if one was left without a word. 0: whatever a managed procedure
 * could ask for is done, so that it need not ask. */
extern int mdmp_awake;

/* 0 where mdmp_awake is; else a number that changes whenever something has happened that a place which had nothing
 * to do has to know. The second word of a handle is what it was when its place had nothing to do last, so as long
 * as they are equal the place need not ask. */
extern int64_t mdmp_news;

/* Always 0, which compilers cannot know: a loop whose variable is a sum with it is nothing they can join with others. */
extern volatile long long mdmp_zero;
void mdmp_region_begin(int64_t *r, const char *file, int line);
void mdmp_region_comm(int64_t *r, const void *comm);
void mdmp_region_delta(int64_t *r, int64_t bytes);
void mdmp_region_elements(int64_t *r);
void mdmp_region_paged(int64_t *r, int on);

/* Behind mdmp_region_begin or mdmp_region_shut: what messages mean that say no communicator (MDMP_WORLD) or no tag (MDMP_UNTAGGED), up to
 * mdmp_inherit_end; each may be unsaid here, too, and means what it meant before. Threads of an OpenMP team change nothing. */
void mdmp_inherit_begin(const void *comm, int tag);
void mdmp_inherit_end(void);

/* In place of mdmp_region_begin where the region's condition is false: until mdmp_region_end nothing that stands in it is
 * managed, nor what is called, if it is in no region of its own. Never collective. */
void mdmp_region_shut(int64_t *r, const char *file, int line);
void mdmp_region_end(int64_t *r);

/* Collective: makes the private communicators. */
void mdmp_init(const char *file, int line);
void mdmp_init_comm(const char *file, int line, const void *comm);

#ifdef __cplusplus
}
#endif
#endif

! MDMP run time: the Fortran side of the interface (spec/abi.md).
!
! Translated code reaches the run time through this module alone. Sections
! arrive in C as descriptors (type(*), dimension(..)): base address, extents
! and strides of any variable, without a copy. All kinds are explicit, so that
! -fdefault-integer-8 and the like change nothing.
module mdmp_rt
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_long_long, c_char, c_signed_char, mdmp_address => c_ptr, &
    mdmp_is => c_associated, mdmp_lead => c_f_pointer
  implicit none
  private

  public :: mdmp_begin, mdmp_end
  public :: mdmp_recv, mdmp_recv_count, mdmp_recv_parts
  public :: mdmp_send, mdmp_send_count, mdmp_send_parts
  public :: mdmp_part, mdmp_part_count, mdmp_part_list
  public :: mdmp_keep, mdmp_keep_object, mdmp_touch, mdmp_distinct
  public :: mdmp_region_begin, mdmp_region_comm, mdmp_region_delta, mdmp_region_elements, mdmp_region_paged, mdmp_region_shut, &
    mdmp_inherit_begin, mdmp_inherit_end, mdmp_region_end
  public :: mdmp_init, mdmp_init_comm
  public :: mdmp_awake, mdmp_news, mdmp_zero
  public :: mdmp_manage, mdmp_prompt, mdmp_site, mdmp_need, mdmp_need_all, mdmp_settle, mdmp_fire, mdmp_fire_begin
  public :: mdmp_nest_elements, mdmp_wrote, mdmp_byte, mdmp_address, mdmp_is, mdmp_lead
  public :: mdmp_expects, mdmp_use, mdmp_prepost, mdmp_preposted
  public :: mdmp_quiet, mdmp_visit, mdmp_grants
  public :: mdmp_trusted, mdmp_trusted_over
  public :: mdmp_profiled, mdmp_whole
  public :: mdmp_verified, mdmp_apart
  public :: mdmp_enter, mdmp_call, mdmp_grant, mdmp_grant_array, mdmp_pass, mdmp_deferrable, mdmp_revoke
  public :: mdmp_grant_all, mdmp_grant_named, mdmp_grant_not
  public :: mdmp_nest_begin, mdmp_nest_idle, mdmp_nest_asks, mdmp_nest_array, mdmp_nest_arrays, mdmp_nest_prints
  public :: mdmp_nest_allocated
  public :: mdmp_nest_lookup, mdmp_nest_from, mdmp_nest_to
  public :: mdmp_nest_disjoint, mdmp_nest_next, mdmp_unit, mdmp_unit_next
  public :: mdmp_nest_feed, mdmp_nest_part, mdmp_nest_part_count, mdmp_nest_feed_parts
  public :: mdmp_fixed, mdmp_certain
  public :: mdmp_any_order, mdmp_grid64, mdmp_tested, mdmp_one_box, mdmp_reads, mdmp_writes
  public :: mdmp_final, mdmp_counted, mdmp_counted_too, mdmp_listed, mdmp_packed
  public :: mdmp_handle, mdmp_int, mdmp_long, mdmp_world, mdmp_untagged

  integer, parameter :: mdmp_handle = c_int64_t
  integer, parameter :: mdmp_int = c_int
  integer, parameter :: mdmp_byte = c_signed_char
  integer, parameter :: mdmp_long = c_long_long

  ! Not 0 while a region is executed in which messages may be early or pending
  ! (region.c): what managed procedures read before they ask anything.
  integer(c_int), bind(C, name='mdmp_awake'), protected :: mdmp_awake

  ! Changes when a place that had nothing to do may have something to do: its handle
  ! has in its second word what this was then. 0 where mdmp_awake is.
  integer(mdmp_handle), bind(C, name='mdmp_news'), protected :: mdmp_news

  ! Always 0, which no compiler knows.
  integer(mdmp_long), bind(C, name='mdmp_zero'), protected, volatile :: mdmp_zero

  ! Not 0 while the profile asks what loops that stay whole write (whole.c).
  integer(c_int), bind(C, name='mdmp_profiled'), protected :: mdmp_profiled

  ! Not 0 with MDMP_VERIFY (apart.c).
  integer(c_int), bind(C, name='mdmp_verified'), protected :: mdmp_verified

  integer(c_int), parameter :: mdmp_any_order = 1, mdmp_grid64 = 2, mdmp_tested = 4, mdmp_one_box = 8
  integer(c_int), parameter :: mdmp_reads = 1, mdmp_writes = 2
  integer(c_int), parameter :: mdmp_fixed = 1, mdmp_certain = 2
  integer(c_int), parameter :: mdmp_final = 1, mdmp_listed = 2, mdmp_counted = 4, mdmp_counted_too = 8, mdmp_packed = 16

  ! In place of a communicator and a tag: those of mdmp_inherit_begin, else the private duplicate of MPI_COMM_WORLD and 0.
  integer(mdmp_int), parameter :: mdmp_world = -2147483647_mdmp_int, mdmp_untagged = -2147483647_mdmp_int

  interface
    subroutine mdmp_begin(x, file, line, names) bind(C, name='mdmp_begin')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: x(*)
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line
      character(kind=c_char), intent(in), optional :: names(*)
    end subroutine

    subroutine mdmp_end(x) bind(C, name='mdmp_end')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: x(*)
    end subroutine

    ! TARGET, here and below: what comes, comes later and by an address that is kept, in any call. A compiler that
    ! sees no TARGET may take what is in an array for what is in it until the next call that names it.
    subroutine mdmp_recv(x, line, section, peer, tag, comm) bind(C, name='mdmp_recv')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: line
      type(*), dimension(..), intent(inout), target :: section
      integer(mdmp_int), value :: peer, tag
      type(*), intent(in) :: comm
    end subroutine

    subroutine mdmp_send(x, line, section, peer, tag, comm) bind(C, name='mdmp_send')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: line
      type(*), dimension(..), intent(in) :: section
      integer(mdmp_int), value :: peer, tag
      type(*), intent(in) :: comm
    end subroutine

    subroutine mdmp_recv_count(x, line, array, offset, count, peer, tag, comm) &
        bind(C, name='mdmp_recv_count')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: line
      type(*), dimension(..), intent(inout), target :: array
      integer(mdmp_long), value :: offset, count
      integer(mdmp_int), value :: peer, tag
      type(*), intent(in) :: comm
    end subroutine

    subroutine mdmp_send_count(x, line, array, offset, count, peer, tag, comm) &
        bind(C, name='mdmp_send_count')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: line
      type(*), dimension(..), intent(in) :: array
      integer(mdmp_long), value :: offset, count
      integer(mdmp_int), value :: peer, tag
      type(*), intent(in) :: comm
    end subroutine

    ! Parts of a send may be intent(in) dummies: no intent is stated here.
    subroutine mdmp_part(x, section) bind(C, name='mdmp_part')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: x(*)
      type(*), dimension(..), target :: section
    end subroutine

    subroutine mdmp_part_count(x, array, offset, count) bind(C, name='mdmp_part_count')
      import :: mdmp_handle, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      type(*), dimension(..), target :: array
      integer(mdmp_long), value :: offset, count
    end subroutine

    ! The list may be of integers of any kind.
    subroutine mdmp_part_list(x, line, section, dim, low, list, once) bind(C, name='mdmp_part_list')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: line, dim, once
      type(*), dimension(..), target :: section
      integer(mdmp_long), value :: low
      type(*), dimension(..), intent(in) :: list
    end subroutine

    subroutine mdmp_distinct(x, line, list, n) bind(C, name='mdmp_distinct')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: line
      integer(mdmp_long), intent(in) :: list(*)
      integer(mdmp_long), value :: n
    end subroutine

    subroutine mdmp_recv_parts(x, line, peer, tag, comm) bind(C, name='mdmp_recv_parts')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: line, peer, tag
      type(*), intent(in) :: comm
    end subroutine

    subroutine mdmp_send_parts(x, line, peer, tag, comm) bind(C, name='mdmp_send_parts')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: line, peer, tag
      type(*), intent(in) :: comm
    end subroutine

    ! Does nothing. The compiler must assume that the variable changed. No
    ! intent is stated: what was sent may be an intent(in) dummy.
    subroutine mdmp_keep(a) bind(C, name='mdmp_keep')
      type(*), dimension(..) :: a
    end subroutine

    ! The same for arrays that lie in one piece, by their addresses: here, and where other entry points have
    ! such arguments at their end.
    subroutine mdmp_touch(a, b, c, d, e, f, g, h) bind(C, name='mdmp_touch')
      type(*), optional :: a(*), b(*), c(*), d(*), e(*), f(*), g(*), h(*)
    end subroutine

    subroutine mdmp_region_begin(r, file, line) bind(C, name='mdmp_region_begin')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: r(*)
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line
    end subroutine

    subroutine mdmp_region_shut(r, file, line) bind(C, name='mdmp_region_shut')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: r(*)
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line
    end subroutine

    subroutine mdmp_region_comm(r, comm) bind(C, name='mdmp_region_comm')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: r(*)
      type(*), intent(in) :: comm
    end subroutine

    subroutine mdmp_region_delta(r, bytes) bind(C, name='mdmp_region_delta')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: r(*)
      integer(mdmp_handle), value :: bytes
    end subroutine

    subroutine mdmp_region_elements(r) bind(C, name='mdmp_region_elements')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: r(*)
    end subroutine

    subroutine mdmp_region_paged(r, on) bind(C, name='mdmp_region_paged')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(inout) :: r(*)
      integer(mdmp_int), value :: on
    end subroutine

    subroutine mdmp_inherit_begin(comm, tag) bind(C, name='mdmp_inherit_begin')
      import :: mdmp_int
      type(*), intent(in) :: comm
      integer(mdmp_int), value :: tag
    end subroutine

    subroutine mdmp_inherit_end() bind(C, name='mdmp_inherit_end')
    end subroutine

    subroutine mdmp_region_end(r) bind(C, name='mdmp_region_end')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: r(*)
    end subroutine

    subroutine mdmp_init(file, line) bind(C, name='mdmp_init')
      import :: mdmp_int, c_char
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line
    end subroutine

    subroutine mdmp_init_comm(file, line, comm) bind(C, name='mdmp_init_comm')
      import :: mdmp_int, c_char
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line
      type(*), intent(in) :: comm
    end subroutine

    ! ---- mode auto (spec/nests.md) ----

    subroutine mdmp_manage(x, how) bind(C, name='mdmp_manage')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: how
    end subroutine

    subroutine mdmp_prompt(x, line) bind(C, name='mdmp_prompt')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: line
    end subroutine

    subroutine mdmp_site(x, file, line) bind(C, name='mdmp_site')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: x(*)
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line
    end subroutine

    subroutine mdmp_need(a) bind(C, name='mdmp_need')
      type(*), dimension(..) :: a
    end subroutine

    function mdmp_expects(a) result(some) bind(C, name='mdmp_expects')
      import :: mdmp_int
      type(*), dimension(..) :: a
      integer(mdmp_int) :: some
    end function

    function mdmp_use(section, whole) result(some) bind(C, name='mdmp_use')
      import :: mdmp_int
      type(*), dimension(..) :: section, whole
      integer(mdmp_int) :: some
    end function

    subroutine mdmp_need_all() bind(C, name='mdmp_need_all')
    end subroutine

    subroutine mdmp_settle() bind(C, name='mdmp_settle')
    end subroutine

    subroutine mdmp_quiet(x) bind(C, name='mdmp_quiet')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: x(*)
    end subroutine

    function mdmp_visit(p, name) result(pending) bind(C, name='mdmp_visit')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: p(*)
      character(kind=c_char), intent(in) :: name(*)
      integer(mdmp_int) :: pending
    end function

    function mdmp_grants(p, name) result(useful) bind(C, name='mdmp_grants')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: p(*)
      character(kind=c_char), intent(in) :: name(*)
      integer(mdmp_int) :: useful
    end function

    function mdmp_enter(p, name) result(pending) bind(C, name='mdmp_enter')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: p(*)
      character(kind=c_char), intent(in) :: name(*)
      integer(mdmp_int) :: pending
    end function

    subroutine mdmp_call(p, name) bind(C, name='mdmp_call')
      import :: mdmp_handle, c_char
      integer(mdmp_handle), intent(inout) :: p(*)
      character(kind=c_char), intent(in) :: name(*)
    end subroutine

    subroutine mdmp_whole(file, line, why, a) bind(C, name='mdmp_whole')
      import :: mdmp_int, c_char
      character(kind=c_char), intent(in) :: file(*), why(*)
      integer(mdmp_int), value :: line
      type(*), dimension(..) :: a
    end subroutine

    subroutine mdmp_apart(file, line, ahead, section) bind(C, name='mdmp_apart')
      import :: mdmp_int, c_char
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line, ahead
      type(*), dimension(..) :: section
    end subroutine

    subroutine mdmp_trusted(p, file, line, name) bind(C, name='mdmp_trusted')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: p(*)
      character(kind=c_char), intent(in) :: file(*), name(*)
      integer(mdmp_int), value :: line
    end subroutine

    subroutine mdmp_trusted_over(p, file, line, name) bind(C, name='mdmp_trusted_over')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: p(*)
      character(kind=c_char), intent(in) :: file(*), name(*)
      integer(mdmp_int), value :: line
    end subroutine

    subroutine mdmp_grant(p, name) bind(C, name='mdmp_grant')
      import :: mdmp_handle, c_char
      integer(mdmp_handle), intent(inout) :: p(*)
      character(kind=c_char), intent(in) :: name(*)
    end subroutine

    subroutine mdmp_grant_array(a) bind(C, name='mdmp_grant_array')
      type(*), dimension(..), target :: a
    end subroutine

    subroutine mdmp_grant_all() bind(C, name='mdmp_grant_all')
    end subroutine

    subroutine mdmp_grant_named() bind(C, name='mdmp_grant_named')
    end subroutine

    subroutine mdmp_grant_not(a) bind(C, name='mdmp_grant_not')
      type(*), dimension(..), target :: a
    end subroutine

    subroutine mdmp_pass(p, name, mine, my_name) bind(C, name='mdmp_pass')
      import :: mdmp_handle, c_char
      integer(mdmp_handle), intent(inout) :: p(*), mine(*)
      character(kind=c_char), intent(in) :: name(*), my_name(*)
    end subroutine

    subroutine mdmp_deferrable(x, p, name) bind(C, name='mdmp_deferrable')
      import :: mdmp_handle, c_char
      integer(mdmp_handle), intent(inout) :: x(*), p(*)
      character(kind=c_char), intent(in) :: name(*)
    end subroutine

    subroutine mdmp_revoke() bind(C, name='mdmp_revoke')
    end subroutine

    subroutine mdmp_fire_begin() bind(C, name='mdmp_fire_begin')
    end subroutine

    subroutine mdmp_fire(ex, line, flags, section, peer, tag, comm) bind(C, name='mdmp_fire')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(in) :: ex(*)
      integer(mdmp_int), value :: line, flags
      type(*), dimension(..), intent(in) :: section
      integer(mdmp_int), value :: peer, tag
      type(*), intent(in) :: comm
    end subroutine

    function mdmp_prepost(x, file, line) bind(C, name='mdmp_prepost')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_int) :: mdmp_prepost
      integer(mdmp_handle), intent(inout) :: x(*)
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line
    end function

    subroutine mdmp_preposted(x) bind(C, name='mdmp_preposted')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: x(*)
    end subroutine

    subroutine mdmp_nest_begin(x, file, line, flags, nloops, bounds) bind(C, name='mdmp_nest_begin')
      import :: mdmp_handle, mdmp_int, mdmp_long, c_char
      integer(mdmp_handle), intent(inout) :: x(*)
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line, flags, nloops
      integer(mdmp_long), intent(in) :: bounds(*)
    end subroutine

    ! The nest has nothing to wait for and nothing to send: it may run as it was written.
    function mdmp_nest_idle(x, file, line, a, b, c, d, e, f, g, h) &
        result(idle) bind(C, name='mdmp_nest_idle')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: x(*)
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line
      type(*), optional :: a(*), b(*), c(*), d(*), e(*), f(*), g(*), h(*)
      integer(mdmp_int) :: idle
    end function

    ! An iteration of a loop that is no nest is about to begin; when it is to be said again.
    function mdmp_nest_elements(x, array, elem, n) result(counts) bind(C, name='mdmp_nest_elements')
      import :: mdmp_handle, mdmp_int, mdmp_long, mdmp_address
      integer(mdmp_handle), intent(inout) :: x(*)
      type(*) :: array(*)
      integer(mdmp_int), value :: elem
      integer(mdmp_long), value :: n
      type(mdmp_address) :: counts
    end function

    subroutine mdmp_wrote(counts, element, array, elem) bind(C, name='mdmp_wrote')
      import :: mdmp_int, mdmp_address
      type(mdmp_address), value :: counts
      type(*), intent(in) :: element
      type(*), intent(in) :: array(*)
      integer(mdmp_int), value :: elem
    end subroutine

    subroutine mdmp_unit(x, file, line) bind(C, name='mdmp_unit')
      import :: mdmp_handle, mdmp_int, c_char
      integer(mdmp_handle), intent(inout) :: x(*)
      character(kind=c_char), intent(in) :: file(*)
      integer(mdmp_int), value :: line
    end subroutine

    function mdmp_unit_next(x, k, ends) result(next) bind(C, name='mdmp_unit_next')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_long), value :: k
      integer(mdmp_int), value :: ends
      integer(mdmp_long) :: next
    end function

    ! The open nest is not idle: what it touches is to be stated.
    function mdmp_nest_asks(x) result(asks) bind(C, name='mdmp_nest_asks')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(in) :: x(*)
      integer(mdmp_int) :: asks
    end function

    subroutine mdmp_nest_array(x, array, access, spec) bind(C, name='mdmp_nest_array')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      type(*), dimension(..) :: array
      integer(mdmp_int), value :: access
      integer(mdmp_long), intent(in) :: spec(*)
    end subroutine

    subroutine mdmp_nest_lookup(x, dim, plus, flags, index, spec) bind(C, name='mdmp_nest_lookup')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), value :: dim, flags
      integer(mdmp_long), value :: plus
      type(*), dimension(..) :: index
      integer(mdmp_long), intent(in) :: spec(*)
    end subroutine

    subroutine mdmp_nest_from(x, plus, array, spec) bind(C, name='mdmp_nest_from')
      import :: mdmp_handle, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_long), value :: plus
      type(*), dimension(..) :: array
      integer(mdmp_long), intent(in) :: spec(*)
    end subroutine

    subroutine mdmp_nest_to(x, plus, array, spec) bind(C, name='mdmp_nest_to')
      import :: mdmp_handle, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_long), value :: plus
      type(*), dimension(..) :: array
      integer(mdmp_long), intent(in) :: spec(*)
    end subroutine

    ! Without TARGET: an address that escapes may be that of whatever an array of a module holds, as far as gfortran
    ! knows, and loops with both are not vectorised. mdmp_nest_next gets the arrays, too.
    subroutine mdmp_nest_arrays(x, table, values, a, b, c, d, e, f, g, h) bind(C, name='mdmp_nest_arrays')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), intent(in) :: table(*)
      integer(mdmp_long), intent(in) :: values(*)
      type(*), optional :: a(*), b(*), c(*), d(*), e(*), f(*), g(*), h(*)
    end subroutine

    ! TARGET, here and in mdmp_nest_prints: as far as gfortran knows any call may change what was passed, so it need
    ! not be passed to others, which takes a condition or a descriptor.
    subroutine mdmp_nest_allocated(x, table, values, array) bind(C, name='mdmp_nest_allocated')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), intent(in) :: table(*)
      integer(mdmp_long), intent(in) :: values(*)
      type(*), target :: array(*)
    end subroutine

    subroutine mdmp_nest_prints(x, table, values, array) bind(C, name='mdmp_nest_prints')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_int), intent(in) :: table(*)
      integer(mdmp_long), intent(in) :: values(*)
      type(*), dimension(..), target :: array
    end subroutine

    subroutine mdmp_nest_disjoint(x, a, b) bind(C, name='mdmp_nest_disjoint')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: x(*)
      type(*), dimension(..) :: a, b
    end subroutine

    subroutine mdmp_nest_feed(x, ex, line, flags, section, peer, tag, comm) bind(C, name='mdmp_nest_feed')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_handle), intent(in) :: ex(*)
      integer(mdmp_int), value :: line, flags
      type(*), dimension(..), intent(in) :: section
      integer(mdmp_int), value :: peer, tag
      type(*), intent(in) :: comm
    end subroutine

    subroutine mdmp_nest_part(x, section) bind(C, name='mdmp_nest_part')
      import :: mdmp_handle
      integer(mdmp_handle), intent(inout) :: x(*)
      type(*), dimension(..), intent(in) :: section
    end subroutine

    subroutine mdmp_nest_part_count(x, array, offset, count) bind(C, name='mdmp_nest_part_count')
      import :: mdmp_handle, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      type(*), dimension(..), intent(in) :: array
      integer(mdmp_long), value :: offset, count
    end subroutine

    subroutine mdmp_nest_feed_parts(x, ex, line, flags, peer, tag, comm) bind(C, name='mdmp_nest_feed_parts')
      import :: mdmp_handle, mdmp_int
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_handle), intent(in) :: ex(*)
      integer(mdmp_int), value :: line, flags, peer, tag
      type(*), intent(in) :: comm
    end subroutine

    function mdmp_nest_next(x, box, a, b, c, d, e, f, g, h) &
        result(more) bind(C, name='mdmp_nest_next')
      import :: mdmp_handle, mdmp_int, mdmp_long
      integer(mdmp_handle), intent(inout) :: x(*)
      integer(mdmp_long), intent(out) :: box(*)
      type(*), optional :: a(*), b(*), c(*), d(*), e(*), f(*), g(*), h(*)
      integer(mdmp_int) :: more
    end function
  end interface

contains

  ! mdmp_keep of what no argument of assumed type can be: an object to whose type procedures are bound, or
  ! that is polymorphic.
  subroutine mdmp_keep_object(x)
    class(*) :: x
    associate (unused => x)
    end associate
  end subroutine

  ! Called before an abort: what the program has written so far shall be seen.
  subroutine mdmp_flush_units() bind(C, name='mdmp_flush_units')
    use, intrinsic :: iso_fortran_env, only: output_unit, error_unit
    integer :: ignored
    flush (output_unit, iostat=ignored)
    flush (error_unit, iostat=ignored)
  end subroutine
end module

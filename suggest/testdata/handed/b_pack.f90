module pack
  use data
  implicit none
contains
  subroutine pack_columns(field, first, buffer, offset)
    real(8) :: field(:,1-depth:), buffer(:)
    integer :: first, offset, i, j, k
    k = offset
    do j = first, first + depth - 1
      do i = 1, rows
        k = k + 1
        buffer(k) = field(i,j)
      end do
    end do
  end subroutine pack_columns

  subroutine unpack_columns(field, first, buffer, offset)
    real(8) :: field(:,1-depth:), buffer(:)
    integer :: first, offset, i, j, k
    k = offset
    do j = first, first + depth - 1
      do i = 1, rows
        k = k + 1
        field(i,j) = buffer(k)
      end do
    end do
  end subroutine unpack_columns
end module pack

! SPDX-License-Identifier: GPL-2.0-or-later
! gfortran with OpenMP.
!
! long: its compiler or its start takes seconds
! needs: gfortran
! build: gfortran -fopenmp -g -O0 $SRC -o $BIN
! threads: loop sum sections
program hello
  implicit none
  interface
    function c_malloc(bytes) bind(c, name="malloc")
      use iso_c_binding
      integer(c_size_t), value :: bytes
      type(c_ptr) :: c_malloc
    end function
  end interface
  real, allocatable, save :: numbers(:)
  character(len=32) :: feature
  integer :: i, total

  call get_command_argument(1, feature)
  call plant()
  total = 0
  select case (feature)
  case ("loop")
    allocate (numbers(100))
    !$omp parallel do num_threads(4)
    do i = 1, 100
      numbers(i) = sqrt(real(i))
    end do
    !$omp end parallel do
    print *, numbers(100)
  case ("sum")
    !$omp parallel do reduction(+:total) num_threads(4)
    do i = 1, 100
      total = total + i
    end do
    !$omp end parallel do
    print *, total
  case ("sections")
    !$omp parallel sections num_threads(2)
    !$omp section
    print *, 'one'
    !$omp section
    print *, 'two'
    !$omp end parallel sections
  case default
    stop 99
  end select
contains
  subroutine plant()
    use iso_c_binding
    type(c_ptr) :: lost
    integer :: status
    call get_environment_variable('PLANT', status=status)
    if (status == 0) then
      lost = c_malloc(1337_c_size_t)
      if (.not. c_associated(lost)) stop 1
      lost = c_null_ptr
    end if
  end subroutine
end program

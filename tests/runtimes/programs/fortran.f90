! SPDX-License-Identifier: GPL-2.0-or-later
! gfortran: units of input and output, allocatables. Those of the main program are saved: gfortran keeps others on the
! stack, where they are lost when the main program ends, as in any other language.
!
! long: its compiler or its start takes seconds
! needs: gfortran
! build: gfortran -g -O0 $SRC -o $BIN
! features: write_it internal allocated file random character derived clock environment matrix
program hello
  implicit none
  interface
    function c_malloc(bytes) bind(c, name="malloc")
      use iso_c_binding
      integer(c_size_t), value :: bytes
      type(c_ptr) :: c_malloc
    end function
  end interface
  type node
    integer :: number
    character(len=:), allocatable :: name
  end type
  type(node), allocatable, save :: nodes(:)
  real, allocatable, save :: numbers(:), a(:,:), b(:,:)
  character(len=32) :: feature, text
  character(len=:), allocatable, save :: joined
  integer :: i, status, ticks

  call get_command_argument(1, feature)
  call plant()
  select case (feature)
  case ("write_it")
    write (*, '(a, i4, f8.3)') 'hello', 42, 3.14
    print *, 'hello', 42
  case ("internal")
    write (text, '(i8)') 42
    read (text, *) i
    print *, i
  case ("allocated")
    allocate (numbers(100))
    numbers = 1.5
    numbers = [numbers, numbers]
    print *, sum(numbers)
  case ("file")
    open (newunit=i, file='/etc/passwd', status='old', action='read')
    read (i, '(a)', iostat=status) text
    close (i)
    open (newunit=i, status='scratch')
    write (i, *) 'scratch'
  case ("random")
    call random_seed()
    allocate (numbers(10))
    call random_number(numbers)
    print *, size(numbers)
  case ("character")
    joined = 'hello' // ' ' // trim(feature)
    joined = joined // joined
    print *, joined
  case ("derived")
    allocate (nodes(3))
    nodes(2)%name = 'named'
    print *, nodes(2)%name
  case ("clock")
    call system_clock(ticks)
    call date_and_time(date=text)
    print *, text
  case ("environment")
    call get_environment_variable('HOME', text)
    call execute_command_line('true', exitstat=status)
    print *, trim(text), status
  case ("matrix")
    allocate (a(10, 10), b(10, 10))
    a = 1
    b = matmul(a, transpose(a))
    print *, b(3, 4)
  case default
    stop 99
  end select
contains
  subroutine plant()
    use iso_c_binding
    type(c_ptr) :: lost
    call get_environment_variable('PLANT', text, status=status)
    if (status == 0) then
      lost = c_malloc(1337_c_size_t)
      if (.not. c_associated(lost)) stop 1
      lost = c_null_ptr
    end if
  end subroutine
end program

# One macro per thing Seep is built from. Each ends in AC_MSG_ERROR naming the Debian package when it is not there.

# SEEP_NEED_LIBRARY(NAME, HEADER, LIBRARY, FUNCTION, DEBIAN-PACKAGE): sets NAME_LIBS.
AC_DEFUN([SEEP_NEED_LIBRARY], [
  AC_CHECK_HEADER([$2], [], [AC_MSG_ERROR([$2 not found: apt-get install $5])])
  seep_saved_LIBS=$LIBS
  AC_CHECK_LIB([$3], [$4], [AC_SUBST([$1_LIBS], [-l$3])],
    [AC_MSG_ERROR([lib$3 not found: apt-get install $5])])
  LIBS=$seep_saved_LIBS
])

# Only `make check` needs Check. Without it, make stops at the first unit test that it would compile, and says so.
AC_DEFUN([SEEP_FIND_CHECK], [
  AC_MSG_CHECKING([for Check])
  AS_IF([CHECK_CFLAGS=`$PKG_CONFIG --cflags check 2>/dev/null` && CHECK_LIBS=`$PKG_CONFIG --libs check 2>/dev/null`],
    [AC_MSG_RESULT([yes])], [
    AC_MSG_RESULT([no; make check will need it: apt-get install check])
    CHECK_CFLAGS='$(if $(filter tests/%,$(@)),$(error make check needs Check: apt-get install check, then configure again))'
    CHECK_LIBS=])
  AC_SUBST([CHECK_CFLAGS])
  AC_SUBST([CHECK_LIBS])
])

# The core: headers, static archives, the malloc preload archive, the core's own preload and the load address.
AC_DEFUN([SEEP_FIND_VALGRIND], [
  AC_ARG_WITH([valgrind],
    [AS_HELP_STRING([--with-valgrind=PREFIX], [use the Valgrind installed under PREFIX])],
    [], [with_valgrind=])
  AC_PATH_PROG([PKG_CONFIG], [pkg-config], [no])
  AS_IF([test "x$PKG_CONFIG" = xno], [AC_MSG_ERROR([pkg-config not found: apt-get install pkg-config])])
  seep_pc_path=
  AS_IF([test -n "$with_valgrind"], [
    seep_pc_path=`find "$with_valgrind" -name valgrind.pc -exec dirname {} ';' 2>/dev/null | head -n 1`
    AS_IF([test -z "$seep_pc_path"], [AC_MSG_ERROR([no valgrind.pc under $with_valgrind])])])
  seep_pc="env PKG_CONFIG_PATH=$seep_pc_path:$PKG_CONFIG_PATH $PKG_CONFIG"
  AC_MSG_CHECKING([for Valgrind's core, version 3.19 or later])
  AS_IF([$seep_pc --exists 'valgrind >= 3.19'], [],
    [AC_MSG_ERROR([Valgrind >= 3.19 not found: apt-get install valgrind])])
  VALGRIND_VERSION=`$seep_pc --modversion valgrind`
  VALGRIND_INCLUDES=`$seep_pc --variable=includedir valgrind`
  VALGRIND_ARCHIVES=`$seep_pc --variable=libdir valgrind`/valgrind
  VALGRIND_LOAD_ADDRESS=`$seep_pc --variable=valt_load_address valgrind`
  seep_prefix=`$seep_pc --variable=prefix valgrind`
  VALGRIND_LIBEXEC=
  for dir in "$seep_prefix/libexec/valgrind" "$VALGRIND_ARCHIVES" "$seep_prefix/lib/valgrind"; do
    AS_IF([test -z "$VALGRIND_LIBEXEC" && test -f "$dir/vgpreload_core-amd64-linux.so"], [VALGRIND_LIBEXEC=$dir])
  done
  AC_MSG_RESULT([$VALGRIND_VERSION in $VALGRIND_ARCHIVES])
  AS_IF([test -n "$VALGRIND_LIBEXEC"], [],
    [AC_MSG_ERROR([vgpreload_core-amd64-linux.so not found near $seep_prefix: apt-get install valgrind])])
  for archive in libcoregrind-amd64-linux.a libvex-amd64-linux.a libgcc-sup-amd64-linux.a \
                 libreplacemalloc_toolpreload-amd64-linux.a; do
    AS_IF([test -f "$VALGRIND_ARCHIVES/$archive"], [],
      [AC_MSG_ERROR([$VALGRIND_ARCHIVES/$archive not found: apt-get install valgrind])])
  done
  AS_IF([test -f "$VALGRIND_INCLUDES/pub_tool_basics.h"], [],
    [AC_MSG_ERROR([pub_tool_basics.h not found in $VALGRIND_INCLUDES: apt-get install valgrind])])
  AC_SUBST([VALGRIND_VERSION])
  AC_SUBST([VALGRIND_INCLUDES])
  AC_SUBST([VALGRIND_ARCHIVES])
  AC_SUBST([VALGRIND_LIBEXEC])
  AC_SUBST([VALGRIND_LOAD_ADDRESS])
  AC_DEFINE_UNQUOTED([VALGRIND_LIBEXEC], ["$VALGRIND_LIBEXEC"], [Where Valgrind keeps its default.supp])
  AC_DEFINE_UNQUOTED([VALGRIND_VERSION], ["$VALGRIND_VERSION"], [The core Seep is linked with])
])

# <seep/seep.h> includes <valgrind/valgrind.h>; seep.pc says where that is, unless compilers find it by themselves.
AC_DEFUN([SEEP_REQUEST_HEADERS], [
  AC_CHECK_HEADER([valgrind/valgrind.h], [SEEP_PC_VALGRIND=], [SEEP_PC_VALGRIND=" -I$VALGRIND_INCLUDES"])
  AC_SUBST([SEEP_PC_VALGRIND])
])

AC_DEFUN([SEEP_WARNINGS], [
  AC_ARG_ENABLE([werror], [AS_HELP_STRING([--enable-werror], [make warnings errors])], [], [enable_werror=no])
  WARN_CFLAGS="-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Wno-unused-parameter"
  AS_IF([test "x$enable_werror" = xyes], [WARN_CFLAGS="$WARN_CFLAGS -Werror"])
  AC_SUBST([WARN_CFLAGS])
])

# For the host half and the unit tests; the tool itself has no libc for a sanitizer to stand on.
AC_DEFUN([SEEP_SANITIZERS], [
  AC_ARG_ENABLE([asan], [AS_HELP_STRING([--enable-asan], [AddressSanitizer in host programs and unit tests])],
    [], [enable_asan=no])
  AC_ARG_ENABLE([ubsan], [AS_HELP_STRING([--enable-ubsan], [UndefinedBehaviorSanitizer likewise])],
    [], [enable_ubsan=no])
  SANITIZE_FLAGS=
  AS_IF([test "x$enable_asan" = xyes], [SANITIZE_FLAGS="$SANITIZE_FLAGS -fsanitize=address"])
  AS_IF([test "x$enable_ubsan" = xyes],
    [SANITIZE_FLAGS="$SANITIZE_FLAGS -fsanitize=undefined -fno-sanitize-recover=undefined"])
  AC_SUBST([SANITIZE_FLAGS])
])

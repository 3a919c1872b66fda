# One macro per thing Seep is built from. Each ends in AC_MSG_ERROR naming the Debian package when it is not there.

# SEEP_NEED_LIBRARY(NAME, HEADER, LIBRARY, FUNCTION, DEBIAN-PACKAGE): sets NAME_LIBS.
AC_DEFUN([SEEP_NEED_LIBRARY], [
  AC_CHECK_HEADER([$2], [], [AC_MSG_ERROR([$2 not found: apt-get install $5])])
  seep_saved_LIBS=$LIBS
  AC_CHECK_LIB([$3], [$4], [AC_SUBST([$1_LIBS], [-l$3])],
    [AC_MSG_ERROR([lib$3 not found: apt-get install $5])])
  LIBS=$seep_saved_LIBS
])

# SEEP_LOADED_LIBRARY(NAME, LIBRARY): NAME_FILE is what a library is loaded by at run time. It is not linked.
AC_DEFUN([SEEP_LOADED_LIBRARY], [
  AC_MSG_CHECKING([by which name lib$2 is loaded])
  seep_file=`$CC $CFLAGS $LDFLAGS -print-file-name=lib$2.so`
  seep_file=`readelf -d "$seep_file" 2>/dev/null | sed -n 's/.*(SONAME).*\@<:@\(.*\)\@:>@.*/\1/p'`
  AS_IF([test -z "$seep_file"], [AC_MSG_ERROR([readelf finds no SONAME in lib$2.so])])
  AC_MSG_RESULT([$seep_file])
  AC_DEFINE_UNQUOTED([$1_FILE], ["$seep_file"], [What lib$2 is loaded by.])
])

# SEEP_OWN_LIBRARIES(LIBRARIES): LIBRARIES_FIRST makes a program look for libraries where these are before it looks where
# LD_LIBRARY_PATH says, as that is meant for the program that is checked, which may bring other versions.
AC_DEFUN([SEEP_OWN_LIBRARIES], [
  AC_MSG_CHECKING([where the libraries are])
  seep_folders=
  for seep_library in $1; do
    seep_folder=`dirname "\`$CC $CFLAGS $LDFLAGS -print-file-name=lib$seep_library.so\`"`
    AS_CASE([$seep_folder], [/*], [
      seep_folder=`cd "$seep_folder" && pwd -P`
      AS_CASE([:$seep_folders:], [*:$seep_folder:*], [], [seep_folders=${seep_folders:+$seep_folders:}$seep_folder])])
  done
  AC_MSG_RESULT([${seep_folders:-unknown}])
  LIBRARIES_FIRST=${seep_folders:+-Wl,--disable-new-dtags,-rpath,$seep_folders}
  AC_SUBST([LIBRARIES_FIRST])
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

# _SEEP_HALF(WHAT): Valgrind is there, but not all of it.
AC_DEFUN([_SEEP_HALF], [AC_MSG_ERROR([Valgrind $VALGRIND_VERSION is only half installed: $1
Debian, Ubuntu, Arch: install the package valgrind again; Fedora: valgrind-devel and valgrind-tools-devel; openSUSE:
valgrind-devel; built from sources: make install. Another Valgrind is named by --with-valgrind=PREFIX])])

# Where it is, by its file for pkg-config.
AC_DEFUN([_SEEP_FIND_VALGRIND_PC], [
  AC_ARG_WITH([valgrind],
    [AS_HELP_STRING([--with-valgrind=PREFIX], [use the Valgrind installed under PREFIX])],
    [], [with_valgrind=])
  AC_PATH_PROG([PKG_CONFIG], [pkg-config], [no])
  AS_IF([test "x$PKG_CONFIG" = xno], [AC_MSG_ERROR([pkg-config not found: apt-get install pkg-config])])
  seep_pc_path=
  AS_IF([test -n "$with_valgrind"], [
    AS_IF([test -d "$with_valgrind"], [], [AC_MSG_ERROR([--with-valgrind=$with_valgrind: there is no such folder])])
    seep_pc_path=`find "$with_valgrind" -name valgrind.pc -exec dirname {} ';' 2>/dev/null | head -n 1`
    AS_IF([test -z "$seep_pc_path"],
      [AC_MSG_ERROR([no valgrind.pc under $with_valgrind: PREFIX is what Valgrind's own configure was given as --prefix,
after make install])])])
  seep_pc="env PKG_CONFIG_PATH=$seep_pc_path:$PKG_CONFIG_PATH $PKG_CONFIG"
  AC_MSG_CHECKING([for Valgrind's core, version 3.19 or later])
  VALGRIND_VERSION=`$seep_pc --modversion valgrind 2>/dev/null`
  AS_IF([test -n "$VALGRIND_VERSION"], [],
    [AC_MSG_ERROR([Valgrind not found: apt-get install valgrind, or name one by --with-valgrind=PREFIX])])
  AS_IF([$seep_pc --exists 'valgrind >= 3.19'], [],
    [AC_MSG_ERROR([Valgrind $VALGRIND_VERSION is too old: Seep needs 3.19 or later; name another by --with-valgrind=PREFIX])])
])

# Archives for other machines are no help; those that were cut off cannot be listed.
AC_DEFUN([_SEEP_CHECK_ARCHIVES], [
  for archive in libcoregrind libvex libgcc-sup libreplacemalloc_toolpreload; do
    seep_archive=$VALGRIND_ARCHIVES/$archive-amd64-linux.a
    seep_others=`cd "$VALGRIND_ARCHIVES" 2>/dev/null && ls $archive-*.a 2>/dev/null | sed "s/^$archive-//; s/\.a$//"`
    seep_others=`echo $seep_others`
    AS_IF([test -s "$seep_archive"], [],
      [test -f "$seep_archive"], [_SEEP_HALF([$seep_archive is empty])],
      [test -n "$seep_others"], [_SEEP_HALF([$VALGRIND_ARCHIVES has $archive for $seep_others only,
not for amd64-linux])],
      [_SEEP_HALF([$seep_archive is not there])])
    AS_IF([$AR t "$seep_archive" >/dev/null 2>&1], [], [_SEEP_HALF([$seep_archive is damaged: $AR cannot list it])])
  done
])

# Headers and archives tell their version. Who has two Valgrinds may have mixed them.
AC_DEFUN([_SEEP_CHECK_VERSIONS], [
  seep_headers=`sed -n 's/^#define VERSION "\(.*\)"$/\1/p' "$VALGRIND_INCLUDES/config.h" 2>/dev/null`
  seep_archive=$VALGRIND_ARCHIVES/libcoregrind-amd64-linux.a
  seep_archives=`LC_ALL=C grep -a -o 'Welcome to Valgrind version @<:@0-9A-Za-z.@:>@*' "$seep_archive" | sed 's/.* //; 1q'`
  AS_IF([test "x$seep_headers" != x && test "x$seep_archives" != x && test "$seep_headers" != "$seep_archives"],
    [AC_MSG_ERROR([the headers in $VALGRIND_INCLUDES are those of Valgrind $seep_headers,
the archives in $VALGRIND_ARCHIVES those of $seep_archives:
remove one of the two, or name the one that is wanted by --with-valgrind=PREFIX])])
])

# The core: headers, static archives, the malloc preload archive, the core's own preload and the load address.
AC_DEFUN([SEEP_FIND_VALGRIND], [
  _SEEP_FIND_VALGRIND_PC
  VALGRIND_INCLUDES=`$seep_pc --variable=includedir valgrind`
  VALGRIND_ARCHIVES=`$seep_pc --variable=libdir valgrind`/valgrind
  VALGRIND_LOAD_ADDRESS=`$seep_pc --variable=valt_load_address valgrind`
  seep_prefix=`$seep_pc --variable=prefix valgrind`
  VALGRIND_BIN=$seep_prefix/bin
  VALGRIND_LIBEXEC=
  for dir in "$seep_prefix/libexec/valgrind" "$VALGRIND_ARCHIVES" "$seep_prefix/lib/valgrind"; do
    AS_IF([test -z "$VALGRIND_LIBEXEC" && test -f "$dir/vgpreload_core-amd64-linux.so"], [VALGRIND_LIBEXEC=$dir])
  done
  AC_MSG_RESULT([$VALGRIND_VERSION in $VALGRIND_ARCHIVES])
  _SEEP_CHECK_ARCHIVES
  AS_IF([test -f "$VALGRIND_INCLUDES/pub_tool_basics.h"], [],
    [_SEEP_HALF([there are no headers for tools (pub_tool_basics.h) in $VALGRIND_INCLUDES])])
  _SEEP_CHECK_VERSIONS
  AS_IF([test -n "$VALGRIND_LIBEXEC"], [],
    [_SEEP_HALF([vgpreload_core-amd64-linux.so is not in $seep_prefix/libexec/valgrind])])
  VALGRIND_CORE_FILES=`cd "$VALGRIND_LIBEXEC" && echo vgpreload_core-amd64-linux.so \
    \`ls 64bit-*.xml amd64-*.xml valgrind-monitor*.py 2>/dev/null\``
  AS_CASE([$VALGRIND_CORE_FILES], [*amd64-linux-valgrind.xml*], [],
    [_SEEP_HALF([gdbserver's descriptions of registers (amd64-linux-valgrind.xml) are not in $VALGRIND_LIBEXEC])])
  AS_IF([test -x "$VALGRIND_BIN/vgdb"], [], [_SEEP_HALF([$VALGRIND_BIN/vgdb is not there])])
  AC_SUBST([VALGRIND_VERSION])
  AC_SUBST([VALGRIND_INCLUDES])
  AC_SUBST([VALGRIND_ARCHIVES])
  AC_SUBST([VALGRIND_LIBEXEC])
  AC_SUBST([VALGRIND_BIN])
  AC_SUBST([VALGRIND_CORE_FILES])
  AC_SUBST([VALGRIND_LOAD_ADDRESS])
  AC_DEFINE_UNQUOTED([VALGRIND_LIBEXEC], ["$VALGRIND_LIBEXEC"], [Where Valgrind keeps its default.supp])
  AC_DEFINE_UNQUOTED([VALGRIND_BIN], ["$VALGRIND_BIN"], [Where Valgrind's programs are])
  AC_DEFINE_UNQUOTED([CORE_LOAD_ADDRESS], ["$VALGRIND_LOAD_ADDRESS"], [Where the tool is loaded])
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
  AS_IF([test "x$enable_asan" = xyes], [SANITIZE_FLAGS="$SANITIZE_FLAGS -fsanitize=address -DSEEP_ADDRESS_SANITIZER"])
  AS_IF([test "x$enable_ubsan" = xyes],
    [SANITIZE_FLAGS="$SANITIZE_FLAGS -fsanitize=undefined -fno-sanitize-recover=undefined"])
  AC_SUBST([SANITIZE_FLAGS])
])

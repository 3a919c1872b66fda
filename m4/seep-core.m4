# What Valgrind's core has is found out by compiling and linking against it, never by its version.

SEEP_CORE_CPPFLAGS='-isystem $VALGRIND_INCLUDES -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1'

# _SEEP_CORE_COMPILES(DECLARATION): $seep_compiles says whether it agrees with the core's own.
AC_DEFUN([_SEEP_CORE_COMPILES], [
  seep_saved_CPPFLAGS=$CPPFLAGS
  eval "CPPFLAGS=\"\$CPPFLAGS $SEEP_CORE_CPPFLAGS\""
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_execontext.h"
#include "pub_tool_errormgr.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"
#include "libvex_ir.h"
$1]])], [seep_compiles=yes], [seep_compiles=no])
  CPPFLAGS=$seep_saved_CPPFLAGS
])

# SEEP_CORE_FORM(NAME, FUNCTION, NEWER, OLDER): PORT_NAME is 1 if the core's function has the newer form, 0 if it has the older one;
# a core in which it has neither stops configure. The forms are declarations, with which the core's own has to agree.
AC_DEFUN([SEEP_CORE_FORM], [
  AC_MSG_CHECKING([the form of the core's $2])
  _SEEP_CORE_COMPILES([$3])
  seep_form=newer seep_value=1
  AS_IF([test $seep_compiles = no], [
    _SEEP_CORE_COMPILES([$4])
    seep_form=older seep_value=0
    AS_IF([test $seep_compiles = no], [seep_form=unknown])])
  AC_MSG_RESULT([$seep_form])
  AS_IF([test $seep_form = unknown],
    [AC_MSG_ERROR([the core of Valgrind $VALGRIND_VERSION declares $2 in a way that Seep does not know: it is too old
or too new. See "Another core" in CONTRIBUTING.md, or use another Valgrind by --with-valgrind=PREFIX])])
  AC_DEFINE_UNQUOTED([PORT_$1], [$seep_value], [Has $2 of the core the newer form?])
])

# SEEP_CORE_DECLARES(NAME, WHAT, DECLARATION): PORT_NAME is 1 if the declaration, which uses WHAT, compiles, else 0.
AC_DEFUN([SEEP_CORE_DECLARES], [
  AC_MSG_CHECKING([whether the core has $2])
  _SEEP_CORE_COMPILES([$3])
  AS_IF([test $seep_compiles = yes], [seep_value=1], [seep_value=0])
  AC_MSG_RESULT([$seep_compiles])
  AC_DEFINE_UNQUOTED([PORT_$1], [$seep_value], [Has the core $2?])
])

# SEEP_CORE_SAYS(NAME, WHAT, TEXT): PORT_NAME is 1 if the core's code contains the text, for what no declaration shows.
AC_DEFUN([SEEP_CORE_SAYS], [
  AC_MSG_CHECKING([whether the core has $2])
  AS_IF([LC_ALL=C grep -q '$3' "$VALGRIND_ARCHIVES/libcoregrind-amd64-linux.a"], [seep_says=yes; seep_value=1],
    [seep_says=no; seep_value=0])
  AC_MSG_RESULT([$seep_says])
  AC_DEFINE_UNQUOTED([PORT_$1], [$seep_value], [Has the core $2?])
])

# SEEP_CORE_HAS(NAME, SYMBOL, WHAT): PORT_NAME is 1 if a tool that uses the symbol can be linked with the core, else 0.
AC_DEFUN([SEEP_CORE_HAS], [
  AC_MSG_CHECKING([whether the core has $3])
  _SEEP_CORE_LINKS([$2])
  AS_IF([test -z "$seep_missing"], [seep_has=yes; seep_value=1], [seep_has=no; seep_value=0])
  AC_MSG_RESULT([$seep_has])
  AC_DEFINE_UNQUOTED([PORT_$1], [$seep_value], [Has the core $3?])
])

# _SEEP_CORE_LINKS(SYMBOLS): $seep_missing is those that a tool cannot be linked with. The tool does nothing.
AC_DEFUN([_SEEP_CORE_LINKS], [
  seep_saved_CPPFLAGS=$CPPFLAGS seep_saved_CFLAGS=$CFLAGS seep_saved_LDFLAGS=$LDFLAGS seep_saved_LIBS=$LIBS
  eval "CPPFLAGS=\"\$CPPFLAGS $SEEP_CORE_CPPFLAGS\""
  CFLAGS="-ffreestanding -fno-builtin -fno-stack-protector -fno-pie -O1"
  LDFLAGS="-static -no-pie -nodefaultlibs -nostartfiles -u _start"
  for seep_symbol in $1; do LDFLAGS="$LDFLAGS -Wl,--require-defined=$seep_symbol"; done
  LIBS="$VALGRIND_ARCHIVES/libcoregrind-amd64-linux.a $VALGRIND_ARCHIVES/libvex-amd64-linux.a -lgcc"
  LIBS="$LIBS $VALGRIND_ARCHIVES/libgcc-sup-amd64-linux.a"
  AC_LINK_IFELSE([AC_LANG_SOURCE([[#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
static void init(void) {}
VG_DETERMINE_INTERFACE_VERSION(init)]])], [seep_missing=], [
    seep_missing=`sed -n "s/.*required symbol .\(@<:@A-Za-z0-9_@:>@*\). not defined.*/\1/p" conftest.err 2>/dev/null`
    AS_IF([test -z "$seep_missing"], [seep_missing=unknown])
    seep_linker_says=`grep -v 'in function' conftest.err 2>/dev/null | sed -n '/ld: \|undefined/{s/.*ld: //;p;q;}'`])
  CPPFLAGS=$seep_saved_CPPFLAGS CFLAGS=$seep_saved_CFLAGS LDFLAGS=$seep_saved_LDFLAGS LIBS=$seep_saved_LIBS
])

# SEEP_CORE_NEEDS(TABLES): the symbols of the tables' WRAP and HELPER lines have to be there, but for those that say IF_THERE.
AC_DEFUN([SEEP_CORE_NEEDS], [
  AC_MSG_CHECKING([whether the core has all that Seep needs of it])
  seep_needed=`cd "$srcdir" && sed -n 's/^\(WRAP\|WRAP_PUBLIC\|HELPER\)(\(@<:@a-zA-Z0-9_@:>@*\).*/\2/p
    s/^WRAP_\(BEFORE\|AFTER\)(\(@<:@a-zA-Z0-9_@:>@*\).*/\2/p' $1`
  _SEEP_CORE_LINKS([$seep_needed])
  AS_IF([test -z "$seep_missing"], [AC_MSG_RESULT([yes])], [
    AC_MSG_RESULT([no])
    seep_missing=`echo $seep_missing`
    AS_IF([test "$seep_missing" = unknown],
      [AC_MSG_ERROR([no tool can be linked with the core of Valgrind $VALGRIND_VERSION in $VALGRIND_ARCHIVES:
$seep_linker_says
It is damaged, or another compiler's. config.log has all that the linker says; use another Valgrind by --with-valgrind=PREFIX])],
      [AC_MSG_ERROR([the core of Valgrind $VALGRIND_VERSION lacks: $seep_missing
It is too old or too new. See "Another core" in CONTRIBUTING.md, or use another Valgrind by --with-valgrind=PREFIX])])])
])

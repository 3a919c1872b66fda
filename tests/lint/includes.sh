#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The direction of dependencies, as docs/architecture.md draws it, checked on every #include of the tree.
#
#  1. Pure guest modules (files of memcheck/ and record/ in GUEST_SOURCES) include only <stdint.h>, <stddef.h>, <stdatomic.h>,
#     <stdbool.h>, and files that are in GUEST_SOURCES themselves.
#     The instrumenter (ENGINE_SOURCES) includes, besides those, libvex*.h and its own files.
#  2. base/ includes nothing above itself.
#  3. record/ includes base/ and cache/mix.h at most.
#  4. symbols/ includes base/ and record/ at most.
#  5. suppressions/ includes base/ at most: it sees frames as strings and knows no record.
#  6. report/ includes none of heap/, coregrind-glue/ and memcheck/; heap/, above it, none of the last two. Pure modules of
#     heap/ (HEAP_PURE_SOURCES) include base/, record/ and each other at most.
#  7. memcheck/ includes no folder of the host half, save tables (.def) of base/.
#  8. The core's headers (pub_tool_*.h and libvex*.h) are included in coregrind-glue/ and memcheck/ only; rule 1 keeps
#     them out of the pure part of memcheck/.
#  9. Headers of this tree are included by their full path, and never through "..". Those of tests/ are exempt.
# 10. Every source file says its licence on one of its first two lines.
set -u
cd "${srcdir:-$(dirname "$0")/../..}" || exit 99

fail=0
complain()
{
  echo "includes.sh: $1" >&2
  fail=1
}

folders='base cache record symbols suppressions report heap memcheck coregrind-glue'

# Values of a variable that the fragments add to, one per line.
values_of()
{
  cat Makefile.am ./*/*.mk | sed -e ':join' -e '/\\$/{N;s/\\\n//;bjoin' -e '}' |
    sed -n "s/^$1 *+\{0,1\}=//p" | tr -s ' \t' '\n\n' | grep .
}
guest_sources=" $(values_of GUEST_SOURCES | tr '\n' ' ') "
[ "$guest_sources" != '  ' ] || complain 'found no GUEST_SOURCES'

engine_sources=" $(values_of ENGINE_SOURCES | tr '\n' ' ') "

is_engine()
{
  case $engine_sources in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

heap_sources=" $(values_of HEAP_PURE_SOURCES | tr '\n' ' ') "

is_pure_heap()
{
  case $heap_sources in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

is_guest()
{
  case $guest_sources in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

# The rules for one file that includes one header, written with its quotes or brackets.
check_include()
{
  file=$1 folder=${1%%/*} header=${2#?}
  header=${header%?}
  case $2 in \"*) is_ours=yes ;; *) is_ours=no ;; esac

  if is_guest "$file"; then
    case $2 in
      '<stdint.h>' | '<stddef.h>' | '<stdbool.h>' | '<stdatomic.h>') ;;
      \"*) is_guest "$header" || complain "$file: rule 1: $header is no pure guest module" ;;
      *) complain "$file: rule 1: $2 is no header of freestanding C that guest modules use" ;;
    esac
  fi

  if is_engine "$file"; then
    case $2 in
      '<stdint.h>' | '<stddef.h>' | '<stdbool.h>' | '"libvex'*) ;;
      \"*) is_guest "$header" || is_engine "$header" || complain "$file: rule 1: $header is not the instrumenter's" ;;
      *) complain "$file: rule 1: $2 is no header of freestanding C that the instrumenter uses" ;;
    esac
  fi

  if is_pure_heap "$file"; then
    case $2 in
      \<* | \"base/* | \"record/*) ;;
      *) is_pure_heap "$header" || complain "$file: rule 6: $header is no pure module of heap/" ;;
    esac
  fi

  case $folder:$header in
    base:record/* | base:symbols/* | base:suppressions/* | base:report/* | base:heap/* | base:memcheck/* | base:coregrind-glue/*)
      complain "$file: rule 2: base/ includes $header" ;;
    record:symbols/* | record:suppressions/* | record:report/* | record:heap/* | record:memcheck/* | record:coregrind-glue/*)
      complain "$file: rule 3: record/ includes $header" ;;
    symbols:suppressions/* | symbols:report/* | symbols:heap/* | symbols:memcheck/* | symbols:coregrind-glue/*)
      complain "$file: rule 4: symbols/ includes $header" ;;
    suppressions:record/* | suppressions:symbols/* | suppressions:report/* | suppressions:heap/* | suppressions:memcheck/* | \
      suppressions:coregrind-glue/*)
      complain "$file: rule 5: suppressions/ includes $header" ;;
    report:heap/* | report:memcheck/* | report:coregrind-glue/* | heap:memcheck/* | heap:coregrind-glue/*)
      complain "$file: rule 6: $folder/ includes $header" ;;
    memcheck:base/*.def) ;;
    memcheck:base/* | memcheck:symbols/* | memcheck:suppressions/* | memcheck:report/* | memcheck:heap/*)
      complain "$file: rule 7: memcheck/ includes $header" ;;
  esac

  case $folder:$header in
    memcheck:* | coregrind-glue:* | tests:*) ;;
    *:pub_tool_* | *:libvex*) complain "$file: rule 8: $header belongs to the core" ;;
  esac

  [ "$is_ours:$folder" = yes:tests ] && return
  case $is_ours:$header in
    *:*../*) complain "$file: rule 9: $header is not a full path" ;;
    yes:config.h | yes:*/* | yes:pub_tool_* | yes:libvex* | yes:valgrind.h | yes:memcheck.h) ;;
    yes:*) complain "$file: rule 9: $header is not a full path" ;;
  esac
}

for file in $(find $folders tests -name '*.[ch]' -o -name '*.def' | sort); do
  headers=$(sed -n 's/^[ \t]*#[ \t]*include[ \t]*\(["<][^">]*[">]\).*/\1/p' "$file")
  for header in $headers; do
    check_include "$file" "$header"
  done
done

for file in $(find $folders tests scripts examples docs -type f 2>/dev/null |
                grep -E '\.(c|h|cpp|rs|def|sh|py)$' | sort); do
  head -n 2 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' || complain "$file: rule 10: no SPDX line"
done

exit $fail

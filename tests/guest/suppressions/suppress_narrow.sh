# SPDX-License-Identifier: GPL-2.0-or-later
# Entries hide what they were made for, in Seep and in Valgrind, and neither its like in another function nor, where
# main is all that they name, in another program.
# needs: seep
# uses: suppress_narrow_places.cpp
. "$SRC/lib.sh"
program=$BIN/suppress_narrow_places
cp "$program" unknown_program
mkdir .libs
cp "$program" .libs/lt-suppress_narrow_places

# check SET CHECKER...: what the set hides and what not.
check() {
  set=$1
  shift
  status 0 "$@" --suppressions="$set" --error-exitcode=9 "$program" 2>report
  status 9 "$@" --suppressions="$set" --error-exitcode=9 "$program" others 2>report
  expect report "1,338 bytes .* definitely lost" "1,339 bytes .* definitely lost" "1,340 bytes .* definitely lost" \
    "1,341 bytes .* definitely lost" "1,342 bytes .* definitely lost"
  reject report "1,343 bytes" "1,344 bytes"
  status 9 "$@" --suppressions="$set" --error-exitcode=9 ./unknown_program 2>report
  expect report "1,343 bytes .* definitely lost" "1,344 bytes .* definitely lost"
  reject report "1,337 bytes"
}

checker --record=run "$program" 2>report
status 0 checker suppress run -o set.supp 2>said
check set.supp checker

# Before it is installed, libtool may give the program another name.
checker --record=run_lt .libs/lt-suppress_narrow_places 2>report
status 0 checker suppress run_lt -o lt.supp 2>said
check lt.supp checker
status 0 checker --suppressions=lt.supp --error-exitcode=9 .libs/lt-suppress_narrow_places 2>report

if valgrind --version >/dev/null 2>&1; then
  check set.supp valgrind --leak-check=full
  check lt.supp valgrind --leak-check=full
  status 0 valgrind --leak-check=full --suppressions=lt.supp --error-exitcode=9 .libs/lt-suppress_narrow_places 2>report
fi

# An old entry that stops at the wrapper is pointed out, and replaced.
cat >old.supp <<'END'
{
   old
   #: exe: suppress_*
   Memcheck:Leak
   fun:*alloc
   fun:own_malloc
}
{
   not so old
   Memcheck:Leak
   fun:malloc
   fun:own_malloc
   fun:_ZL15lose_by_wrapper*
}
END
status 1 checker suppress --audit run old.supp >said
expect said \
  '"old": stops at a wrapper: hides what comes through own_malloc from anywhere, not only from lose_by_wrapper' \
  ', 1 at a wrapper'
reject said '"not so old": stops'
status 1 checker suppress --audit --narrow run old.supp >said
expect said "1 entry replaced by 1 narrower"
expect old.supp "fun:_ZL15lose_by_wrapperv" "#: exe: suppress_\*"

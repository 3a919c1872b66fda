# SPDX-License-Identifier: GPL-2.0-or-later
# Limits of the stack, of files' sizes and of open files: programs run, or a sentence says which limit is too low.
# needs: seep
# uses: lose.c lose_many.c
. "$SRC/lib.sh"

# limited LIMIT [COMMAND...]: the report goes through a pipe, as a file would be limited, too.
limited() {
  limit=$1
  shift
  got=0
  [ $# -gt 0 ] || set -- "$BIN/lose" 3
  # The limit's letter and number; the checker's options.
  # shellcheck disable=SC2086
  { { (ulimit $limit; exec $SEEP "$@") >out 2>&3 3>&- </dev/null || got=$?; echo $got >status; } 3>&1 | cat >report; }
  got=$(cat status)
}

checked() {
  [ "$got" = 3 ] || { cat report; fail "ulimit $limit: exit status $got"; }
  expect report "1,337 bytes in 1 blocks are definitely lost" "ERROR SUMMARY: 1 errors"
  reject report "^seep: |^Seep: "
}

refused() {
  [ "$got" = 125 ] || { cat report; fail "ulimit $limit: exit status $got"; }
  expect report "$1"
  [ "$(wc -l <report)" = 1 ] || { cat report; fail "ulimit $limit: more than one sentence"; }
}

limited "-s unlimited"
checked
limited "-s 64"
checked
limited "-s 48"
refused "^seep: the limit of 48 kB for the stack is too low; run .ulimit -s 8192. first"
limited "-n 10"
refused "^seep: the limit of 10 open files is too low to check a program; run .ulimit -n [0-9]+. first"
limited "-f 0"
refused "^seep: the limit of 0 bytes for files is too low to check a program; run .ulimit -f unlimited. first"
limited "-c unlimited"
checked

# A record that grows past the limit ends there, as on a full disk; the program gets no signal, and the report is whole.
limited "-f 128" --record=run --num-callers=100 "$BIN/lose_many" 20000
[ "$got" = 0 ] || { tail report; fail "ulimit -f: exit status $got"; }
expect report "Seep: cannot write the record in .*/run \(File too large\); this report is whole" \
  "ERROR SUMMARY: 2[0-9]+ errors from"
[ "$(cat out)" = finished ] || fail "the program did not finish"

# Standard descriptors that are not open.
status 3 checker "$BIN/lose" 3 <&- >&- 2>report
expect report "1,337 bytes in 1 blocks are definitely lost"
status 3 checker "$BIN/lose" 3 <&- >&- 2>&-

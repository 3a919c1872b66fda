# SPDX-License-Identifier: GPL-2.0-or-later
# seep attach finds a program by its name, and lists them if several have it. One that executes another program is told
# of, as nothing is watched any more.
# uses: native_attached.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
name=named$$
cp "$BIN/native_attached" "$name"
begin() {
  rm -f out over attached err
  "$@" >out 2>errors &
  pid=$!
  wait_for grep -q ready out
}
begin "./$name" wait
first=$pid
"$seep" attach "$name" --record=no --for=0 2>err || fail "$(cat err)"
expect err "^seep: attached to process $pid "
begin "./$name" wait
status 2 "$seep" attach "$name" --record=no --for=0 2>err
expect err "2 programs are called $name; name one by its number" "^$first  ./$name wait$" "^$pid  ./$name wait$"
touch attached over
status 3 wait "$pid"
status 3 wait "$first"
status 2 "$seep" attach "$name" --record=no 2>err
expect err "no program that you may look at is called $name"
status 2 "$seep" attach 99999999999999999999 --record=no 2>err
expect err "99999999999999999999 is not a process id"

export program="./$name"
begin sh -c 'echo ready; until test -e attached; do sleep 0.1; done; exec "$program" wait'
"$seep" attach "$pid" --record=no 2>err &
attaching=$!
wait_for grep -q "^seep: attached to process $pid " err
touch attached
wait "$attaching" || fail "$(cat err)"
expect err "^seep: process $pid has executed another program, and is not watched any more"
touch over
status 3 wait "$pid"
expect out "^0 wrong"
test ! -s errors || fail "$(cat errors)"

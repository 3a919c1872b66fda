# SPDX-License-Identifier: GPL-2.0-or-later
# seep attach waits for a thread that is within dlopen(), but holds none of the others meanwhile, as the first may wait
# for them; and comes to an end with a reason if that takes too long.
# uses: native_attached_loading.c
# needs: seep
# limit: 90
. "$SRC/lib.sh"
seep=${SEEP%% *}
ready() { grep -q ready out 2>/dev/null; }
begin() {
  rm -f out over
  "$BIN/native_attached_loading" "$1" >out 2>errors &
  pid=$!
  wait_for ready
}
finish() {
  touch over
  wait "$pid" || fail "the program ended with $?: $(cat errors err)"
  expect out "^over"
  test ! -s errors || fail "$(cat errors)"
}
attach() { timeout 40 "$seep" attach "$pid" --record=no --for=0 2>err; }
for way in while walk; do
  begin $way
  attach || fail "$way: $(cat err)"
  finish
done
begin long
status 2 attach
finish
expect err "process $pid: its thread [0-9]* is within dlopen\(\)"
begin often
for round in 1 2 3; do
  attach || [ $? = 2 ] || fail "$round: $(cat err)"
done
finish

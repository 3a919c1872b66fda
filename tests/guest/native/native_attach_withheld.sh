# SPDX-License-Identifier: GPL-2.0-or-later
# seep attach comes to programs part of whose memory cannot be read, and goes; they go on. See native_withheld_memory.c.
# uses: native_withheld_memory.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
ready() { grep -q ready out 2>/dev/null; }
attached() { grep -q "^seep: attached to process $pid " err 2>/dev/null; }
for what in guards heads roots file awaited "awaited shared" "awaited block"; do
  rm -f out over err
  # shellcheck disable=SC2086
  WAIT=1 "$BIN/native_withheld_memory" $what >out 2>errors &
  pid=$!
  wait_for ready
  timeout -s KILL 20 "$seep" attach "$pid" --record=no --for=0 2>err || fail "$what: $(cat err)"
  rm err
  timeout -s KILL 20 "$seep" attach "$pid" --record=no --style=memcheck 2>err &
  attaching=$!
  wait_for attached
  touch over
  status 3 wait "$pid"
  wait "$attaching" || fail "$what: $(cat err)"
  expect out "^done"
  test ! -s errors || fail "$what: $(cat errors)"
  expect err "1,337 bytes in 1 blocks are definitely lost"
done

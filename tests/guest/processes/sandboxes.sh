# SPDX-License-Identifier: GPL-2.0-or-later
# Programs that go to another root, where nothing can be written, and to other namespaces of processes: all of them are
# checked, end as natively, and leave nothing behind.
# needs: seep bwrap unshare
# uses: lose.c
# limit: 120
. "$SRC/lib.sh"
sandbox="bwrap --unshare-user --unshare-pid --ro-bind / / --dev /dev --proc /proc"
$sandbox true 2>/dev/null && unshare -Upf --mount-proc true 2>/dev/null || skip "no sandboxes here"
mkdir files
export TMPDIR=$PWD/files

# The first process of a namespace may end after the one that made it.
nothing_is_left() {
  for _ in $(seq 100); do
    [ -n "$(ls files)" ] || return 0
    sleep 0.1
  done
  fail "files are left: $(ls files)"
}

# runs COMMAND...: it ends with status 3, and what it has executed last is checked.
runs() {
  status 3 checker --trace-children=yes --log-file=log.%p "$@" >out 2>err
  nothing_is_left
  cat log.* err >report
  expect report "1,337 bytes in 1 blocks are definitely lost"
  reject report "unlink|recover|cannot (create|write)|invalid file descriptor|Read-only|did not finish"
  rm log.*
}

runs $sandbox "$BIN/lose" 3
runs unshare -Upf --mount-proc "$BIN/lose" 3
runs unshare -Ur --root=/ "$BIN/lose" 3

# A filter that does nothing: load the number of the call, allow.
printf '\040\000\000\000\000\000\000\000\006\000\000\000\000\000\377\177' >filter
exec 9<filter
runs $sandbox --seccomp 9 "$BIN/lose" 3
exec 9<&-

# Its own descriptors, as it finds them there.
status 0 checker --trace-children=yes --log-file=log.%p $sandbox ls /proc/self/fd >out 2>err
[ "$(wc -l <out)" -le 6 ] || { cat out; fail "descriptors of the checker are listed"; }

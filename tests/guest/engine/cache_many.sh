# SPDX-License-Identifier: GPL-2.0-or-later
# Many processes fill one cache at once, some are killed, and children of a program share it with their parent.
# needs: seep
# uses: fork_tree.c addr_after_free.c exec_itself.c
# limit: 300
. "$SRC/lib.sh"
. "$SRC/cache_lib.sh"
for i in 1 2 3 4 5 6 7 8; do
  cached run$i "$BIN/addr_after_free" &
done
for i in 1 2 3; do
  checker --translation-cache="$folder" "$BIN/addr_after_free" >/dev/null 2>&1 &
  killed="$killed $!"
done
sleep 0.3
# Each is a process id.
kill -9 $killed 2>/dev/null || :
wait
cached last "$BIN/addr_after_free"
warm last
for i in 1 2 3 4 5 6 7 8; do
  same run$i last
done
cached forks.cold "$BIN/fork_tree"
cached forks.warm "$BIN/fork_tree"
warm forks.warm
cached exec.cold --trace-children=yes "$BIN/exec_itself"
cached exec.warm --trace-children=yes "$BIN/exec_itself"
warm exec.warm
grep -qx "second image" exec.warm.out || fail "$(cat exec.warm.out)"

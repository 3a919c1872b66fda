# SPDX-License-Identifier: GPL-2.0-or-later
# A program that asks for exceptions of SSE gets them from kept code as well: in the second run, and in the third.
# uses: exceptions_seen.c
. "$SRC/lib.sh"
. "$SRC/cache_lib.sh"
for engine in precise speculative direct; do
  for run in first second third; do
    cached "$engine-$run" --engine=$engine "$BIN/exceptions_seen"
    same "$engine-first" "$engine-$run"
    [ "$(cat "$engine-$run.out")" = "none, invalid, overflow" ] || fail "$engine, $run: $(cat "$engine-$run.out")"
  done
done

# SPDX-License-Identifier: GPL-2.0-or-later
# The first block that VEX makes in a process is as any other: here the cache has all the others.
# needs: seep
# uses: first_made.c
. "$SRC/lib.sh"
. "$SRC/cache_lib.sh"
for turn in 1 2 3; do
  cached run "$BIN/first_made" usual
done
cached run "$BIN/first_made" other
grep -qx "0 wrong" run.out || fail "$(cat run.out run.err)"
[ "$(made run)" -lt 20 ] || fail "the cache was cold: $(made run) made"

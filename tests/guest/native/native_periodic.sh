# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks --snapshot=EVERY: snapshots of a program with many threads, so many allocations or bytes apart, thinned
# out when there are too many.
# uses: native_counts.c
# needs: seep
. "$SRC/lib.sh"
taken() { "$seep" dump "$1" | grep -ac " SNAPSHOT .* problem=\"\""; }
seep=${SEEP%% *}
checker --record=allocations --checks=leaks --snapshot=1001a "$BIN/native_counts" 2>report
# 12,017 allocations; threads may go on for some time before one is taken.
number=$(taken allocations)
[ "$number" -ge 2 ] && [ "$number" -le 12 ] || fail "$number snapshots: $(cat report)"
expect report "Snapshot 1 \(periodic\): [0-9,]* blocks, [0-9,]* bytes, program stopped for [0-9]* ms"
"$seep" heap allocations --at=1 why keep >out
expect out "held by global kept"

checker --record=thinned --checks=leaks --snapshot=10K "$BIN/native_counts" 21 2>report
expect report "every second periodic snapshot was removed, so that no more than 20 are kept"
kept=$(ls thinned | grep -c heap)
[ "$kept" -ge 10 ] && [ "$kept" -le 20 ] || fail "$kept are left: $(ls thinned)"
"$seep" heap thinned >out
expect out "periodic, after"

# SPDX-License-Identifier: GPL-2.0-or-later
# seep heap answers from snapshots of a program that runs natively as from those of a full run.
# uses: native_heap.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
checker --record=full --snapshot=exit --snapshot-contents=64 "$BIN/native_heap" 2>err || true
checker --record=leaks --checks=leaks --snapshot=exit --snapshot-contents=64 "$BIN/native_heap" 2>err || true
for run in full leaks; do
  "$seep" heap $run why new_node >out
  expect out "101 blocks, 4,848 bytes, held by global g_list"
  expect out "-> block of 48 \(struct node\) from new_node"
  expect out "\.\.\. 99 more blocks from new_node .*, each ->next"
  "$seep" heap $run why =777 >out
  expect out "held by local in work\(\) of thread 2"
  "$seep" heap $run why =555 >out
  expect out "held by thread-local t_kept of thread 2"
  "$seep" heap $run why =333 >out
  expect out "held by thread-local t_kept of thread 1"
  "$seep" heap $run why =1337 >out
  expect out "Unreachable: 1 block"
  "$seep" heap $run retained >out
  expect out "4,848 .* global g_list"
  "$seep" heap $run show new_node >out
  expect out "name *\"a name that is thirty-nine letters long\""
  "$seep" heap $run export folded >out
  expect out "main;new_node 4848"
  "$seep" heap $run export html page.html
done
checker --record=no --checks=leaks --snapshot=exit "$BIN/native_heap" 2>err || true
expect err "Snapshot 1 \(exit\) was not taken: there is no place for it, as this run keeps no record"

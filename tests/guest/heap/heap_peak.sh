# SPDX-License-Identifier: GPL-2.0-or-later
# --snapshot=peak keeps one snapshot, of the largest heap: the bytes in it are those that the program counted itself.
# needs: seep python3
# uses: heap_peak_program.c
# limit: 120
. "$SRC/lib.sh"

# peak OPTIONS... PROGRAM...: each process has one snapshot, which has as many bytes as it says, or less by $less of a
# thousand. The largest of many rising waves may be missed by 5 %, as they cost too much time; others by 0.5 %, as the
# heap must shrink by that much.
peak() {
  rm -rf run
  checker -q --checks="$checks" --check-killed=yes --leak-check=no --snapshot=peak --record=run \
    "$@" >said 2>report || true
  test "$(ls run/*.heap | wc -l)" -eq "$(grep -c . said)" || fail "$*: $(ls run)"
  while read -r pid bytes; do
    checker heap run --pid="$pid" --at=peak --format=json >overview
    python3 - "$bytes" "$less" <<'END' || fail "$* ($pid)"
import json, sys
found, bytes, less = json.load(open("overview"))["bytes"], int(sys.argv[1]), int(sys.argv[2])
print(found, "of", bytes)
sys.exit(not bytes * (1000 - less) / 1000 <= found <= bytes)
END
  done <said
}

# With the program watched by the engine, and natively.
for checks in all leaks; do
  less=0
  for how in grows aborts realloc single; do
    peak "$BIN/heap_peak_program" "$how"
  done
  less=5
  for how in waves fork; do
    peak "$BIN/heap_peak_program" "$how"
  done
  peak --growth=no "$BIN/heap_peak_program" waves
  peak --growth=yes "$BIN/heap_peak_program" waves
  peak --personality=memcheck "$BIN/heap_peak_program" waves
  less=50
  for seed in 1 2 3 4; do
    peak "$BIN/heap_peak_program" random $seed
  done

  # The C library has a block for each thread.
  rm -rf run
  checker -q --checks=$checks --leak-check=no --snapshot=peak --record=run \
    "$BIN/heap_peak_program" thread >said 2>report
  checker heap run why waves_of_thread --at=peak >paths
  expect paths "held by global kept"

  # The report tells of the one that is kept, the summary at the end can be compared with it, and another that was taken
  # later is the one that is looked at.
  rm -rf run
  checker --checks=$checks --leak-check=no --snapshot=peak --snapshot=exit --record=run \
    "$BIN/heap_peak_program" grows >said 2>report
  expect report "Snapshot [0-9]+ \(peak\): 1,001 blocks, 1,338,337 bytes"
  test "$(grep -c 'Snapshot [0-9]* (peak)' report)" -eq 1 || fail "$(cat report)"
  checker heap run >overview
  expect overview "at exit"
  checker heap run diff @peak >difference
  expect difference "Before 1.3 MB"
  checker heap run why =1337 --at=peak >paths
  expect paths "held by global kept"

  # Where there can be none, the report says so once.
  checker --checks=$checks --leak-check=no --record=no --snapshot=peak "$BIN/heap_peak_program" waves >said 2>report
  test "$(grep -c 'Snapshot .* was not taken' report)" -eq 1 || fail "$(cat report)"

  # Killed from outside, or becoming another program, it leaves the last peak after which its heap has shrunk.
  rm -rf run
  checker -q --checks=$checks --leak-check=no --snapshot=peak --record=run \
    "$BIN/heap_peak_program" killed >said 2>report || true
  checker heap run --at=peak >overview
  expect overview "at the peak of the heap" "\(399,763 bytes\) in 299 blocks"
  rm -rf run
  checker --checks=$checks --leak-check=no --snapshot=peak --record=run \
    "$BIN/heap_peak_program" executes >said 2>report || true
  checker heap run --at=peak >overview
  expect overview "at the peak of the heap" "\(399,763 bytes\) in 299 blocks"
  told=$("${SEEP%% *}" dump run/*.rec | grep -ac ' SNAPSHOT id=1 ') || true
  [ "$told" -eq 2 ] || fail "told $told times, not when it was taken and that it is kept"
done

# Custom blocks count beside the block that they lie in, as everywhere; the snapshot has the inner ones only.
rm -rf run
checker -q --leak-check=no --snapshot=peak --record=run "$BIN/heap_peak_program" in_place >said 2>report
checker heap run --at=peak >overview
expect overview "at the peak of the heap" "8,000 bytes in 1 block"

# Where there is none, the question says so.
checker -q --record=plain "$BIN/heap_peak_program" waves >said 2>report
status 2 checker heap plain --at=peak >answer 2>&1
expect answer "no snapshot of its peak; run the program again with --snapshot=peak"

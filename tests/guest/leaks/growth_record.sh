# SPDX-License-Identifier: GPL-2.0-or-later
# What samples tell of sites adds up to the heap, whatever blocks are made of, in forked children too; marks and counted
# instructions. needs: seep python3
# uses: growth_kinds.c pool_basic.c pool_meta.c pool_trim_change_move.c request_malloclike.c
# uses: request_resizeinplace.c heap_realloc_contents.c realloc_zero.c realloc_invalid.c fork_inherited.c fork_tree.c
# limit: 120
. "$SRC/lib.sh"
cat >check.py <<'END'
import re, sys
live, seen, totals, samples, last = {}, 0, {}, 0, None
def number(line, name):
    return int(re.search(rf" {name}=(\d+)", line)[1])
def numbers(line, name):
    return [int(word) for word in re.search(rf" {name}=\[([^]]*)\]", line)[1].split()]
for line in open(sys.argv[1]):
    kind = line.split()[1]
    if kind == "SAMPLE":
        for stack, size, blocks in zip(numbers(line, "stack_ids"), numbers(line, "bytes"), numbers(line, "blocks")):
            live[stack] = size, blocks
        assert sum(size for size, _ in live.values()) == number(line, "live_bytes"), line
        assert sum(blocks for _, blocks in live.values()) == number(line, "live_blocks"), line
        samples += 1
    if kind == "SITE":
        stack = number(line, "stack_id")
        totals[stack] = number(line, "live_bytes"), number(line, "live_blocks")
        assert number(line, "live_bytes") <= number(line, "peak_bytes") <= number(line, "total_bytes"), line
assert samples > 0 and totals, sys.argv[1]
assert {stack: value for stack, value in totals.items() if value != (0, 0)} == \
       {stack: value for stack, value in live.items() if value != (0, 0)}, sys.argv[1]
END

for program in pool_basic pool_meta pool_trim_change_move request_malloclike request_resizeinplace \
  heap_realloc_contents realloc_zero realloc_invalid fork_inherited fork_tree; do
  checker -q --trace-children=yes --sanity-level=2 --record="$program.run" "$BIN/$program" >stdout 2>report || true
  for record in "$program.run"/*.rec; do
    checker dump "$record" >dump.txt
    python3 check.py dump.txt
  done
done

checker -q --count-instructions=yes --record=marked "$BIN/growth_kinds" 5 >stdout 2>report
checker dump marked/*.rec >dump.txt
status 5 sh -c 'exit $(grep -c " MARK .*text=\"register_client\"" dump.txt)'
status 5 sh -c 'exit $(grep -c " MARK " dump.txt)'
if grep -q " END_OF_RUN .* instructions=0 " dump.txt; then fail "no instructions were counted"; fi
checker -q --record=uncounted "$BIN/growth_kinds" 1 >stdout 2>report
checker dump uncounted/*.rec >dump.txt
expect dump.txt "END_OF_RUN .* instructions=0 "
checker -q --growth=no --record=none "$BIN/growth_kinds" 1 >stdout 2>report
checker dump none/*.rec >dump.txt
if grep -qE " (SAMPLE|SITE) " dump.txt; then fail "samples without --growth"; fi

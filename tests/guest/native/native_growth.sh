# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks --growth=yes: what keeps growing is found as by a full run, also in a forked child; counts are exact
# with any number of threads. Without the option nothing is counted.
# uses: growth_kinds.c growth_fork.c native_counts.c
# needs: seep python3
# limit: 120
. "$SRC/lib.sh"
checker --record=run --checks=leaks --growth=yes --snapshot=exit "$BIN/growth_kinds" 250 2>report
expect report "16,000 bytes in 250 blocks, growing by .* \(R2 (1.00|0.9.) over .* samples\)" \
  "by register_client \(growth_kinds.c" "32,000 bytes in 250 blocks, growing by " "by append \(growth_kinds.c" \
  "growing: 48,000 bytes from 2 sites" "allocated once at startup: 5,120 bytes from 1 site"
reject report ring_put saw_put make_tables make_config
status 1 checker gate run --allow=errors-not-checked --definitely-lost=any --max-growing=1 >gate.out 2>&1
expect gate.out "2 places keep growing, at most 1 allowed"
for format in massif dhat callgrind speedscope pprof html; do
  checker heap run export $format "file.$format"
done
grep -q "mem_heap_B=" file.massif || fail "no samples in massif's format"

checker --record=child --checks=leaks --growth=yes "$BIN/growth_fork" 180 >out 2>report
expect report "by grow_in_child \(growth_fork.c"
reject report grow_in_parent

checker --record=plain --checks=leaks "$BIN/growth_kinds" 250 2>report
reject report growing
status 2 checker heap plain >out 2>&1 || true
expect out "run the program again with --snapshot=exit or --growth=yes"

checker --record=counts --checks=leaks --growth=yes "$BIN/native_counts" 2>report
checker heap counts lifetimes --format=json >counts.json
python3 - <<'END'
import json
sites = {site["site"].split()[0]: site for site in json.load(open("counts.json"))["sites"]}
kept, dropped, grown, failed = (sites[name] for name in ("keep", "drop", "grow", "fail"))
assert (kept["total_blocks"], kept["total_bytes"], kept["live_bytes"]) == (4004, 4004 * 37, 4004 * 37), kept
assert (dropped["total_blocks"], dropped["live_bytes"]) == (4004, 0) and dropped["short_blocks"] > 0, dropped
assert (grown["total_blocks"], grown["live_bytes"]) == (4004, 0), grown
assert (failed["total_blocks"], failed["live_bytes"]) == (1, 100), failed
END

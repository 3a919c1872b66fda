# SPDX-License-Identifier: GPL-2.0-or-later
# Sites that keep growing are findings of their own: for limits, baselines, suppressions, differences and all formats.
# needs: seep python3
# uses: growth_kinds.c
# limit: 120
. "$SRC/lib.sh"
checker --record=run "$BIN/growth_kinds" 200 2>report
checker --record=short "$BIN/growth_kinds" 3 2>/dev/null

status 0 checker gate run --definitely-lost=100k >gate.out 2>&1
status 0 checker gate run --definitely-lost=any --max-growing=2 --max-growth-rate=1M >gate.out 2>&1
status 1 checker gate run --max-growing=1 >gate.out 2>&1
expect gate.out "2 places keep growing, at most 1 allowed" "register_client \(growth_kinds.c" "append \(growth_kinds.c"
status 1 checker gate run --max-growth-rate=1 >gate.out 2>&1
expect gate.out "2 places grow by more than 1 bytes in a second"
status 0 checker gate short --definitely-lost=any --max-growing=0 >gate.out 2>&1

# What a baseline knows may grow, by whatever rate.
checker gate run --baseline=base.json --update-baseline --force >gate.out 2>&1 || true
expect base.json '"kind": "Growth"'
status 0 checker gate run --baseline=base.json --max-growing=0 >gate.out 2>&1
status 0 checker gate run --baseline=base.json >gate.out 2>&1
status 1 checker diff short run >diff.out 2>&1
expect diff.out "growing by .* \(R2"
status 0 checker diff run run >diff.out 2>&1

checker suppress run >growth.supp 2>/dev/null
expect growth.supp "Seep:Growth"
checker report run --suppressions=growth.supp >suppressed.txt 2>&1
if grep -q "growing by" suppressed.txt; then fail "a suppressed site is told"; fi
status 0 checker gate run --definitely-lost=any --suppressions=growth.supp --max-growing=0 >gate.out 2>&1
if command -v valgrind >/dev/null; then
  status 0 valgrind -q --suppressions=growth.supp true >valgrind.out 2>&1
  if [ -s valgrind.out ]; then fail "Valgrind does not read it"; fi
fi
printf '{\n x\n Memcheck:Growth\n fun:main\n}\n' >bad.supp
status 2 checker report run --suppressions=bad.supp >bad.out 2>&1
expect bad.out "Seep:Growth"

for format in text json sarif junit markdown gitlab github; do
  checker report run --format=$format >out.$format
  expect out.$format "growing by"
done
python3 - <<'END'
import json
report = json.load(open("out.json"))
growing = [finding for finding in report["findings"] if finding["kind"] == "Growth"]
assert len(growing) == 2 == report["totals"]["growing"], growing
for finding in growing:
    assert finding["growth"]["bytes_per_second"] > 1000 and finding["growth"]["r2"] > 0.8, finding
    assert not finding["is_error"] and finding["leak_kind"] is None and finding["is_listed"], finding
END

# What holds it is asked by the finding.
checker -q --snapshot=exit --record=held "$BIN/growth_kinds" 150 >stdout 2>/dev/null
checker report held --format=text >held.txt
finding=$(sed -n 's/^\([0-9a-f]\{16\}\)  .*growing by.*/\1/p' held.txt | head -1)
checker heap held why "$finding" >why.txt
expect why.txt "global (registry|first|tail)"

# A record that was cut off tells what it can.
whole=$(echo run/*.rec)
head -c "$(($(wc -c <"$whole") * 3 / 4))" "$whole" >cut.rec
checker report cut.rec >cut.txt 2>&1 || true
expect cut.txt "growing by"

# SPDX-License-Identifier: GPL-2.0-or-later
# How many places keep growing is one number: in the report, the gate, every format and seep heap.
# needs: seep python3
# uses: growth_places.c
# limit: 120
. "$SRC/lib.sh"
checker --record=run --snapshot=exit "$BIN/growth_places" 250 2>report
expect report "growing: 44,000 bytes from 2 sites"
[ "$(grep -c ', growing by' report)" = 2 ] || fail "the report tells other places: $(cat report)"
status 0 checker gate run --max-growing=2 >gate.out 2>&1
status 1 checker gate run --max-growing=1 >gate.out 2>&1
expect gate.out "2 places keep growing, at most 1 allowed"
checker report run --format=text >text
expect text "keep growing: 2 places"

checker heap run growth >growth.txt
expect growth.txt "^2 places keep growing"
[ "$(grep -c '  growing  ' growth.txt)" = 2 ] || fail "seep heap growth has other rows: $(cat growth.txt)"
for question in "" growth; do
  # shellcheck disable=SC2086
  checker heap run $question --format=json >"heap-$question.json"
done
python3 - <<'END'
import json
assert len(json.load(open("heap-.json"))["growing"]) == 2
growth = json.load(open("heap-growth.json"))
assert growth["growing"] == 2 and sum(site["class"] == "growing" for site in growth["sites"]) == 4, growth
END

# Whatever makes a finding of stacks by way of different functions, it is one rule.
checker --record=callers "$BIN/growth_places" 250 callers 2>report
checker gate callers --max-growing=0 --json >gate.json || true
checker report callers --format=json >report.json
checker heap callers --format=json >heap.json
checker heap callers growth --format=json >growth.json
python3 - <<'END'
import json, re
text = open("report").read()
told = len(re.findall(", growing by", text)), int(re.search(r"growing: [0-9,]+ bytes from ([0-9]+) site", text)[1])
heap = len(json.load(open("heap.json"))["growing"]), json.load(open("growth.json"))["growing"]
findings = json.load(open("report.json"))["totals"]["growing"]
gate = [len(reason["items"]) for reason in json.load(open("gate.json"))["reasons"] if reason["code"] == "max-growing"]
assert {*told, *heap, findings, *gate} == {findings} and findings > 1, (told, heap, findings, gate)
END

# What is suppressed grows no less, but is no place that keeps growing.
checker report run --format=text --show-leak-kinds=none >ids
identity=$(sed -n 's/^\([0-9a-f]\{16\}\)  36,000 bytes.*/\1/p' ids)
checker suppress run "$identity" >one.supp 2>/dev/null
checker heap run growth --suppressions=one.supp >growth.txt
expect growth.txt "^1 place keeps growing" "growing, suppressed"
status 0 checker gate run --suppressions=one.supp --max-growing=1 >gate.out 2>&1

# No sign that a terminal without UTF-8 cannot show.
LC_ALL=C checker heap run growth >ascii.txt
if LC_ALL=C grep -q '[^ -~]' ascii.txt; then fail "there is more than ASCII: $(cat ascii.txt)"; fi
LC_ALL=C.UTF-8 checker heap run growth >utf8.txt
expect utf8.txt "█"

# SPDX-License-Identifier: GPL-2.0-or-later
# What is suppressed now is not fixed: `seep diff` says so, and a baseline keeps it; runs that are not there have no
# list.
# needs: seep python3
# uses: lose.c free_wild.c
. "$SRC/lib.sh"
checker --record=before "$BIN/lose" 2>report
checker suppress before >lose.supp 2>/dev/null
checker --record=after --suppressions=lose.supp "$BIN/lose" 2>report
status 0 checker diff before after >diff.out 2>&1
expect diff.out "^seep diff: the same \(0 new, 0 grown, 0 shrunk, 0 fixed, 0 moved, 0 the same, 1 suppressed\)" \
  "^suppressed:" \
  "suppressed by .*lose\.supp:[0-9]+\)"
reject diff.out "^fixed:"
status 0 checker diff --format=json before after >diff.json
python3 - <<'END'
import json
diff = json.load(open("diff.json"))
assert diff["verdict"] == "same" and diff["counts"]["suppressed"] == 1 and diff["counts"]["fixed"] == 0, diff["counts"]
[finding] = diff["findings"]
assert finding["change"] == "suppressed" and finding["after"] is None, finding
assert "lose.supp:" in finding["suppression"], finding
END
# Without the suppression it is new, and what is gone is fixed.
status 1 checker diff after before >diff.out 2>&1
expect diff.out "1 new" "^new:"
checker --record=clean "$BIN/free_wild" 2>report
status 1 checker diff before clean >diff.out 2>&1
expect diff.out "1 fixed" "^fixed:"

# After an error nothing is compared.
status 2 checker diff before nosuch >diff.out 2>diff.err
expect diff.err "nosuch"
expect diff.out "^seep diff: failed: the runs cannot be compared"
reject diff.out "fixed" "lose\.c"
status 2 checker diff nosuch before >diff.out 2>&1
reject diff.out "new:" "lose\.c"
status 2 checker diff --format=json before nosuch >diff.json 2>/dev/null
python3 -c 'import json; d = json.load(open("diff.json"))
assert d["verdict"] == "failed" and not d["findings"] and not any(d["counts"].values()), d'

# A baseline keeps it, unless a person says otherwise.
status 0 checker gate before --baseline=base.json --update-baseline --force >gate.out 2>&1
cp base.json old.json
status 0 checker gate after --baseline=base.json >gate.out 2>&1
expect gate.out "1 finding of the baseline is suppressed now"
reject gate.out "fixed"
status 0 checker gate after --baseline=base.json --update-baseline >gate.out 2>&1
expect gate.out "1 finding of baseline base.json is suppressed now, not fixed: kept"
cmp base.json old.json || fail "the update has changed what is suppressed"
status 0 checker gate before --baseline=base.json >gate.out 2>&1
status 0 checker gate after --baseline=base.json --update-baseline --force >gate.out 2>&1
expect gate.out "removed, or lowered, all the same"
status 1 checker gate before --baseline=base.json >gate.out 2>&1

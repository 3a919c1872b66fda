# SPDX-License-Identifier: GPL-2.0-or-later
# Options that are not given again are as they were when the run was made, for every format and for the commands that
# compare and suppress; what is given again takes their place.
# needs: seep python3
# uses: leak_reachable_global.c
# limit: 120
. "$SRC/lib.sh"
checker --show-leak-kinds=all --record=all "$BIN/leak_reachable_global" 2>live
checker --record=usual "$BIN/leak_reachable_global" 2>usual.txt
expect live "are still reachable in loss record"

for format in text sarif junit github gitlab markdown; do
  checker report all --format=$format >out.$format
  expect out.$format "still reachable: 1,337 bytes in 1 block not freed"
  checker report usual --format=$format >usual.$format
  reject usual.$format "still reachable: 1,337 bytes in 1 block not freed"
  checker report usual all --format=$format >both.$format
  expect both.$format "still reachable: 2,674 bytes in 2 blocks not freed"
  checker report all --format=$format --show-leak-kinds=definite >none.$format
  reject none.$format "still reachable: 1,337 bytes in 1 block not freed"
done
cat >listed.py <<'END'
import json, sys
print([finding["is_listed"] for finding in json.load(sys.stdin)["findings"]])
END
[ "$(checker report all --format=json | python3 listed.py)" = "[True]" ] || fail "the JSON of a run with all leaks"
[ "$(checker report usual --format=json | python3 listed.py)" = "[False]" ] || fail "the JSON of a run without"

# A leak that only one of two runs was to show is in both.
status 0 checker diff usual all >diff.out 2>&1
status 0 checker diff all usual >diff.out 2>&1
checker suppress all >all.supp 2>suppress.err
expect all.supp "match-leak-kinds: reachable"
checker suppress usual >usual.supp 2>suppress.err
expect suppress.err "nothing to suppress"

# Whose code it is: nobody's, when the run said so.
checker --show-leak-kinds=all --own=fun=nobody --record=foreign "$BIN/leak_reachable_global" 2>live
checker report foreign --format=text --own-only >foreign.txt
reject foreign.txt "not freed"
checker report foreign --format=text --own-only --own=fun=main >main.txt
expect main.txt "not freed" "<-- own"

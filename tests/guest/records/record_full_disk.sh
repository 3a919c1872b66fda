# SPDX-License-Identifier: GPL-2.0-or-later
# No room for the record: the report is printed whole, the program runs to its end, and a message says what is missing.
# needs: seep root unshare
# uses: lose_many.c
. "$SRC/lib.sh"
mkdir small
unshare -m true 2>/dev/null || skip "no mount namespaces here"
cat >inside.sh <<SCRIPT
mount -t tmpfs -o size=16k tmpfs "$WORK/small" || exit 77
$SEEP --record="$WORK/small/run" "$BIN/lose_many" 2000 >stdout 2>report
echo "status \$?"
SCRIPT
unshare -m sh inside.sh >result || { [ $? != 77 ] || skip "cannot mount a tmpfs"; fail "the run failed"; }
grep -q "status 0" result || fail "$(cat result)"
grep -q finished stdout || fail "the program did not finish"
expect report "[Nn]o space left|cannot be written|incomplete" "ERROR SUMMARY: [0-9,]+ errors"

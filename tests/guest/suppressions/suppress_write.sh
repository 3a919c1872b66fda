# SPDX-License-Identifier: GPL-2.0-or-later
# `seep suppress` writes a set that hides what was chosen and nothing else, in Seep and in Valgrind, and does not
# overwrite files unasked.
# needs: seep
# uses: suppress_places.cpp
. "$SRC/lib.sh"
checker --record=run "$BIN/suppress_places" 2>report

# All of it.
status 0 checker suppress run -o all.supp 2>said
expect said "entries for [0-9]+ findings, written to all.supp" "verified: hides "
status 0 checker --suppressions=all.supp --error-exitcode=9 "$BIN/suppress_places" 2>report
expect report "ERROR SUMMARY: 0 errors" "indirectly lost: 0 bytes"
if valgrind --version >/dev/null 2>&1; then
  status 0 valgrind --leak-check=full --error-exitcode=9 --suppressions=all.supp "$BIN/suppress_places" 2>report
  status 9 valgrind --leak-check=full --error-exitcode=9 "$BIN/suppress_places" 2>report
fi

# One finding, by its identity; the others stay.
checker report --format=text run >list
identity=$(grep -B4 'lose_zeroed' list | sed -n 's/^\([0-9a-f]\{16\}\) .*/\1/p')
[ -n "$identity" ] || fail "no identity was shown"
status 0 checker suppress run "$identity" >one.supp 2>said
expect said "1 entry for 1 finding"
[ "$(grep -c '^{' one.supp)" = 1 ] || fail "not one entry"
status 9 checker --suppressions=one.supp --error-exitcode=9 "$BIN/suppress_places" 2>report
expect report "lose_copy"
reject report "lose_zeroed"
status 0 checker suppress run --suppressions=one.supp -o rest.supp 2>said
status 0 checker --suppressions=rest.supp --suppressions=one.supp --error-exitcode=9 "$BIN/suppress_places" 2>report
status 9 checker --suppressions=rest.supp --error-exitcode=9 "$BIN/suppress_places" 2>report
expect report "lose_zeroed"
reject report "lose_copy"
status 2 checker suppress run --suppressions=one.supp "$identity" 2>said
expect said "is suppressed already"
status 2 checker suppress run ffffffffffffffff 2>said
expect said "these runs have no finding ffffffffffffffff"

# Digits with which no other finding begins will do; with fewer than four it is not even tried.
for digits in 4 5 9; do
  status 0 checker suppress run "$(echo "$identity" | cut -c "1-$digits")" >short.supp 2>said
  cmp one.supp short.supp
done
status 2 checker suppress run 4cb 2>said
expect said "4cb is not a run, and too short for a finding: expected at least four digits"
status 2 checker suppress run "$(echo "$identity" | tr 0123456789abcdef 123456789abcdef0 | cut -c 1-4)" 2>said
expect said "these runs have no finding"

# Files are kept unless --force is given.
echo kept >mine.supp
status 2 checker suppress run -o mine.supp 2>said
expect said "mine.supp already exists"
expect mine.supp kept
status 0 checker suppress run -o mine.supp --force 2>said
reject mine.supp kept
status 2 checker suppress no-such-run -o x.supp 2>said
[ ! -e x.supp ] || fail "a file was written for no run"
status 2 checker suppress run -o 2>said

# Nothing to hide, nothing written.
status 0 checker suppress run --suppressions=all.supp -o none.supp 2>said
expect said "nothing to suppress"
[ ! -e none.supp ] || fail "an empty set was written"

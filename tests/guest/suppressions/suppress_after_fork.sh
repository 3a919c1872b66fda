# SPDX-License-Identifier: GPL-2.0-or-later
# An error from before a fork that happens in the child again: when the run is read again with an entry for it, the
# entry hides it in both.
# needs: seep
# uses: fork_errors.c
. "$SRC/lib.sh"
checker --leak-check=no --record=run "$BIN/fork_errors" again 2>report
expect report "ERROR SUMMARY: 5 errors from 3 contexts" "ERROR SUMMARY: 7 errors from 4 contexts"
status 0 checker suppress run -o all.supp 2>said
expect said "verified: hides "
checker report --suppressions=all.supp run >again 2>&1
expect again "suppressed: 5 from 3" "suppressed: 6 from 3"
reject again "Invalid write"

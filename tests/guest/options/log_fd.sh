# SPDX-License-Identifier: GPL-2.0-or-later
# --log-fd sends the report to a descriptor of the caller.
# uses: lose.c
. "$SRC/lib.sh"
checker --log-fd=9 "$BIN/lose" 9>report 2>stderr
expect report "1,337 bytes in 1 blocks are definitely lost"
[ ! -s stderr ] || fail "the report went to stderr as well"
checker --log-fd=1 "$BIN/lose" >both
expect both "ERROR SUMMARY: 1 errors from 1 contexts"

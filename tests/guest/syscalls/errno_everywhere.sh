# SPDX-License-Identifier: GPL-2.0-or-later
# Each system call that makes no sense fails with the error that the kernel gives; the first mistake counts.
# needs: seep
# uses: errno_calls.c
. "$SRC/lib.sh"
"$BIN/errno_calls" >native </dev/null
checker -q "$BIN/errno_calls" >checked 2>/dev/null </dev/null
test "$(wc -l <native)" -gt 2000 || fail "few calls: $(tail -n 1 native)"
diff -a native checked || fail "other errors"

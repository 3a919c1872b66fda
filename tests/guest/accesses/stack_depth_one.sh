# SPDX-License-Identifier: GPL-2.0-or-later
# --num-callers=1 leaves one frame of each stack. Newer cores take two or more only, and say so.
# needs: seep
# uses: stack_depth.c
. "$SRC/lib.sh"
if checker --num-callers=1 --default-suppressions=no "$BIN/stack_depth" 2>report; then
  expect report "1,337 bytes in 1 blocks are definitely lost"
  test "$(plain report | grep -A 2 "definitely lost" | grep -c "^\(at malloc\|Finding\) ")" -eq 2 ||
    fail "more than one frame: $(cat report)"
else
  status 125 checker --num-callers=1 "$BIN/stack_depth" 2>report
  expect report "'--num-callers' argument must be between 2 and 500"
fi

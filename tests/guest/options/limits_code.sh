# SPDX-License-Identifier: GPL-2.0-or-later
# Where the kernel itself denies memory for code (here since the program has given it up, and failed to execute
# another), the run ends,
# and says why: it is not that memory has run out.
# needs: seep
# uses: limits_code_given_up.c
. "$SRC/lib.sh"
program=$BIN/limits_code_given_up
"$program" forbid || exit 77
for style in people memcheck; do
  status 125 checker --style=$style "$program" forbid >out 2>err
  expect err "Seep cannot go on: the program has been forbidden memory that is writable and executable"
  reject err "run out of memory" "no leaks" "no errors\$"
done

# SPDX-License-Identifier: GPL-2.0-or-later
# "seep run" is "seep"; "--" ends the options; a program named like a subcommand is run by its path.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
status 7 checker run --error-exitcode=0 -- "$BIN/lose" 7 2>report
expect report "1,337 bytes in 1 blocks are definitely lost"
status 7 checker --error-exitcode=0 -- "$BIN/lose" 7 2>report
expect report "1,337 bytes in 1 blocks are definitely lost"
cp "$BIN/lose" report.program
ln -s report.program gate
status 7 checker ./gate 7 2>report
expect report "1,337 bytes in 1 blocks are definitely lost"
PATH="$BIN:$PATH" status 7 checker lose 7 2>report
expect report "1,337 bytes in 1 blocks are definitely lost"

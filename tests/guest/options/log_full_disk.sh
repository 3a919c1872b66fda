# SPDX-License-Identifier: GPL-2.0-or-later
# No room for the log file: a message says so, and where the report still is.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
[ -c /dev/full ] || skip "no /dev/full here"
ln -s /dev/full full
status 0 checker --record=run --log-file=full "$BIN/lose" 2>messages
expect messages "the log could not be written .*seep report .*run"
status 0 checker report run >report
expect report "definitely lost: 1,337 bytes in 1 blocks"

# SPDX-License-Identifier: GPL-2.0-or-later
# An options file that others may write, or that belongs to somebody else, is left out.
# uses: lose.c
. "$SRC/lib.sh"
mkdir home here
export HOME="$WORK/home"
cd here
echo "--error-exitcode=13" >.valgrindrc
chmod 666 .valgrindrc
status 0 checker "$BIN/lose" 2>report
expect report "valgrindrc"
chmod 644 .valgrindrc
status 13 checker "$BIN/lose" 2>report
if [ "$(id -u)" = 0 ]; then
  chown 1 .valgrindrc
  status 0 checker "$BIN/lose" 2>report
fi
rm .valgrindrc
ln -s /dev/zero .valgrindrc
status 0 checker "$BIN/lose" 2>report

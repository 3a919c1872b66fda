# SPDX-License-Identifier: GPL-2.0-or-later
# Seep's own ~/.seeprc, $SEEP_OPTS and ./.seeprc come after Valgrind's, so that they win.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
mkdir home here
export HOME="$WORK/home"
cd here
export VALGRIND_OPTS="--error-exitcode=11"
status 11 checker "$BIN/lose" 2>report
echo "--error-exitcode=12" >../home/.seeprc
status 12 checker "$BIN/lose" 2>report
export SEEP_OPTS="--error-exitcode=13"
status 13 checker "$BIN/lose" 2>report
echo "--error-exitcode=14" >.seeprc
status 14 checker "$BIN/lose" 2>report
chmod 666 .seeprc
status 13 checker "$BIN/lose" 2>report
expect report "seeprc"
SEEP_OPTS="--no-such-option=1" status 125 checker "$BIN/lose" 2>report
expect report "SEEP_OPTS" "no-such-option"

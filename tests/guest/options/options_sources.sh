# SPDX-License-Identifier: GPL-2.0-or-later
# Options come from ~/.valgrindrc, $VALGRIND_OPTS and ./.valgrindrc, later ones win; the command line wins over all.
# uses: lose.c
. "$SRC/lib.sh"
mkdir home here
export HOME="$WORK/home"
cd here
echo "--error-exitcode=11" >../home/.valgrindrc
status 11 checker "$BIN/lose" 2>report
export VALGRIND_OPTS="--error-exitcode=12 --num-callers=2"
status 12 checker "$BIN/lose" 2>report
reject report "by main"
echo "--memcheck:error-exitcode=13" >.valgrindrc
status 13 checker "$BIN/lose" 2>report
echo "--helgrind:error-exitcode=14" >.valgrindrc
status 12 checker "$BIN/lose" 2>report
echo "--error-exitcode=13" >.valgrindrc
status 15 checker --error-exitcode=15 "$BIN/lose" 2>report
status 0 checker --error-exitcode=0 "$BIN/lose" 2>report

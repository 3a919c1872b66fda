# SPDX-License-Identifier: GPL-2.0-or-later
# A file that was standard input is read again from where it was read; what else it was cannot be had again, and is
# said.
# needs: seep
# uses: lose_in_ways.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
printf 'one\ntwo\nthree\n' >input
{
  head -c 4 >first
  checker -q --record=file "$BIN/lose_in_ways" read
} <input >stdout 2>report
expect report "12 bytes in 2 blocks"
echo other | status 0 checker explain file >out 2>err
expect out "12 bytes in 2 blocks lost"
reject err "standard input"

printf 'one\n' >another
status 0 checker explain --input=another file >out 2>err
expect out "this time 1 block, in the recorded run 2"
mv input gone
status 2 checker explain file >out 2>err
expect err "the program's input is not there any more: $WORK/input; give another file by --input=FILE"
mkdir input
status 2 checker explain file >out 2>err
expect err "the program's input is not a file any more: $WORK/input"
status 2 checker explain --input=nowhere file >out 2>err
expect err "seep explain: --input=nowhere: No such file"

printf 'one\ntwo\n' | checker -q --record=pipe "$BIN/lose_in_ways" read >stdout 2>report
printf 'one\ntwo\n' | status 0 checker explain pipe >out 2>err
expect out "10 bytes in 2 blocks lost"
reject err "standard input"
status 1 checker explain pipe >out 2>err </dev/null
expect err "its input was no file and is not recorded; it reads the present standard input"
checker -q --record=nothing "$BIN/lose_in_ways" read drop </dev/null >stdout 2>report
echo more | status 0 checker explain nothing >out 2>err
reject err "standard input"

# SPDX-License-Identifier: GPL-2.0-or-later
# The record of a process can be read by its user, whatever the umask of the program is.
# needs: seep
# uses: fork_umask.c
. "$SRC/lib.sh"
checker -q --record=run "$BIN/fork_umask" 2>report
set -- run/*.rec
[ $# = 2 ] || fail "$# records"
for record; do
  [ "$(stat -c %a "$record")" = 600 ] || fail "$record: $(stat -c %a "$record")"
done

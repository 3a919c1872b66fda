# SPDX-License-Identifier: GPL-2.0-or-later
# Without --record the last ten runs stay in the state directory; --record=no keeps none.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/kept"
checker --record=no "$BIN/lose" 2>report
[ ! -d kept ] || [ -z "$(find kept -type f)" ] || fail "a record was kept"
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
  checker "$BIN/lose" $i 2>report || [ $? = $i ]
done

# The reporter removes old runs when the program has ended already.
ten_are_kept() {
  [ "$(find kept/seep/runs -mindepth 1 -maxdepth 1 -type d | wc -l)" = 10 ]
}
wait_for ten_are_kept
checker report >again
expect again "1,337 bytes in 1 blocks are definitely lost"

# SPDX-License-Identifier: GPL-2.0-or-later
# seep explain --try-fix frees each block where it is suggested, and tells whether it was used after that. The program
# does not notice.
# needs: seep
# uses: lose_hidden.c
# limit: 240
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"

# tries HOW STATUS SENTENCE...
tries() {
  how=$1 wanted_status=$2
  shift 2
  rm -rf run count
  status 4 checker -q --record=run "$BIN/lose_hidden" "$how" >stdout 2>report </dev/null
  cp count before
  status "$wanted_status" checker explain --try-fix run >out 2>err </dev/null
  expect out "$@"
}

tries plain 0 "^Freeing it there works: no later use, 1 of 1 block freed\.$"
[ "$(wc -c <count)" = 3 ] || fail "the program has not run three times: $(cat count)"
[ "$(grep -c '^done$' err)" = 2 ] || fail "it has not come to its end twice: $(cat err)"
expect err "running .*lose_hidden plain again to explain 1 finding" "running .*lose_hidden plain once more to try"
tries resized 0 "3,333 bytes in 1 block lost" "Freeing it there works: no later use, 1 of 1 block"
tries frame 0 "Freeing it there works: no later use, 1 of 1 block"
tries holder 0 "Freeing it there works: no later use, 1 of 1 block"
tries drop 0 "Keep the pointer that make\(\) returns to drop\(\)" \
  "Freeing it where it was dropped works: no later use, 1 of 1 block"
tries thread 0 "99 bytes in 3 blocks lost" "Freeing it there works: no later use, 3 of 3 blocks"
tries list 0 "Freeing it there works: no later use, 2 of 2 blocks freed\. What is lost through them, 14 bytes in 2 \
blocks, stays lost: free them as node_free\(\) \(lose_hidden.c:[0-9]+\) frees others\.$"

tries read 0 "Freeing it there does not work: read_later\(\) \(lose_hidden.c:[0-9]+\) reads it later\.$"
tries write 0 "Freeing it there does not work: write_later\(\) \(lose_hidden.c:[0-9]+\) writes to it later\.$"
tries pass 0 \
  "Freeing it there does not work: pass_later\(\) \(lose_hidden.c:[0-9]+\) passes it to a system call later\.$"
tries at-once 0 "Freeing it there does not work: read_at_once\(\) \(lose_hidden.c:[0-9]+\) reads it later\.$"
tries free 0 "Freeing it there does not work: free_later\(\) \(lose_hidden.c:[0-9]+\) frees it again later\.$"
tries resize 0 "Freeing it there does not work: resize_later\(\) \(lose_hidden.c:[0-9]+\) resizes it later\.$"

# What cannot be tried is not said to work.
tries child 0 "Freeing it there was not tried: they were lost in a process that was forked"
reject out "works"
tries elsewhere 0 "Freeing it there was not tried: the program went another way when it ran once more\."
reject out "works"

# Never without being asked; and the option itself takes moments only.
rm -f count
checker -q --record=plain "$BIN/lose_hidden" plain >stdout 2>report </dev/null || true
status 0 checker explain plain >out 2>err </dev/null
reject out "Freeing"
reject err "once more"
[ "$(wc -c <count)" = 2 ] || fail "the program has run once too often"
for moments in 1 1.2.3 1.2.3.4, 1.2.3.4.5 1.2.3.x; do
  status 125 checker --try-fix=$moments "$BIN/lose_hidden" plain >stdout 2>report
  expect report "--try-fix=$moments: expected"
done

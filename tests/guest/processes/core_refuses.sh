# SPDX-License-Identifier: GPL-2.0-or-later
# When the core ends the run, what it says is followed by that before the process is gone, and a gate fails.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
refused='--require-text-symbol=:*libc.so*:doesntexist'
status 125 checker --record=run "$refused" "$BIN/lose" 2>report
expect report "Cannot continue -- exiting now" "Run did not finish: the checker could not go on\."
[ "$(plain report | sed -n '/Cannot continue/,$p' | grep -c 'did not finish')" = 1 ] ||
  { cat report; fail "the order is another"; }
status 1 checker gate run --errors=100 >gate.out 2>&1
expect gate.out "the checker could not go on"
checker report run >again
expect again "Run did not finish: the checker could not go on\."

# Memcheck says nothing more.
status 125 "$(dirname "${SEEP%% *}")/seep-valgrind" -q "$refused" "$BIN/lose" 2>report
expect report "Cannot continue -- exiting now"
reject report "did not finish"

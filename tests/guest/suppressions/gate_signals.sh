# SPDX-License-Identifier: GPL-2.0-or-later
# What a signal ended did not finish: the gate fails, --allow=killed lets it pass, JUnit has an error.
# needs: seep
# uses: end_by_signal.c lose_and_wait.c
. "$SRC/lib.sh"
gate() {
  checker gate run --errors=100 --definitely-lost=1M "$@" >gate.out 2>&1
}
for how in fault:SIGSEGV abort:SIGABRT 9:SIGKILL 15:SIGTERM 13:SIGPIPE 6:SIGABRT; do
  for child in "" child; do
    rm -rf run
    # shellcheck disable=SC2086
    checker --record=run "$BIN/end_by_signal" "${how%:*}" $child 2>report || true
    status 1 gate --unfinished=0
    expect gate.out "killed by a signal: 1 of [12] processes" "--allow=killed:${how#*:}"
    status 0 gate "--allow=killed:${how#*:}"
    status 1 gate --allow=killed:SIGUSR1,unfinished,lost-process
    checker report --format=junit run >junit
    grep -q "errors=\"1\"" junit || fail "no error in JUnit"
  done
done

# As runners of tests do after a while.
rm -rf run
checker --record=run "$BIN/lose_and_wait" >stdout 2>report &
child=$!
wait_for grep -q ready stdout
kill -TERM "$(sed 's/ready //' stdout)"
status 143 wait $child
status 1 gate
expect gate.out "SIGTERM, sent to it after [0-9]+\.[0-9] s"

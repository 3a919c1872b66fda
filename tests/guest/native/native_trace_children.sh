# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks --trace-children=yes: each way to execute a program leads to one that is watched, with its own record;
# output and status are those without Seep. What cannot be watched, or is killed, is a gap; what is left out is none.
# uses: native_execution_ways.c
# needs: seep python3
. "$SRC/lib.sh"
ways=$BIN/native_execution_ways
seep=${SEEP%% *}
printf '#!/bin/sh\nexec "$1" child\n' >script
chmod +x script

# run WAY [OPTIONS]: natively, then watched.
run() {
  way=$1
  shift
  native=0 watched=0
  rm -rf run log.*
  "$ways" "$way" >native.out || native=$?
  checker --checks=leaks --trace-children=yes --record=run --log-file=log.%p "$@" "$ways" "$way" >watched.out ||
    watched=$?
  [ "$native" = "$watched" ] || fail "$way: status $watched, not $native"
  sort native.out >native.sorted # several children write at once
  sort watched.out >watched.sorted
  cmp native.sorted watched.sorted || fail "$way: other output"
}

# findings: "RECORDS BYTES GAPS": bytes that were definitely lost, gaps but for errors.
findings() {
  "$seep" report --format=json run 2>err | python3 -c '
import json, sys
report = json.load(sys.stdin)
lost = sum(finding["bytes"] for finding in report["findings"] if finding["leak_kind"] == "definite")
gaps = sorted({gap["kind"] for gap in report["gaps"]} - {"errors-not-checked", "nameless"})
print(len(report["processes"]), lost, *gaps)'
}

# shows WAY FINDINGS [OPTIONS]
shows() {
  way=$1 wanted=$2
  shift 2
  run "$way" "$@"
  found=$(findings)
  [ "$found" = "$wanted" ] || fail "$way $*: $found, not $wanted"
}

# A program that the dynamic loader is asked to run.
loader=/lib64/ld-linux-x86-64.so.2
checker --checks=leaks --record=run "$loader" "$ways" child >watched.out 2>err || true
[ "$(findings)" = "1 77" ] || fail "by the loader: $(findings)"
rm -rf run
checker --checks=leaks --trace-children=yes --record=run /bin/sh -c "$loader $ways child; :" >watched.out 2>err || true
findings | grep -q " 77$" || fail "by the loader, in a shell: $(findings)"

for way in execve null execvp execl fexecve execveat syscall memory; do
  shows $way "2 77"
done
shows script "3 77"
for way in spawn spawnp vfork; do
  shows $way "2 1414"
done
shows fork "3 1414"
shows threads "33 $((1337 + 32 * 77))"
for way in missing spawn-missing vfork-missing; do
  shows $way "1 1337"
done
run system
findings | grep -q " 1414$" || fail "system: $(findings)"
run popen
findings | grep -q " 1414$" || fail "popen: $(findings)"

# Left out.
shows execve "1 0 empty" --trace-children-skip='*/no,*_ways'
shows spawn "1 1337" --trace-children-skip-by-arg='x,chil?'
shows spawn "2 1414" --trace-children-skip='*_way' --trace-children-skip-by-arg='hild'

# Not watched, though it should be.
cc -static -w -I"$SRC" -pthread -o other "$SRC/native/native_execution_ways.c"
shows other "1 0 empty lost-process"
cat log.* >log
expect log "other runs unchecked: it is static"
shows spawn-other "1 1337 lost-process"
cat log.* >log
expect log "runs unchecked: its program is static"
printf '#!./other child\n' >script.other && chmod +x script.other
mv script.other script
run script
findings | grep -q "lost-process" || fail "script of a static interpreter: $(findings)"
if [ "$(id -u)" = 0 ]; then
  cp "$ways" other
  chown 65534 other
  chmod u+s other
  run spawn-other
  findings | grep -q "lost-process" || fail "setuid: $(findings)"
  cat log.* >log
  expect log "its program is setuid"
fi

# One that is killed, and one that was never begun.
rm -rf run
printf '#!/bin/sh\n"$0.child" &\nsleep 0.3\nkill -9 $!\n' >parent
printf '#!/bin/sh\nread line </dev/zero\n' >parent.child
chmod +x parent parent.child
checker --checks=leaks --trace-children=yes --record=run --log-file=log.%p ./parent 2>err || true
findings | grep -q "unfinished" || fail "killed: $(findings)"

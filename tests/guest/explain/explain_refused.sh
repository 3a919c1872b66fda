# SPDX-License-Identifier: GPL-2.0-or-later
# What cannot be explained is refused before anything runs, with what to do about it.
# needs: seep
# uses: lose_in_ways.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"

# refused MESSAGE ARGUMENT...
refused() {
  message=$1
  shift
  status 2 checker explain "$@" >out 2>err </dev/null
  expect err "$message"
  reject err "output of the program"
}

refused "no run|no saved run|no runs"
refused "no run nowhere" nowhere
cp "$BIN/lose_in_ways" program
mkdir where
(cd where && checker -q --record=../run ../program drop cycle) >stdout 2>report </dev/null
refused "no finding 0000" run 0000
refused "only one run" run run
refused "omit it" --record=no run
refused "unknown option --forec" --forec run

# Programs that are not there, or not what they were.
mv program away
refused "the program of the run is not there any more: .*program; build it" run
cp /bin/true program
refused "program has changed since the run; run the program again under Seep, or add --force" run
status 1 checker explain --force run >out 2>err </dev/null
expect out "the leak did not recur"
mv -f away program
touch program
(cd where && status 0 checker explain ../run) >out 2>err </dev/null
rmdir where
refused "the directory in which the program ran is not there any more: $WORK/where" run

# A script is compared by its time.
printf '#!/bin/sh\n"%s/lose_in_ways" drop\n' "$BIN" >script
chmod +x script
checker -q --record=script.run --trace-children=yes ./script >stdout 2>report </dev/null
status 0 checker explain script.run >out 2>err </dev/null
touch -d '+1 hour' script
refused "script has changed since the run" script.run

# Runs without what can be explained.
checker -q --record=none ./program >stdout 2>report </dev/null
refused "this run has no leaks" none
checker -q --record=other ./program keep inside >stdout 2>report </dev/null
refused "nothing is definitely lost in this run; name another finding: .*--show-leak-kinds=all" other
checker -q --leak-check=no --record=unsearched ./program drop >stdout 2>report </dev/null
refused "not searched for leaks.*--leak-check=full" unsearched
checker -q --record=killed ./program killed >stdout 2>report </dev/null || true
refused "process [0-9]+ \(./program\) did not finish.*run the program again" killed

# Lists that mean nothing.
for list in '' 'a,,b' 'all,main' 'file.c:0' 'all,values' 'values,main'; do
  status 125 checker --explain="$list" ./program >stdout 2>err
  expect err "--explain=.*expected all, or values, or findings"
  [ ! -s stdout ] || fail "the program has run"
done
status 125 checker --explain=all --leak-check=no ./program >stdout 2>err
expect err "--explain needs a full leak check"

# Paths of values need the errors, and the origins, of these.
# refused_option MESSAGE OPTION...
refused_option() {
  message=$1
  shift
  status 125 checker "$@" ./program >stdout 2>err
  expect err "$message"
  [ ! -s stdout ] || fail "the program has run"
}
refused_option "--track-origins=no: --explain=values needs the origins of values; omit one of them" --explain=values \
  --track-origins=no
refused_option "--undef-value-errors=no: --explain=values is about such errors; omit one of them" --explain=values \
  --undef-value-errors=no

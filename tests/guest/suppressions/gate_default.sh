# SPDX-License-Identifier: GPL-2.0-or-later
# Without options `seep gate` allows no errors and no leaks of own code, and JUnit and GitHub fail exactly where it
# does.
# needs: seep
# uses: leak_definite.c leak_indirect.c leak_possible_interior.c leak_reachable_global.c leak_none.c
# uses: free_wild.c end_by_signal.c
. "$SRC/lib.sh"

# agree STATUS RUN [OPTION...]
agree() {
  wanted=$1
  run=$2
  shift 2
  status "$wanted" checker gate "$run" "$@" >"$run.gate" 2>&1
  checker report "$run" "$@" --format=junit:junit.xml --format=github:github 2>/dev/null
  marked=0
  ! grep -Eq '<(failure|error) ' junit.xml || marked=1
  [ "$marked" = "$wanted" ] || fail "JUnit is of another opinion about $run $*"
  annotated=0
  ! grep -q '^::error ' github || annotated=1
  [ "$annotated" = "$wanted" ] || fail "GitHub is of another opinion about $run $*"
}

for program in leak_definite leak_indirect leak_possible_interior leak_reachable_global leak_none free_wild; do
  checker -q --record=$program "$BIN/$program" >stdout 2>report || true
done
agree 1 leak_definite
expect leak_definite.gate "definitely lost: .* at most 0 allowed"
agree 1 leak_indirect
expect leak_indirect.gate "indirectly lost: .* at most 0 allowed"
agree 1 leak_possible_interior
expect leak_possible_interior.gate "possibly lost: .* at most 0 allowed"
agree 1 free_wild
expect free_wild.gate "errors?, at most 0 allowed"
agree 0 leak_reachable_global
agree 0 leak_none

# What options of the run say about leaks does not hide them; what is reachable fails when it is said to be an error.
agree 1 leak_possible_interior --show-leak-kinds=none --errors-for-leak-kinds=none
agree 1 leak_reachable_global --errors-for-leak-kinds=all
status 0 checker gate leak_reachable_global --errors-for-leak-kinds=all --reachable=any >gate.out

# Leaks of others pass, errors of others do not. Here the C library is own.
agree 0 leak_definite '--own=obj=*/libc.so*' --own=fun=nobody
expect leak_definite.gate "note: 1 leak in library code let pass .*--definitely-lost=0 allows none"
agree 1 free_wild '--own=obj=*/libc.so*'
agree 1 leak_definite '--own=obj=*/libc.so*' --num-callers=1

# A misspelt --own lets nothing pass, unless nothing was found.
for own in fun=nobody src=typo.c obj=/nowhere/*; do
  agree 1 leak_definite --own=$own
  expect leak_definite.gate \
    "leak_definite: --own fits no module and no function of it \(--allow=no-own-code lets it pass\)"
  agree 0 leak_none --own=$own
done
status 1 checker gate --own-only leak_definite --own=fun=nobody >gate.out
status 0 checker gate --allow=no-own-code leak_definite --own=fun=nobody >gate.out
expect gate.out "note: .*--own fits no module and no function of it, as allowed"

# A process that did not end by itself.
checker -q --record=killed "$BIN/end_by_signal" >stdout 2>report || true
agree 1 killed

# Without a run the newest is judged, and named.
XDG_STATE_HOME=$WORK/state checker "$BIN/leak_none" >stdout 2>report
XDG_STATE_HOME=$WORK/state status 0 checker gate >gate.out
expect gate.out "the newest run, [0-9]+-[0-9]+-[0-9]+-leak_none, was judged"
XDG_STATE_HOME=$WORK/state checker "$BIN/leak_definite" >stdout 2>report
XDG_STATE_HOME=$WORK/state status 1 checker gate >gate.out

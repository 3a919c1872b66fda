# SPDX-License-Identifier: GPL-2.0-or-later
# Execution trees have what Memcheck's have, as callgrind_annotate and ms_print show it.
# needs: seep valgrind callgrind_annotate ms_print
# uses: xtree_program.cpp monitor_xtree.c
# limit: 240
. "$SRC/lib.sh"

# The DTV of the thread that has ended is reachable for Seep, and possibly lost for Memcheck, so neither is asked.
cat >hide.supp <<'END'
{
  DTV
  Memcheck:Leak
  ...
  fun:allocate_dtv
}
{
  hidden
  Memcheck:Leak
  ...
  fun:hide
}
END

# The functions and totals of a tree. Ties have no order, and processes have numbers. The core's own functions have
# lines if it was installed with its debug information, but not all for both.
functions() {
  for tree; do
    callgrind_annotate --auto=no --inclusive=yes --threshold=100 "$tree" |
      sed -e '1,/^Thresholds/d' -e 's,[^ ]*/vg_[a-z_]*\.c:,UnknownFile???:,' | tr -s ' ' | sort
  done | sort
}

# The trees of Massif, without addresses. To ms_print the rest of a line from a '#' on is a comment, as in names of
# lambdas.
massif() {
  ms_print "$1" | grep -E '\([0-9,]+B\) ' | sed -E -e 's/0x[0-9A-F]+: //' -e 's/\{lambda.*//' -e 's/\((in |vg_).*\)//' |
    sort
}

# beside NAME OPTIONS...: both make trees in files NAME.*, for a program that forks when NAME begins with "fork". Of the
# functions by which glibc frees all at last Memcheck knows no lines.
beside() {
  name=$1
  shift
  case $name in
    fork*) run="$BIN/xtree_program fork" ;;
    monitor*) run=$BIN/monitor_xtree ;;
    *) run=$BIN/xtree_program ;;
  esac
  for whose in ours theirs; do
    case $whose in ours) command="$SEEP --personality=memcheck" ;; theirs) command=valgrind ;; esac
    mkdir -p $whose
    # shellcheck disable=SC2086
    (cd $whose && $command --run-libc-freeres=no --suppressions=../hide.supp "$@" $run) >$whose.log 2>&1 ||
      fail "$whose, $*: $(cat $whose.log)"
  done
}

same() {
  cmp -s "$1" "$2" && test -s "$1" || {
    diff "$1" "$2" || true
    fail "$1 is empty or differs from $2"
  }
}

same_functions() {
  for whose in ours theirs; do
    functions $whose/"$1"* >$whose.functions
  done
  same ours.functions theirs.functions
}

for content in allocs full; do
  for callers in 3 12; do
    beside $content$callers --xtree-memory=$content --xtree-memory-file=$content$callers --num-callers=$callers
    same_functions $content$callers
  done
  beside $content.ms --xtree-memory=$content --xtree-memory-file=$content.ms
  for whose in ours theirs; do
    massif $whose/$content.ms >$whose.massif
  done
  same ours.massif theirs.massif
done
beside below --xtree-memory=full --xtree-memory-file=below --show-below-main=yes
same_functions below
beside early --xtree-memory=full --xtree-memory-file=early --keep-stacktraces=alloc
same_functions early
beside fork --xtree-memory=full --xtree-memory-file=fork.%p --child-silent-after-fork=yes
test "$(echo ours/fork.* | wc -w)" -eq 2 || fail "not a tree for each process: $(echo ours/fork.*)"
same_functions fork

for content in none full; do
  beside monitor --xtree-memory=$content --xtree-memory-file=at-exit
  for whose in ours theirs; do
    massif $whose/named.ms >$whose.massif
    rm $whose/named.ms
  done
  same ours.massif theirs.massif
  same_functions named.kcg
  same_functions xtmemory.kcg.
  same_functions xtleak.kcg.
done

# Whatever the report would have shown, the tree has all that is not suppressed; the report says what it says of
# Memcheck's.
for shown in full summary; do
  beside leak$shown --leak-check=$shown --show-leak-kinds=definite --xtree-leak=yes --xtree-leak-file=leak$shown
  same_functions leak$shown
  for whose in ours theirs; do
    plain $whose.log | sed -e '1,/^Command/d' -e "s,/$whose/,/," -e 's/ (suppressed: .*//' >$whose.plain
  done
  same ours.plain theirs.plain
  expect ours.log "^xtree leak report: $PWD/ours/leak$shown\$" 'suppressed: 365 bytes in 2 blocks' \
    '^ERROR SUMMARY: [1-9]'
  reject ours.log 'loss record'
done
beside none --leak-check=no --xtree-leak=yes --xtree-leak-file=none
test ! -e ours/none || fail "a tree without a leak check"

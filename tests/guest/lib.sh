# SPDX-License-Identifier: GPL-2.0-or-later
# Helpers for the guest scripts. The runner starts each script in an empty directory of its own ($WORK) with SEEP (the
# checker and its first options), BIN (the built programs) and SRC (this directory) set, under sh -e.

checker() {
  # SEEP is a command line: its words are meant to split.
  # shellcheck disable=SC2086
  $SEEP "$@"
}

fail() {
  echo "FAILED: $*"
  exit 1
}

skip() {
  echo "$*"
  exit 77
}

# A report without process ids, frame addresses and indentation.
plain() {
  sed -E -e 's/^(==|--|\*\*)[0-9]+(==|--|\*\*) ?//' -e 's/^ +//' -e 's/^(at|by) 0x[0-9A-Fa-f]+: /\1 /' "$@"
}

# expect FILE REGEX...: each is found in some line of the plain form of FILE.
expect() {
  expect_file=$1
  shift
  for pattern; do
    plain "$expect_file" | grep -Eq -e "$pattern" || {
      cat "$expect_file"
      fail "$expect_file has no line with: $pattern"
    }
  done
}

reject() {
  reject_file=$1
  shift
  for pattern; do
    ! plain "$reject_file" | grep -Eq -e "$pattern" || {
      cat "$reject_file"
      fail "$reject_file has a line with: $pattern"
    }
  done
}

# status N COMMAND...: the command must end with exit status N.
status() {
  wanted=$1
  shift
  got=0
  "$@" || got=$?
  [ "$got" = "$wanted" ] || fail "exit status $got, not $wanted: $*"
}

# sees VIEW ALLOCATOR COMMAND...: what the record of the command's only process says last of its heap (enum
# record_heap_sight).
sees() {
  seen="view=$1 allocator=\"$2\""
  shift 2
  rm -rf seen.run
  checker -q --record=seen.run "$@" >seen.stdout 2>seen.report || true
  checker dump seen.run >seen.dump
  sed -n 's/.* HEAP_VIEW //p' seen.dump | tail -1 | grep -q "^$seen " || {
    grep HEAP_VIEW seen.dump || true
    fail "not $seen: $*"
  }
}

# wait_for COMMAND...: until it succeeds, for nearly as long as a script may take: a busy machine is no failure.
wait_for() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ $tries -lt 500 ] || fail "still not true after 50 s: $*"
    sleep 0.1
  done
}

# debug [PROGRAM]: have gdb give the commands of standard input to the checker that runs in the background with
# --vgdb-prefix=$WORK/pipe and its report in `report`, once that waits for gdb. What gdb says is in gdb.out.
debug() {
  wait_for grep -q "vgdb me" report
  pid=$(sed -n 's/^==\([0-9]*\)==.*vgdb me.*/\1/p' report)
  {
    printf 'set confirm off\nset debuginfod enabled off\n'
    echo "target remote | vgdb --vgdb-prefix=$WORK/pipe --pid=$pid"
    cat
  } >commands
  timeout 60 gdb -nx -batch -x commands "$@" >gdb.out 2>&1 || { cat gdb.out; fail "gdb: $?"; }
}

under_seep() {
  case ${SEEP%% *} in
  *seep*) return 0 ;;
  *) return 1 ;;
  esac
}

# SPDX-License-Identifier: GPL-2.0-or-later
# The screen of seep top, in a terminal: keys sort, choose, show a stack with its source, pause; it has the size of the
# terminal, outlives the program, and leaves the terminal as it was.
# uses: heap_top_program.c
# needs: seep tmux
# limit: 120
. "$SRC/lib.sh"
seep=${SEEP%% *}
ready() { grep -q ready out; } 2>/dev/null
terminal() { tmux -S "$PWD/tmux" "$@"; }
trap 'terminal kill-server 2>/dev/null; touch over' EXIT
checker --record=run "$BIN/heap_top_program" >out 2>err &
wait_for ready
pid=$(sed -n 's/ready //p' out)
screen() { terminal capture-pane -p >screen 2>/dev/null; }
shows() { screen && grep -Eq -e "$1" screen; }
# see REGEX: some line of the screen is so, soon.
see() {
  tries=0
  until shows "$1"; do
    tries=$((tries + 1))
    [ $tries -lt 200 ] || {
      cat screen
      fail "never seen: $1"
    }
    sleep 0.1
  done
}
keys() { terminal send-keys "$@"; }

terminal -f /dev/null new-session -d -x 80 -y 24 \
  "stty -a | tail -n +2 >before; '$seep' top $pid --every=0.2; echo ended \$?; stty -a | tail -n +2 >after; sleep 100"
see "^heap_top_program, pid $pid, after 0:"
see "^> +[0-9.]+ kB .* (main|grow) \(heap_top_program.c:"
see "^q quit  h help"
see "live\* +blocks +grown +per second +made/s +place"
keys Down
see "^  +[0-9.]+ kB .* (main|grow) \(heap_top_program.c:"
keys g
see "grown\* +per second"
keys Left
see "blocks\* +grown"
keys a
see "made/s\*"
see "churn \(heap"
keys Home
see "^> .*churn \(heap_top_program.c:"
keys g Home
see "^> .*grow \(heap_top_program.c:"
keys Enter
see "^live: [0-9,]+ bytes in [0-9]+ blocks"
see "malloc\(sizeof \*link\)"
see "main \(.*heap_top_program.c:[0-9]+\)"
see "enter back"
keys Escape
see "^> .*grow \(heap_top_program.c:"
keys h
see "enter +show its stack"
keys Escape
see "^> .*grow \(heap_top_program.c:"
terminal resize-window -x 60 -y 12
rows() { screen && [ "$(grep -n "^q quit" screen | cut -d: -f1)" = 12 ] && [ "$(wc -L <screen)" -le 60 ]; }
wait_for rows
keys p
see "^paused: p goes on"
screen
cp screen paused
sleep 0.5
screen
cmp -s screen paused || fail "it is not paused"
keys p
moves() { screen && ! cmp -s screen paused && ! grep -q "^paused" screen; }
wait_for moves
touch over
see "^the program has ended"
see "no leaks"
keys q
see "^ended 0"
reject screen "heap_top"
wait_for test -s after
cmp before after || fail "the terminal is not as it was"

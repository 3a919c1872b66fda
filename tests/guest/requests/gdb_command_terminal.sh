# SPDX-License-Identifier: GPL-2.0-or-later
# seep gdb on a terminal: what is typed is gdb's, Ctrl-C stops the program, whose input is empty, and quitting ends it.
# needs: seep gdb vgdb python3
. "$SRC/lib.sh"
cat >terminal.py <<'E2'
import os, pty, select, sys, time

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
seen = ""
deadline = time.time() + 45


def read():
    """False: all has ended."""
    global seen
    if not select.select([terminal], [], [], max(0, deadline - time.time()))[0]:
        sys.exit("too late: " + seen)
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        return False
    seen += piece.decode(errors="replace")
    return bool(piece)


def answer(question, text):
    """Types the text once the question has been asked."""
    global seen
    while question not in seen:
        if not read():
            sys.exit("ended before " + question)
    print(seen)
    seen = ""
    os.write(terminal, text.encode())


answer("(gdb) ", "continue\n")
answer("input is empty", "\x03")
answer("(gdb) ", "print 6 * 7\n")
answer("= 42", "quit\n")
answer("(y or n)", "y\n")
while read():
    pass
print(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
E2
status 0 env TERM=dumb python3 terminal.py "${SEEP%% *}" gdb --gdb-option=-nx --vgdb-prefix="$WORK/pipe" \
  sh -c 'read line || echo "input is empty"; while :; do :; done' >out 2>&1
expect out "Program received signal" "\(SIGTERM\)" "HEAP SUMMARY"

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a command whose standard output and standard error are a terminal without colours, and prints what it prints.

    tests/support/on_terminal.py COLUMNS COMMAND [ARGUMENT...]

The exit status is the command's."""
import fcntl
import os
import pty
import struct
import sys
import termios


def main(columns, command):
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, int(columns), 0, 0))
        os.environ["NO_COLOR"] = "1"
        os.execvp(command[0], command)
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        os.write(1, piece)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

# SPDX-License-Identifier: GPL-2.0-or-later
"""Runners that check many things in one folder of the build tree, where they are started: what fails is told, and the
rest goes on."""
import os
import shutil
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.getcwd()
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)
        print("FAIL", message)


def empty(work):
    """Makes the folder anew. What Seep keeps of runs goes there, too."""
    os.environ.update(XDG_CACHE_HOME=work, XDG_STATE_HOME=work)
    os.environ.pop("DEBUGINFOD_URLS", None)
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)


def run(work, *command):
    """What the command prints, on its standard output and, behind that, the other one."""
    done = subprocess.run(command, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", timeout=120)
    expect(done.returncode == 0, f"{' '.join(map(str, command))}: status {done.returncode}: {done.stderr[-500:]}")
    return done.stdout, done.stderr


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def end(what=""):
    print(f"{what}{len(failures)} failures")
    sys.exit(1 if failures else 0)

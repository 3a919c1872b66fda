# SPDX-License-Identifier: GPL-2.0-or-later
"""Sources of Debian packages, fetched by apt with lists of its own: nothing of the system is changed, and no deb-src
line is needed."""
import os
import subprocess

RELEASE = "bookworm"


class Unavailable(Exception):
    """A source cannot be had here."""


class Sources:
    """What apt knows is kept in `folder`/apt, and asked for once."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "apt")
        lists, source = os.path.join(self.folder, "lists"), os.path.join(self.folder, "sources.list")
        self.apt = ["apt-get", "-q", "-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Etc::SourceList={source}", "-o",
                    "Dir::Etc::SourceParts=-", "-o", f"Dir::Cache={self.folder}/cache", "-o", "APT::Sandbox::User="]
        if not os.path.exists(source):
            os.makedirs(os.path.join(lists, "partial"), exist_ok=True)
            os.makedirs(os.path.join(self.folder, "cache", "archives", "partial"), exist_ok=True)
            with open(source + ".new", "w", encoding="utf-8") as output:
                output.write(f"deb-src http://deb.debian.org/debian {RELEASE} main\n")
            self._call(["-o", f"Dir::Etc::SourceList={source}.new", "update"], self.folder, "apt-get update")
            os.rename(source + ".new", source)

    def fetch(self, name, folder):
        """Unpacks it in the folder, Debian's patches applied, and returns the path of its tree."""
        self._call(["source", name], folder, f"apt-get source {name}")
        return next(entry.path for entry in os.scandir(folder) if entry.is_dir() and entry.name.startswith(name + "-"))

    def _call(self, arguments, folder, what):
        got = subprocess.run(self.apt + arguments, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
        if got.returncode:
            raise Unavailable(f"{what} does not work here: " + got.stderr.strip()[-100:])

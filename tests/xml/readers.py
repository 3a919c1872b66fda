# SPDX-License-Identifier: GPL-2.0-or-later
"""XML documents read as others read them: by the order of elements (valgrind.xsd, where xmllint is installed), and by
the rules of cargo-valgrind and ValgrindCI. Each function returns sentences for what is wrong.
"""
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as etree

SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "valgrind.xsd")
HEX = re.compile(r"0[xX][0-9A-Fa-f]+$")
# What cargo-valgrind 2 knows. It refuses other kinds of Memcheck's as well.
CARGO_KINDS = {"Leak_DefinitelyLost", "Leak_StillReachable", "Leak_IndirectlyLost", "Leak_PossiblyLost", "InvalidFree",
               "MismatchedFree", "InvalidRead", "InvalidWrite", "InvalidJump", "Overlap", "InvalidMemPool",
               "UninitCondition", "UninitValue", "SyscallParam", "ClientCheck"}
OTHER_KINDS = {"CoreMemError", "FishyValue", "ReallocSizeZero", "InvalidAlignment", "InvalidSizeAndAlignment",
               "InvalidSize", "MismatchedAllocateDeallocateSize", "MismatchedAllocateDeallocateAlignment",
               "FdBadClose", "FdBadUse", "FdNotClosed"}
SUMMARIES = {"heap_summary", "all_heap_blocks_freed", "leak_summary", "error_summary"}


def by_schema(path):
    if not shutil.which("xmllint"):
        return []
    done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", SCHEMA, path], capture_output=True, text=True)
    return [] if done.returncode == 0 else [line for line in done.stderr.splitlines()
                                            if "fails to validate" not in line]


def one(element, name):
    """The only child of that name; a deserializer takes no second one."""
    children = element.findall(name)
    if len(children) != 1:
        raise ValueError(f"{len(children)} elements {name} in {element.tag}")
    return children[0].text or ""


def at_most_one(element, name):
    return one(element, name) if element.find(name) is not None else None


def hexadecimal(text):
    if not HEX.match(text):
        raise ValueError(f"no hexadecimal number: {text}")
    return int(text, 16)


def _cargo_frame(frame):
    hexadecimal(one(frame, "ip"))
    for name in ("obj", "dir", "fn", "file"):
        at_most_one(frame, name)
    int(at_most_one(frame, "line") or 0)


def _cargo_error(error):
    hexadecimal(one(error, "unique"))
    if one(error, "kind") not in CARGO_KINDS | OTHER_KINDS:
        raise ValueError(f"kind {one(error, 'kind')}")
    if error.find("xwhat") is not None:
        one(error, "xwhat")
        int(one(error.find("xwhat"), "leakedbytes"))
        int(one(error.find("xwhat"), "leakedblocks"))
    at_most_one(error, "what")
    stacks = error.findall("stack")
    if not stacks or not all(stack.findall("frame") for stack in stacks):
        raise ValueError("an error without a stack, or a stack without a frame")
    for stack in stacks:
        for frame in stack.findall("frame"):
            _cargo_frame(frame)


def by_cargo_valgrind(tree):
    try:
        if one(tree, "protocolversion") != "4" or one(tree, "protocoltool") != "memcheck":
            raise ValueError("another protocol")
        for error in tree.findall("error"):
            _cargo_error(error)
    except ValueError as error:
        return [f"cargo-valgrind: {error}"]
    return []


def by_valgrindci(tree):
    found = []
    for error in tree.findall("error"):
        for name in ("kind", "unique"):
            if error.find(name) is None:
                found.append(f"ValgrindCI: an error without {name}")
        if error.find("what") is None and error.find("xwhat/text") is None:
            found.append("ValgrindCI: an error that says nothing")
        for frame in error.findall("stack/frame"):
            names = {child.tag for child in frame}
            # Code that is in no file has no object for Memcheck either.
            if "fn" in names and "obj" not in names:
                found.append("ValgrindCI: a frame without obj")
            if "dir" in names and not {"file", "line"} <= names:
                found.append("ValgrindCI: a directory without file and line")
    return found


def rules(tree):
    """What the schema cannot say."""
    found = []
    if one(tree, "protocolversion") == "4":
        found += [f"{child.tag} in protocol 4" for child in tree if child.tag in SUMMARIES]
    states = [status.findtext("state") for status in tree.findall("status")]
    if states not in (["RUNNING"], ["RUNNING", "FINISHED"]):
        found.append(f"status {states}")
    found += ["an error without a stack" for error in tree.findall("error")
              if error.find("stack") is None and error.findtext("kind") != "FdNotClosed"]
    uniques = [hexadecimal(error.findtext("unique")) for error in tree.findall("error")]
    if uniques != sorted(set(uniques)):
        found.append("<unique> does not increase")
    return found


def check(path):
    """All that is wrong with the document of a file."""
    try:
        tree = etree.parse(path).getroot()
    except etree.ParseError as error:
        return [f"{path} is ill-formed: {error}"]
    found = by_schema(path) + rules(tree) + by_valgrindci(tree)
    if one(tree, "protocolversion") == "4":
        found += by_cargo_valgrind(tree)
    return [f"{path}: {text}" for text in found]

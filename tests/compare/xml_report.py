# SPDX-License-Identifier: GPL-2.0-or-later
"""XML documents of Memcheck and Seep, taken apart into what can be compared, in the form of text_report.Report:
findings are strings ("headline | kind | frame | frame ..."), so that the same differences are known. Frames have their
object, and their directory where there is a line; client messages and fatal signals are findings; counts of
suppressions stand for totals.
"""
import re
import xml.etree.ElementTree as etree

import text_report

LOSS_NUMBER = re.compile(r" in loss record [\d,]+ of [\d,]+$")


def read(text):
    """The document as a tree. Memcheck leaves its own open when a program is replaced or killed: what there is of
    it."""
    try:
        return etree.fromstring(text)
    except etree.ParseError:
        whole = re.match(r"(?s).*</(?:args|status|error|clientmsg|fatal_signal|errorcounts|suppcounts)>", text)
        return etree.fromstring(whole[0] + "</valgrindoutput>") if whole else None


def text_of(element, path):
    return (element.findtext(path) or "").strip()


class Report:
    """What one process image reported."""

    def __init__(self, text):
        self.losses, self.errors, self.contexts, self.totals, self.order = [], [], [], [], []
        self.found, self.suppressed, self.finished, self.is_whole = None, None, False, True
        self.replaced, self._by_unique = set(), {}
        tree = read(text)
        self.command = "?" if tree is None else " ".join(text_of(line, ".") for line in tree.find("args/argv"))
        self.command = text_report.TEMPORARY.sub("TEMPORARY", self.command)
        for element in tree if tree is not None else []:
            take = getattr(self, "_take_" + element.tag, None)
            if take:
                take(element)
        self.signature = tuple(tuple(sorted(texts)) for texts in (self.losses, self.errors, self.contexts)) + (
            tuple(self.totals), self.finished)

    def _take_error(self, error):
        headline = LOSS_NUMBER.sub("", text_of(error, "what") or text_of(error, "xwhat/text"))
        kind = text_of(error, "kind")
        lines = [plain(headline), "kind " + kind]
        if kind.startswith("Leak_"):
            lines[1] += f" {text_of(error, 'xwhat/leakedbytes')} {text_of(error, 'xwhat/leakedblocks')}"
        lines += self._below(error)
        where = self._thread(error)
        text = " | ".join(lines + where)
        if self._is_repeated(text, lines):
            return
        self._by_unique[text_of(error, "unique")] = text
        self.order.append(text)
        (self.losses if kind.startswith("Leak_") else self.errors).append(text)

    def _is_repeated(self, text, lines):
        """As in text_report: loops of replaced functions are unrolled differently."""
        is_replaced = text_report.ACCESS.match(lines[0]) and len(lines) > 2 and "(replaced)" in lines[2]
        if not is_replaced:
            return False
        key = tuple(lines[:next((i for i, line in enumerate(lines) if line.startswith("Address ")), len(lines))])
        repeated = key in self.replaced
        self.replaced.add(key)
        return repeated

    @staticmethod
    def _thread(element):
        tid, name = text_of(element, "tid"), text_of(element, "threadname")
        return [] if tid == "1" and not name else [f"(in thread {tid} {name})"]

    @staticmethod
    def _below(element):
        lines = []
        for child in element:
            if child.tag == "auxwhat":
                lines.append(plain(child.text or ""))
            elif child.tag == "stack":
                lines += [("by " if i else "at ") + frame(part) for i, part in enumerate(child)]
            elif child.tag == "suppression":
                lines.append("suppression " + " ".join((child.findtext("rawtext") or "").split()))
        return lines

    def _take_clientmsg(self, message):
        text = " ".join(text_of(message, "text").split())
        self._add(" | ".join(["clientmsg: " + plain(text)] + self._below(message) + self._thread(message)))

    def _take_fatal_signal(self, signal):
        parts = [f"{child.tag} {child.text}" for child in signal if child.tag not in ("stack", "tid", "threadname")]
        self._add(" | ".join(["fatal_signal: " + plain(" ".join(parts))] + self._below(signal) + self._thread(signal)))

    def _add(self, text):
        self.errors.append(text)
        self.order.append(text)

    def _take_status(self, status):
        self.finished |= text_of(status, "state") == "FINISHED"
        if text_of(status, "state") == "FINISHED":
            self.order.append("finished")

    def _take_errorcounts(self, counts):
        for pair in counts:
            text = self._by_unique.get(text_of(pair, "unique"))
            if text:
                self.contexts.append(f"{text_of(pair, 'count')} times: {text}")

    def _take_suppcounts(self, counts):
        self.totals += sorted(f"suppression {text_of(pair, 'name')}: {text_of(pair, 'count')}" for pair in counts)

    def counts_vary(self):
        return bool(self.replaced)


def plain(text):
    return re.sub(r"0x[0-9A-Fa-f]+", "ADDRESS", text)


def frame(element):
    """"main (x.c:3) of /dir in /dir/x"; the malloc replacement is each checker's own."""
    function, obj, line = text_of(element, "fn") or "???", text_of(element, "obj"), text_of(element, "line")
    if "preload" in obj:
        return f"{function} (replaced)"
    place = f"({text_of(element, 'file')}:{line}) of {text_of(element, 'dir')}" if line else ""
    return f"{function} {place or f'(in {obj})'} in {obj}"


def differences(memcheck, seep, sides=("Memcheck", "Seep"), is_strict=False):
    if not (memcheck.finished and seep.finished):
        for report in (memcheck, seep):  # Seep counts also where Memcheck breaks off
            report.contexts, report.totals = [], []
    found = text_report.differences(memcheck, seep, sides, is_strict)
    if not found and memcheck.order != seep.order:
        pairs = zip(memcheck.order, seep.order)
        first = next(((theirs, mine) for theirs, mine in pairs if theirs != mine), ("nothing", "nothing"))
        found.append(f"order: {sides[0]} has {first[0]}, {sides[1]} {first[1]}")
    return found

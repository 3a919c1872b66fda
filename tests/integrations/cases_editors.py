# SPDX-License-Identifier: GPL-2.0-or-later
"""The settings of docs/editors.md, taken from that page and loaded into the editors: where do their entries lead?

The program has a source with a space in its name, one in a folder of its own, and one outside of the folder that the
editor is in.
"""
import glob
import json
import os
import re

from cases_integrations import SOURCES, run, succeed
from tree import expect, need

LOOK = """#include <cstdlib>
#include "../../apart/lose.h"
namespace look {
char ahead(const char *block)
{
  return block[4]; // read
}
}
int main()
{
  lose();                             // loses
  char *block = (char *)malloc(1337); // allocated
  free(block);                        // freed
  return look::ahead(block) & 0;      // called
}
"""
LOSE = """#include <stdlib.h>
static void *volatile kept;
static void lose(void)
{
  kept = malloc(97); // lost
  kept = NULL;
}
"""


def line_of(text, word):
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.endswith("// " + word))


class Project:
    """Built and run; `wanted`: file, line and level of each line of the format."""

    def __init__(self, tree, *options):
        self.tree = tree
        self.source, self.apart = "src/look ahead.cpp", os.path.join(tree.outside, "apart", "lose.h")
        tree.file(self.source, LOOK)
        tree.file("../apart/lose.h", LOSE)
        succeed(tree, ["c++", "-g", "-O0", "-o", "look", os.path.join("src", "look ahead.cpp")])
        self.screen = succeed(tree, ["seep", *options, "./look"]).stderr
        look = {word: (self.source, line_of(LOOK, word)) for word in ("read", "called", "freed", "allocated", "loses")}
        self.wanted = [(*look["read"], "error"), (*look["called"], "note"), (*look["freed"], "note"),
                       (*look["allocated"], "note"), (self.apart, line_of(LOSE, "lost"), "error"),
                       (*look["loses"], "note")]

    def check(self, found, wanted, text):
        """Names as the editor has them, below the folder or absolute; each has to be there."""
        found = [(os.path.relpath(os.path.join(self.tree.path, path), self.tree.path), line, level) for path, line,
                 level in found]
        wanted = [(os.path.relpath(os.path.join(self.tree.path, path), self.tree.path), line, level) for path, line,
                  level in wanted]
        expect(found, wanted, text)
        for path, _, _ in found:
            expect(os.path.exists(os.path.join(self.tree.path, path)), True, path)

    def places_on_screen(self):
        """The first line of each finding, and where it was freed and allocated, as the report on the screen has
        them."""
        read, _, freed, allocated, lost, _ = self.wanted
        return [read, freed, allocated, lost]


def settings(language):
    with open(os.path.join(SOURCES, "docs/editors.md"), encoding="utf-8") as page:
        return "\n".join(re.findall(rf"^```{language}\n(.*?)^```", page.read(), re.M | re.S))


LEVELS = {"e": "error", "n": "note", "i": "note", "w": "warning"}
QUICKFIX = """
call writefile(map(filter(getqflist(), 'v:val.valid'),
  \\ 'fnamemodify(bufname(v:val.bufnr), ":p") . "|" . v:val.lnum . "|" . v:val.type'), 'entries')
qall!
"""


def quickfix(project, command, vimrc):
    """Entries of the quickfix list after a command."""
    tree = project.tree
    tree.file("vimrc", vimrc)
    tree.file("after.vim", QUICKFIX)
    succeed(tree, ["vim", "-N", "-u", "vimrc", "-i", "NONE", "-es", "-c", command, "-S", "after.vim"])
    lines = open(os.path.join(tree.path, "entries"), encoding="utf-8").read().splitlines()
    return [(path, int(line), LEVELS.get(level.lower(), level)) for path, line,
            level in (entry.split("|") for entry in lines)]


def case_editors_vim(tree):
    need("vim", "c++")
    project = Project(tree, "--style=people")
    project.check(quickfix(project, "Seep", settings("vim")), project.wanted, "with settings")
    found = quickfix(project, "cexpr system('seep report --format=gnu')", "")
    project.check(found, [(path, line, "") for path, line, _ in project.wanted], "without settings")
    tree.file("screen", project.screen)
    project.check(quickfix(project, "cgetfile screen", settings("vim")), project.places_on_screen(), project.screen)


def words_of_screen():
    """How findings begin on the screen: "possible leak" and so on."""
    sources = glob.glob(os.path.join(SOURCES,
                                     "host/reports/screen/*.c")) + [os.path.join(SOURCES,
                                                                                 "host/model/words/loss_title.c")]
    text = "".join(open(source, encoding="utf-8").read() for source in sources)
    return sorted(set(re.findall(r'\.level = "([^"]+)"', text) + re.findall(r'\[RECORD_LEAK_\w+\] = \{"([^"]+)"',
                                                                            text)))


def case_editors_vim_all_levels(tree):
    """Each kind of finding on the screen is an entry."""
    need("vim", "c++")
    project, words = Project(tree), words_of_screen()
    expect(len(words) >= 6, True, str(words))
    tree.file("screen", "".join(f"{word}: 1,337 bytes\n  --> {project.source}:{line} in look\n   |\n{line} | int\n\n"
                                for line, word in enumerate(words, 3)))
    found = quickfix(project, "cgetfile screen", settings("vim"))
    expect([line for _, line, _ in found], [line for line, _ in enumerate(words, 3)], f"{words}: {found}")


def case_editors_vim_other_run(tree):
    """:Seep RUN, with a name that a shell would take apart."""
    need("vim", "c++")
    project = Project(tree, "--record=a run")
    project.check(quickfix(project, "Seep a\\ run", settings("vim")), project.wanted, "a run with a name")


COMPILATION = """
(with-temp-buffer
  (insert-file-contents "lines")
  (compilation-mode)
  (compilation--ensure-parse (point-max))
  (let (last)
    (while (not (eobp))
      (let ((message (get-text-property (point) 'compilation-message)))
        (when (and message (not (eq message last)))
          (let ((place (compilation--message->loc message)))
            (princ (format "%s|%d|%d\\n" (caar (compilation--loc->file-struct place)) (compilation--loc->line place)
                           (compilation--message->type message)))))
        (setq last message))
      (goto-char (next-single-property-change (point) 'compilation-message nil (point-max))))))
"""
EMACS_LEVELS = ["note", "warning", "error"]


def compilation(project, text, init):
    """Messages that compilation-mode finds in a text."""
    tree = project.tree
    tree.file("lines", text)
    tree.file("init.el", init)
    tree.file("entries.el", COMPILATION)
    process = succeed(tree, ["emacs", "--batch", "-Q", "-l", "init.el", "-l", "compile", "-l", "entries.el"])
    entries = (line.split("|") for line in process.stdout.splitlines())
    return [(path, int(line), EMACS_LEVELS[int(level)]) for path, line, level in entries]


def case_editors_emacs(tree):
    need("emacs", "c++")
    project = Project(tree, "--style=people")
    lines = succeed(tree, ["seep", "report", "--format=gnu"]).stdout
    project.check(compilation(project, lines, ""), project.wanted, lines)
    project.check(compilation(project, lines, settings("elisp")), project.wanted, lines)
    project.check(compilation(project, project.screen, settings("elisp")), project.places_on_screen(), project.screen)


MATCHER = """
const fs = require('fs');
const [tasks, lines] = process.argv.slice(2).map(name => fs.readFileSync(name, 'utf8'));
const found = JSON.parse(tasks).tasks.map(({problemMatcher: {pattern}}) =>
  lines.split('\\n').map(line => new RegExp(pattern.regexp).exec(line)).filter(match => match)
    .map(match => [match[pattern.file], Number(match[pattern.line]), match[pattern.severity]]));
console.log(JSON.stringify(found));
"""


def case_editors_vscode(tree):
    """As VS Code does: one line after the other; file location "autoDetect" takes absolute paths as they are."""
    need("node", "c++")
    project = Project(tree)
    tree.file("lines", succeed(tree, ["seep", "report", "--format=gnu"]).stdout)
    tree.file("tasks.json", settings("json"))
    tree.file("match.js", MATCHER)
    for found in json.loads(succeed(tree, ["node", "match.js", "tasks.json", "lines"]).stdout):
        project.check([tuple(entry) for entry in found], project.wanted, "")


def case_editors_vscode_tasks(tree):
    """The commands of the tasks run, and leave what is to be read."""
    need("c++", "make")
    project = Project(tree)
    tree.file("Makefile", "check:\n\t./look\n")
    for task in json.loads(settings("json"))["tasks"]:
        text = run(tree, ["sh", "-c", task["command"]]).stdout
        path, line, level = project.wanted[0]
        expect(f"{path}:{line}: {level}: " in text, True, f"{task['command']}: {text}")


def case_editors_sarif(tree):
    """A viewer finds sources by what the file itself says."""
    need("c++")
    project = Project(tree)
    document = json.loads(succeed(tree, ["seep", "report", "--format=sarif"]).stdout)["runs"][0]
    bases = {name: base.get("uri", "") for name, base in document["originalUriBaseIds"].items()}
    places = []
    for result in document["results"]:
        place = result["locations"][0]["physicalLocation"]
        uri = bases.get(place["artifactLocation"].get("uriBaseId"), "") + place["artifactLocation"]["uri"]
        places.append((uri.replace("file://", "").replace("%20", " "), place["region"]["startLine"], result["level"]))
    project.check(places, [entry for entry in project.wanted if entry[2] == "error"], json.dumps(bases))

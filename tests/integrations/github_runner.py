# SPDX-License-Identifier: GPL-2.0-or-later
"""As much of GitHub's runner as a composite action needs: expressions, conditions, files of commands, and stand-ins for
the actions that it uses, which keep caches in a folder and look at what is uploaded."""
import collections
import json
import os
import re
import subprocess

import yaml

TOKEN = re.compile(r"\s*('(?:[^']|'')*'|&&|\|\||==|!=|[!()]|[A-Za-z_][\w.-]*)")
Step = collections.namedtuple("Step", "name outcome status out err")


# --- expressions ---


class Expression:
    """Of GitHub's language: names, texts, functions of the job's state, ! == != && || and parentheses."""

    def __init__(self, text, contexts, state):
        self.tokens, self.at, self.contexts, self.state = [], 0, contexts, state
        while self.at < len(text.rstrip()):
            match = TOKEN.match(text, self.at)
            assert match, f"what is this: {text[self.at:]}"
            self.tokens.append(match[1])
            self.at = match.end()
        self.at = 0

    def value(self):
        result = self.any()
        assert self.at == len(self.tokens), f"more than an expression: {self.tokens}"
        return result

    def take(self, *words):
        if self.at < len(self.tokens) and self.tokens[self.at] in words:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def any(self):
        left = self.all()
        while self.take("||"):
            right = self.all()
            left = left or right
        return left

    def all(self):
        left = self.equal()
        while self.take("&&"):
            right = self.equal()
            left = left and right
        return left

    def equal(self):
        left = self.one()
        word = self.take("==", "!=")
        if not word:
            return left
        return (str(left).lower() == str(self.one()).lower()) == (word == "==")

    def one(self):
        if self.take("!"):
            return not self.one()
        if self.take("("):
            result = self.any()
            assert self.take(")")
            return result
        token = self.tokens[self.at]
        self.at += 1
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        if self.take("("):
            assert self.take(")")
            return self.state[token]
        return self.find(token)

    def find(self, name):
        value = self.contexts
        for part in name.split("."):
            value = value.get(part, "") if isinstance(value, dict) else ""
        return value


def expressions_of(text):
    return re.findall(r"\$\{\{(.*?)\}\}", str(text))


# --- running ---


class Runner:
    """Runs an action as one job after another would; what it keeps is for all of them."""

    def __init__(self, action, tree, environment):
        with open(os.path.join(action, "action.yml"), encoding="utf-8") as file:
            self.action = yaml.safe_load(file)
        self.path, self.tree, self.environment = action, tree, environment
        self.store, self.jobs = os.path.join(tree.outside, "caches"), 0
        os.makedirs(self.store)

    def job(self, workspace, inputs, **github):
        """What came of each step, by its name."""
        self.jobs += 1
        unknown = set(inputs) - set(self.action["inputs"])
        assert not unknown, f"no such inputs: {unknown}"
        settings = {name: str(entry["default"]) for name, entry in self.action["inputs"].items()}
        settings.update(inputs)
        job = Job(self, workspace, settings,
                  dict({"run_id": str(self.jobs), "run_attempt": "1", "ref_name": "main", "base_ref": ""}, **github))
        for step in self.action["runs"]["steps"]:
            job.run(step)
        return job


class Job:
    def __init__(self, runner, workspace, settings, github):
        self.runner, self.workspace, self.steps, self.uploads = runner, workspace, {}, []
        self.home = os.path.join(runner.tree.outside, f"job{runner.jobs}")
        os.makedirs(self.home)
        self.path = runner.environment["PATH"]
        self.failed, self.restored = False, {}
        self.contexts = {"inputs": settings, "github": github, "runner": {"os": "Linux", "arch": "X64"}, "steps": {}}
        self.summary = ""

    def state(self):
        return {"success": not self.failed, "failure": self.failed, "cancelled": False, "always": True}

    def evaluate(self, text):
        return Expression(text, self.contexts, self.state()).value()

    def fill(self, text):
        return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(self.evaluate(match[1])), str(text))

    def is_wanted(self, step):
        condition = str(step.get("if", "success()"))
        condition = re.sub(r"^\s*\$\{\{(.*)\}\}\s*$", r"\1", condition)
        if not re.search(r"\b(success|failure|cancelled|always)\(\)", condition):
            condition = f"success() && ({condition})"
        return self.evaluate(condition)

    def run(self, step):
        result = Step(step["name"], "skipped", 0, "", "")
        if self.is_wanted(step):
            result = self.shell(step) if "run" in step else self.use(step)
            self.failed = self.failed or result.outcome == "failure"
        self.steps[step["name"]] = result
        if "id" in step:
            self.contexts["steps"].setdefault(step["id"], {})["outcome"] = result.outcome

    def shell(self, step):
        files = {name: os.path.join(self.home, f"{name}.{len(self.steps)}")
                 for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        for path in files.values():
            open(path, "w", encoding="utf-8").close()
        environment = dict(self.runner.environment, PATH=self.path, GITHUB_ACTIONS="true",
                           GITHUB_ACTION_PATH=self.runner.path, RUNNER_TEMP=self.home, HOME=self.home, **files)
        environment.pop("XDG_CACHE_HOME", None)
        environment.update({name: self.fill(value) for name, value in step.get("env", {}).items()})
        folder = os.path.join(self.workspace, self.fill(step.get("working-directory", ".")))
        process = subprocess.run([step["shell"], "-e", "-c", step["run"]], cwd=folder, env=environment,
                                 capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL,
                                 timeout=self.runner.tree.limit)
        self.take_files(step, files)
        return Step(step["name"], "failure" if process.returncode else "success", process.returncode, process.stdout,
                    process.stderr)

    def take_files(self, step, files):
        with open(files["GITHUB_OUTPUT"], encoding="utf-8") as file:
            outputs = dict(line.rstrip("\n").split("=", 1) for line in file)
        self.contexts["steps"].setdefault(step.get("id", ""), {})["outputs"] = outputs
        with open(files["GITHUB_PATH"], encoding="utf-8") as file:
            self.path = ":".join(reversed(file.read().split("\n")[:-1])) + ":" + self.path
        with open(files["GITHUB_STEP_SUMMARY"], encoding="utf-8") as file:
            self.summary += file.read()

    # --- the actions that it uses ---

    def use(self, step):
        settings = {name: self.fill(value) for name, value in step.get("with", {}).items()}
        name = step["uses"].split("@")[0]
        outputs = {"actions/cache/restore": self.restore, "actions/cache/save": self.save,
                   "github/codeql-action/upload-sarif": self.upload}[name](settings)
        if "id" in step:
            self.contexts["steps"].setdefault(step["id"], {})["outputs"] = outputs
        return Step(step["name"], "success", 0, "", "")

    def restore(self, settings):
        found = os.path.join(self.runner.store, settings["key"])
        prefixes = settings.get("restore-keys", "").split()
        kept = sorted(os.listdir(self.runner.store),
                      key=lambda name: os.path.getmtime(os.path.join(self.runner.store, name)), reverse=True)
        is_hit = os.path.exists(found)
        matches = [settings["key"]] if is_hit else [name for prefix in prefixes for name in kept
                                                    if name.startswith(prefix)]
        if matches:
            os.makedirs(os.path.dirname(settings["path"]), exist_ok=True)
            subprocess.run(["cp", "-rT", os.path.join(self.runner.store, matches[0]), settings["path"]], check=True)
            # As after an archive that does not keep rights.
            subprocess.run(["chmod", "-R", "a+rwX", settings["path"]], check=True)
            self.restored[settings["key"]] = matches[0]
        return {"cache-hit": "true" if is_hit else ""}

    def save(self, settings):
        target = os.path.join(self.runner.store, settings["key"])
        assert "," not in settings["key"] and "/" not in settings["key"], settings["key"]
        assert not os.path.exists(target), f"{target} is there already; a cache cannot be changed"
        subprocess.run(["cp", "-r", settings["path"], target], check=True)
        return {}

    def upload(self, settings):
        with open(settings["sarif_file"], encoding="utf-8") as file:
            self.uploads.append((settings["category"], json.load(file)))
        return {}

    # --- for tests ---

    def output(self, name):
        return self.fill(self.runner.action["outputs"][name]["value"])

    def kept(self, prefix):
        return [name for name in os.listdir(self.runner.store) if name.startswith(prefix)]

    def log(self):
        return "\n".join(f"--- {step.name}: {step.outcome} {step.status}\n{step.out}{step.err}"
                         for step in self.steps.values())

    def annotations(self):
        return [line for step in self.steps.values() for line in (step.out + step.err).splitlines()
                if line.startswith("::")]

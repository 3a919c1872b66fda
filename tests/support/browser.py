# SPDX-License-Identifier: GPL-2.0-or-later
"""A page in headless Chromium, driven by its DevTools protocol. Needs chromium and python3-websocket."""

import base64
import contextlib
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from checks import BUILD, expect, skip

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "ArrowDown": (40, ""), "ArrowUp": (38, ""),
        "ArrowLeft": (37, ""), "ArrowRight": (39, ""), "Home": (36, ""), "Backspace": (8, ""), " ": (32, " ")}

# Every text that is seen and differs too little from what is behind it.
CONTRAST = """(() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const linear = (part) => (part /= 255) <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
  const light = (color) => {
    const [r, g, b] = parts(color).map(linear);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor;
      if (parts(color)[3] !== 0) return color;
    }
    return "rgb(255,255,255)";
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), bad = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("script, option")) continue;
    const [x, y] = [light(getComputedStyle(element).color), light(behind(element))];
    const ratio = (Math.max(x, y) + .05) / (Math.min(x, y) + .05);
    if (ratio < 4.5) bad.add(ratio.toFixed(2) + " " + element.className + " " + walker.currentNode.data.slice(0, 30));
  }
  return [...bad];
})()"""


class Browser:
    """One browser with one page. What goes wrong in the page is in `complaints`, what it asks of the network in
    `requests`."""

    def __init__(self, program):
        import websocket

        self.directory = tempfile.mkdtemp(prefix="seep-browser-")
        self.complaints, self.requests, self.number = [], [], 0
        command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                   "--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking",
                   "--remote-debugging-port=0", "--remote-allow-origins=*",
                   f"--user-data-dir={self.directory}", "about:blank"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        address = self.find_address()
        self.socket = websocket.create_connection(address, timeout=60, suppress_origin=True)
        target = self.browser_call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.browser_call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log", "Network":
            self.call(domain + ".enable")

    def find_address(self):
        for line in self.process.stderr:
            if line.startswith("DevTools listening on "):
                return line.split()[-1]
        raise RuntimeError("the browser did not start")

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.process.stderr.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def browser_call(self, method, **parameters):
        return self.send({"method": method, "params": parameters})

    def call(self, method, **parameters):
        return self.send({"method": method, "params": parameters, "sessionId": self.session})

    def send(self, message):
        self.number += 1
        message["id"] = self.number
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv())
            self.take_event(answer)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{message['method']}: {answer['error']}")
                return answer["result"]

    def take_event(self, event):
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(parameters["exceptionDetails"])[:500])
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(parameters["args"])[:500])
        elif method == "Log.entryAdded":
            self.complaints.append(parameters["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append("a dialog: " + parameters["message"])
            self.socket.send(json.dumps({"id": 0, "method": "Page.handleJavaScriptDialog", "params": {"accept": True},
                                         "sessionId": self.session}))
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def window(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, url):
        """Returns the milliseconds until the page was loaded and painted."""
        del self.complaints[:], self.requests[:]
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")
        return self.evaluate("""new Promise(done => requestAnimationFrame(() => setTimeout(() =>
            done(performance.getEntriesByType('navigation')[0].loadEventEnd), 0)))""")

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True,
                           userGesture=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {json.dumps(result['exceptionDetails'])[:500]}")
        return result["result"].get("value")

    def wait(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while not self.evaluate(condition):
            if time.monotonic() > end:
                raise RuntimeError(f"in vain: {condition}")
            time.sleep(0.05)

    def press(self, key):
        code, text = KEYS.get(key, (ord(key.upper()[0]), key))
        more = {"key": key, "windowsVirtualKeyCode": code}
        if text:
            more["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def write(self, text):
        self.call("Input.insertText", text=text)

    def screenshot(self, path, selector=None, height=10000):
        """Of the window, or of one element down to that height."""
        more = {}
        if selector:
            place = self.evaluate(f"""(() => {{ const place = document.querySelector({selector!r}).getBoundingClientRect();
                return [place.left + scrollX, place.top + scrollY, place.width, Math.min(place.height, {height})]; }})()""")
            more = {"captureBeyondViewport": True,
                    "clip": dict(zip(("x", "y", "width", "height"), place), scale=1)}
        data = self.call("Page.captureScreenshot", format="png", **more)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))


def text_of(browser, selector):
    return browser.evaluate(f"document.querySelector({selector!r})?.textContent ?? ''")


def texts_of(browser, selector):
    return browser.evaluate(f"[...document.querySelectorAll({selector!r})].map((one) => one.textContent)")


def focus_is(browser, selector):
    return browser.evaluate(f"document.activeElement.matches({selector!r})")


AXE = os.path.join(BUILD, "tests/formats/axe.min.js") # tests/formats/fetch-axe puts it there


def axe_complaints(browser):
    """What axe-core finds wrong with the page as it is; nothing, too, where axe-core is not installed."""
    if not os.path.exists(AXE):
        return []
    with open(AXE) as file:
        browser.evaluate(file.read() + "; 0")
    return browser.evaluate("""axe.run(document, { resultTypes: ["violations"] }).then((results) =>
        results.violations.map((one) => one.id + ": " + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 150))))""")


def strict_policy(page):
    """The strictest policy that a server can ask for: the page's own script and style sheet, by their sums, and nothing
    else."""
    def sums(pattern):
        found = re.findall(pattern, page, re.DOTALL)
        return " ".join(f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in found)
    return ("default-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
            f"script-src {sums(r'<script nonce=[^>]*>(.*?)</script>')}; style-src {sums('<style[^>]*>(.*?)</style>')}")


@contextlib.contextmanager
def served(path, policy):
    """The file at an address of this machine, with a content security policy as its header; anything else is not
    found."""
    with open(path, "rb") as file:
        content = file.read()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            is_page = self.path == "/page.html"
            self.send_response(200 if is_page else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(content if is_page else b"")

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/page.html"
    finally:
        server.shutdown()
        server.server_close()


def check_strict_policy(browser, path, use):
    """Serves the page with the strictest policy; `use` is JavaScript that goes through all of it."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    policy = strict_policy(page)
    expect(policy.count("'sha256-") == 2, f"{path}: not one script and one style sheet: {policy}")
    expect(not re.search(r"<[^>]+ style=|\beval\(|new Function\(|innerHTML|document\.write", page.split(
        '<script type="application/json"')[0]), f"{path}: it has styles in attributes, or scripts from texts")
    with served(path, policy) as address:
        browser.open(address)
        browser.evaluate(use)
        expect(browser.complaints == [], f"{path}, with a strict policy: {browser.complaints[:3]}")
        others = {url for url in browser.requests if not url.startswith((address, "about:", "data:"))}
        expect(not others, f"{path}: the page asks for {others}")
        expect(browser.evaluate("document.getElementById('verdict').textContent") != "Memory report",
               f"{path}: the script does not run")
    with served(path, policy.replace("sha256-", "sha256-AAAA")) as address:
        browser.open(address)
        expect(browser.complaints != [], f"{path}: violations of the policy are not seen")


def need_browser():
    """Ends the runner where there is none."""
    try:
        import websocket  # noqa: F401
    except ImportError:
        skip("python3-websocket is not installed")
    if not CHROMIUM:
        skip("chromium is not installed")


def check_page(checks, take_screenshots):
    """Each check is called with the browser; then the pictures are taken, if the command line names a directory for
    them."""
    browser = Browser(CHROMIUM)
    try:
        browser.window(1280, 900)
        for check in checks:
            check(browser)
        if len(sys.argv) > 1:
            take_screenshots(browser, sys.argv[1])
    finally:
        browser.close()

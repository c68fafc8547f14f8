"""Chromium without a window, driven over the DevTools protocol on a pair of pipes: nothing else to install.

A message is one JSON object that ends in a zero byte. What the browser tells unasked (console, requests) is kept
as `events`, in order.
"""

import base64
import json
import os
import re
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --disable-extensions --hide-scrollbars "
    "--remote-debugging-pipe"
)
PATIENCE = 60.0


def executable() -> str | None:
    """The browser's path, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """One tab."""

    def __init__(self, reading: int, writing: int) -> None:
        self.reading, self.writing, self.rest, self.number = reading, writing, b"", 0
        self.session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The browser's answer to one command."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while (answer := self.read()).get("id") != self.number:
            self.events.append(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    def read(self) -> dict[str, Any]:
        """The next message."""
        until = time.monotonic() + PATIENCE
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.reading], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"the browser said nothing for {PATIENCE:g} seconds"
            part = os.read(self.reading, 1 << 20)
            assert part, "the browser ended"
            self.rest += part
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def open(self, address: str) -> None:
        """Go to an address afresh, and be there."""
        for place in ("about:blank", address):
            self.events.clear()
            self.ask("Page.navigate", url=place)
            while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
                self.events.append(self.read())

    def run(self, script: str) -> Any:
        """The value of an expression in the page, once two frames are drawn."""
        frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        code = f"(async () => {{ const value = (() => {{ {script} }})(); await {frames}; return value; }})()"
        answer = self.ask("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, selector: str) -> None:
        """Until something that the selector finds is there."""
        self.run(
            f"const there = () => document.querySelector({selector!r});"
            "const look = (done) => (there() ? done() : requestAnimationFrame(() => look(done)));"
            "return new Promise(look).then(() => null)"
        )

    def press(self, key: str, code: int) -> None:
        """A key down and up, and what follows from it."""
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **text)
        self.run("")

    def resize(self, width: int, height: int = 900, dark: bool = False) -> None:
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", media="screen", features=[scheme])

    def picture(self, path: Path) -> None:
        """What is seen, as a PNG."""
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def fonts(self, selector: str) -> set[str]:
        """The fonts that the text of such elements is drawn with."""
        for domain in ("DOM", "CSS"):
            self.ask(f"{domain}.enable")
        root = self.ask("DOM.getDocument")["root"]["nodeId"]
        nodes = self.ask("DOM.querySelectorAll", nodeId=root, selector=selector)["nodeIds"]
        drawn = [self.ask("CSS.getPlatformFontsForNode", nodeId=node)["fonts"] for node in nodes]
        return {font["familyName"] for fonts in drawn for font in fonts}

    def sheets(self) -> int:
        """How many pages of paper it takes."""
        self.ask("Emulation.setEmulatedMedia", media="print")
        paper = base64.b64decode(self.ask("Page.printToPDF")["data"])
        self.ask("Emulation.setEmulatedMedia", media="screen")
        return len(re.findall(rb"/Type\s*/Page\b", paper))

    @property
    def complaints(self) -> list[str]:
        """Everything the page had to say on its console, errors and warnings of the browser among it."""
        kinds = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [json.dumps(event["params"]) for event in self.events if event.get("method") in kinds]

    @property
    def requests(self) -> list[str]:
        """The addresses that the page asked for."""
        sent = [event["params"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        return [request["request"]["url"] for request in sent]


@contextmanager
def page(program: str, profile: Path) -> Iterator[Page]:
    """A tab of a browser with an empty profile, which ends with it."""
    (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
    command = [program, *QUIET.split(), f"--user-data-dir={profile}"]
    shell = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
    browser = subprocess.Popen(
        ["bash", "-c", shell, "browser", *command],
        pass_fds=(theirs_in, theirs_out),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        opened = Page(ours_in, ours_out)
        yield opened
        opened.session = None
        with suppress(OSError, AssertionError):
            opened.ask("Browser.close")
    finally:
        os.close(ours_in)
        os.close(ours_out)
        try:
            browser.wait(10)
        except subprocess.TimeoutExpired:
            browser.kill()
            browser.wait()

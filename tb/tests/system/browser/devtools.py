"""A headless Chromium, spoken to in the DevTools protocol through a pipe.

Chromium reads commands from descriptor 3 and writes answers and events to descriptor 4: JSON, a zero byte after each.
It ends when the pipe closes, so it does not outlive a driver that is killed.

Errors: Failure, when there is no browser, when it ends, refuses a command, or does not answer in time.
"""

import contextlib
import ctypes
import fcntl
import json
import os
import select
import signal
import subprocess
import tempfile
import time

# Without a zygote, and with the painting in its own process, a browser starts in less time.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--in-process-gpu", "--no-zygote",
         "--remote-debugging-pipe"]


class Failure(Exception):
    pass


def adopt_orphans():
    """From now on, processes whose parent has ended are children of this one, which can wait for them."""
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def start_chromium(profile):
    """Returns the process, the descriptor for commands, and that of answers."""
    pipes = [*os.pipe(), *os.pipe()]  # they take 3 and 4 if these are free, so that nothing of Popen does
    commands, to_browser, from_browser, answers = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in pipes)

    def take_places():
        os.dup2(commands, 3)
        os.dup2(answers, 4)

    try:
        process = subprocess.Popen(["chromium-headless-shell", *FLAGS, f"--user-data-dir={profile}", "about:blank"],
                                   env={**os.environ, "TMPDIR": profile}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   close_fds=False, preexec_fn=take_places, start_new_session=True)
    except FileNotFoundError:
        raise Failure("pages are tested in a browser: apt-get install chromium-headless-shell") from None
    finally:
        for descriptor in (commands, answers, *pipes):
            os.close(descriptor)
    return process, to_browser, from_browser


class Browser:
    """Chromium, from the first tab until end() or the end of `with`; the next tab starts it anew."""

    def __init__(self):
        self.process = None
        self.session = None

    def __enter__(self):
        adopt_orphans()
        return self

    def __exit__(self, *_):
        self.end()

    def start(self):
        self.calls = 0
        self.received = b""
        self.profile = tempfile.TemporaryDirectory(prefix="kintsugi_chromium_", ignore_cleanup_errors=True)
        try:
            self.process, self.to_browser, self.from_browser = start_chromium(self.profile.name)
        except Failure:
            self.profile.cleanup()
            raise

    def end(self):
        if not self.process:
            return
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # it leads a session of its own: only its processes
            while True:
                os.waitpid(-self.process.pid, 0)  # each of them: one that still ends could write into the profile
        except (ProcessLookupError, ChildProcessError):
            pass
        self.process = None
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.profile.cleanup()

    @contextlib.contextmanager
    def tab(self, seconds, on_event):
        """An empty tab, which shares nothing with earlier ones. It answers for so many seconds.

        `on_event` is called with the method and the parameters of each event of the tab, while a call waits."""
        self.deadline = time.monotonic() + seconds
        self.on_event = on_event
        if not self.process:
            self.start()
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        try:
            yield
        finally:
            self.session = None
        self.call("Target.disposeBrowserContext", browserContextId=context)

    def call(self, method, **parameters):
        """Returns the result of a command, to the tab once there is one."""
        self.calls += 1
        message = {"id": self.calls, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.send(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(self.deadline)
            if answer is None:
                raise Failure(f"the time is over: {method} has no answer")
            if answer.get("id") != self.calls:
                continue
            if "error" in answer:
                raise Failure(f"{method}: {answer['error']['message']}")
            return answer["result"]

    def listen(self, seconds):
        """Takes events for some time."""
        until = min(time.monotonic() + seconds, self.deadline)
        while self.receive(until) is not None:
            pass

    def send(self, data):
        try:
            while data:
                data = data[os.write(self.to_browser, data):]
        except BrokenPipeError:
            raise Failure("chromium has ended") from None

    def receive(self, until):
        """Returns the next message, or None if there is none in time; events have been handed on."""
        while b"\0" not in self.received:
            if not select.select([self.from_browser], [], [], max(0, until - time.monotonic()))[0]:
                return None
            data = os.read(self.from_browser, 1 << 20)
            if not data:
                raise Failure("chromium has ended")
            self.received += data
        text, self.received = self.received.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message and message.get("sessionId") == self.session:
            self.on_event(message["method"], message["params"])
        return message

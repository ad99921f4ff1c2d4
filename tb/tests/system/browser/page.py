"""A page in the browser's tab: what a reader does there, and what the page complains of.

Expressions are JavaScript; the policy of the page does not apply to them. A place is a CSS selector, of which the first
match is meant, or an expression in a list of one, [expression], whose value is [x, y] in pixels of the window.

Errors: Failure, as for the browser, and where a script throws, a page paints nothing within 5 s, or a place is not
there, outside the window or covered.
"""

import base64
import json
import pathlib
import time

from devtools import Failure

MEASURES = pathlib.Path(__file__).with_name("measures.js").read_text()
WATCH = pathlib.Path(__file__).with_name("watch.js").read_text()
KEYS = {" ": ("Space", 32), "ArrowLeft": ("ArrowLeft", 37), "ArrowUp": ("ArrowUp", 38),
        "ArrowRight": ("ArrowRight", 39), "ArrowDown": ("ArrowDown", 40), "Home": ("Home", 36), "End": ("End", 35),
        "PageUp": ("PageUp", 33), "PageDown": ("PageDown", 34), "Enter": ("Enter", 13), "Tab": ("Tab", 9),
        "Escape": ("Escape", 27)}


class Page:
    def __init__(self, browser):
        self.complaints = []
        self.document = None
        self.browser = browser
        self.call = browser.call

    def begin(self):
        """Listens to what the tab of the browser says."""
        for domain in ("Page", "Runtime", "Log", "Network", "Inspector"):
            self.call(f"{domain}.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)

    # What the page complains of

    def notice(self, method, parameters):
        """Notes a message, an error, or a request other than for the page itself."""
        if method == "Runtime.consoleAPICalled":
            words = [str(value.get("value", value.get("description", ""))) for value in parameters["args"]]
            self.complaints.append(f"console.{parameters['type']}: {' '.join(words)}")
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append("exception: " + details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded":
            entry = parameters["entry"]
            self.complaints.append(f"{entry['source']} {entry['level']}: {entry['text']}")
        elif method == "Network.requestWillBeSent":
            self.notice_request(parameters["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            raise Failure("the page has opened a dialog: " + parameters["message"])
        elif method == "Inspector.targetCrashed":
            raise Failure("the page has crashed the browser")

    def notice_request(self, url):
        """Data and blobs are in the page itself."""
        if url != self.document and not url.startswith(("data:", "blob:")):
            self.complaints.append("request: " + url)

    # What the reader's window is

    def show_as(self, width=None, height=None, scheme="light", medium="screen"):
        if width:
            self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                      mobile=False)
        self.call("Emulation.setEmulatedMedia", media=medium,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, path):
        """Opens a file, and waits until it has been loaded and painted; returns milliseconds until the first paint."""
        self.document = pathlib.Path(path).resolve().as_uri()
        answer = self.call("Page.navigate", url=self.document)
        if answer.get("errorText"):
            raise Failure(f"{path}: {answer['errorText']}")
        self.wait("document.readyState === 'complete'", 60)
        self.wait("performance.getEntriesByName('first-paint').length > 0", 5)
        return self.evaluate("performance.getEntriesByName('first-paint')[0].startTime")

    # What its scripts say

    def evaluate(self, expression):
        """Returns the value, or that of the promise; typed arrays are lists."""
        script = f"""(async () => JSON.stringify(await (
{expression}
), (key, value) => ArrayBuffer.isView(value) ? [...value] : value === undefined ? null : value))()"""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        text = answer["result"].get("value")
        return None if text is None else json.loads(text)

    def wait(self, condition, seconds=5):
        until = time.monotonic() + seconds
        while not self.evaluate(condition):
            if time.monotonic() > until:
                raise Failure(f"not so within {seconds} s: {condition}")
            self.browser.listen(0.02)

    def measure(self, name, *arguments):
        """Returns the value of a function of measures.js."""
        words = ", ".join(map(json.dumps, arguments))
        return self.evaluate(f"(() => {{ {MEASURES}\n return {name}({words}); }})()")

    # What the reader does

    def point_of(self, place):
        """Returns x and y; the middle of an element, which is scrolled into the window."""
        if isinstance(place, list):
            x, y = self.evaluate(place[0])
            return {"x": x, "y": y}
        found = self.measure("pointOf", place)
        if "error" in found:
            raise Failure(f"{place}: {found['error']}")
        return found

    def mouse(self, kind, point, **more):
        self.call("Input.dispatchMouseEvent", type=kind, **point, **more)

    def hover(self, place):
        self.mouse("mouseMoved", self.point_of(place))

    def click(self, place, count=1):
        point = self.point_of(place)
        self.mouse("mouseMoved", point)
        for times in range(1, count + 1):
            self.mouse("mousePressed", point, button="left", buttons=1, clickCount=times)
            self.mouse("mouseReleased", point, button="left", buttons=0, clickCount=times)

    def drag(self, begin, end, steps=4):
        first, last = self.point_of(begin), self.point_of(end)
        self.mouse("mouseMoved", first)
        self.mouse("mousePressed", first, button="left", buttons=1, clickCount=1)
        for step in range(1, steps + 1):
            way = {axis: first[axis] + (last[axis] - first[axis]) * step / steps for axis in "xy"}
            self.mouse("mouseMoved", way, button="left", buttons=1)
        self.mouse("mouseReleased", last, button="left", buttons=0, clickCount=1)

    def wheel(self, place, by):
        self.mouse("mouseWheel", self.point_of(place), deltaX=0, deltaY=by)

    def key(self, key, shift=False):
        code, number = KEYS.get(key) or ("Key" + key.upper(), ord(key.upper()))
        if shift and len(key) == 1:
            key = key.upper()
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        event = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": 8 if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    # What it looks like

    def picture(self, file=None):
        """Returns what is painted in the window: the number of colours, the mean lightness from 0 to 1, and a digest.

        Writes it as PNG, if there is a file."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        if file:
            pathlib.Path(file).write_bytes(base64.b64decode(data))
        return self.measure("paintIn", data)

    def unnamed(self):
        """Returns the controls and pictures that a screen reader cannot name, by role."""
        roles = {"button", "link", "slider", "checkbox", "combobox", "textbox", "radio", "tab", "image",
                 "application", "grid", "listbox"}
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [node["role"]["value"] for node in nodes if not node.get("ignored")
                and node.get("role", {}).get("value") in roles and not node.get("name", {}).get("value")]

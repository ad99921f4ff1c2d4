#!/usr/bin/env python3
"""usage: drive.py < TASKS

Opens pages in a headless Chromium and does there what tasks say: one in each line, as JSON. After each it prints, in a
line too, what was found. Each task has a tab and a profile of its own; the browser serves all, until one fails.

A task: `width`, `height` of the window (1280, 800), `scheme` (light, dark), `medium` (screen, print), `seconds` (for
all, 60), and `steps`, each a mapping with one of these keys; expressions and places are as in page.py:

  open: PATH             a file; value: milliseconds until its first paint
  eval: EXPRESSION       value: what it is
  wait: CONDITION        until the expression is true; `within`: seconds, 5
  click: PLACE           `count`: 2 for a double click
  hover: PLACE           moves the pointer there
  drag: [PLACE, PLACE]   from and to
  wheel: PLACE           `by`: pixels downwards
  key: KEY               its name as of KeyboardEvent.key; `shift`: true
  show: {...}            another width, height, scheme, medium
  texts: true            value: measureTexts() of measures.js
  frames: MILLISECONDS   value: frames painted in that time
  picture: FILE          value: colours, lightness, digest of the window; an empty name writes no file
  unnamed: true          value: roles of what a screen reader cannot name

Found: `values`, by the names that steps have said with `as`; `complaints`: messages of the console, exceptions,
violations of the policy, and requests; and `failure`, which names the step that failed, or null. The steps after that
are not done.
"""

import json
import signal
import sys

from devtools import Browser
from page import Failure, Page


def do(page, step):
    """Does a step and returns its value."""
    actions = {
        "open": page.open, "eval": page.evaluate, "click": page.click, "hover": page.hover, "key": page.key,
        "wait": lambda condition, within=5: page.wait(condition, within),
        "drag": lambda places: page.drag(*places),
        "wheel": page.wheel,
        "show": lambda window: page.show_as(**window),
        "texts": lambda _: page.measure("measureTexts"),
        "frames": lambda milliseconds: page.measure("countFrames", milliseconds),
        "picture": page.picture,
        "unnamed": lambda _: page.unnamed(),
    }
    kind = next((key for key in step if key in actions), None)
    if kind is None:
        raise Failure("there is no such step; see drive.py")
    return actions[kind](step.pop(kind), **step)


def drive(browser, task):
    found = {"values": {}, "complaints": [], "failure": None}
    page = Page(browser)
    here = None
    try:
        with browser.tab(task.get("seconds", 60), page.notice):
            page.begin()
            page.show_as(task.get("width", 1280), task.get("height", 800), task.get("scheme", "light"),
                         task.get("medium", "screen"))
            for here in task["steps"]:
                step = dict(here)
                name = step.pop("as", None)
                value = do(page, step)
                if name:
                    found["values"][name] = value
            browser.listen(0.1)  # messages that are on their way
    except Failure as failure:
        found["failure"] = f"{json.dumps(here)}: {failure}" if here else str(failure)
        browser.end()  # whatever it hangs at
    found["complaints"] = page.complaints
    return found


def main():
    if len(sys.argv) != 1:
        sys.exit(__doc__.splitlines()[0])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # through `with`, which ends the browser
    with Browser() as browser:
        for line in sys.stdin:
            print(json.dumps(drive(browser, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()

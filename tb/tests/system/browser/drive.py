#!/usr/bin/env python3
"""usage: drive.py TASK.json

Opens pages in a headless Chromium, does there what the task says, and prints what was found.

The task: `width`, `height` of the window (1280, 800), `scheme` (light, dark), `medium` (screen, print), `seconds` (for
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

Prints `values`, by the names that steps have said with `as`; `complaints`: messages of the console, exceptions,
violations of the policy, and requests; and `failure`, which names the step that failed, or null. The steps after that
are not done. Exit status 1 if one failed.
"""

import json
import signal
import sys

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


def drive(task):
    found = {"values": {}, "complaints": [], "failure": None}
    page = Page(task.get("seconds", 60))
    here = None
    try:
        with page:
            page.show_as(task.get("width", 1280), task.get("height", 800), task.get("scheme", "light"),
                         task.get("medium", "screen"))
            for here in task["steps"]:
                step = dict(here)
                name = step.pop("as", None)
                value = do(page, step)
                if name:
                    found["values"][name] = value
            page.browser.listen(0.1)  # messages that are on their way
    except Failure as failure:
        found["failure"] = f"{json.dumps(here)}: {failure}" if here else str(failure)
    found["complaints"] = page.complaints
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # through `with`, which ends the browser
    with open(sys.argv[1], encoding="utf-8") as file:
        task = json.load(file)
    found = drive(task)
    print(json.dumps(found))
    return 1 if found["failure"] else 0


if __name__ == "__main__":
    sys.exit(main())

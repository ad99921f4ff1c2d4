"""What must hold for every execution, whatever the input: see `mistakes_of`."""
import json
import re
from dataclasses import dataclass


@dataclass
class Execution:
    """What one execution of the program left."""
    status: int        # negative: ended by that signal; None: had to be killed
    out: bytes
    err: bytes
    left: list         # files and directories that were not there before
    seconds: float = 0


PLACE = re.compile(r"""(
    kintsugi:\s
  | <command\ line>(:\d+:\d+)?:\s       # a document on the command line
  | (?P<option>--?\w[^:]*|--set\ .*?)(\ .*?)?:\s   # an option
  | (?P<file>[^:]*)(:\d+:\d+)?:\s
)""", re.VERBOSE)
PROGRESS = re.compile(r"^[a-z][a-z ]*: .*(%|left|done|nodes|cycles|flits|packets|pairs)")
TIMING = re.compile(r"^wall clock [\d.]+ s$")  # of --timing
UNFINISHED = re.compile(r"\.part|\.tmp|~$")


def lacks_place(line, files, words):
    """Whether a line on standard error names neither the program, nor an option, nor an input."""
    if PROGRESS.match(line) or TIMING.match(line):
        return False
    if line.startswith(("kintsugi: ", "<command line>", "--", "FROM: ", "TO: ")):
        return False
    sources = list(files) + [word for word in words if not word.startswith("{")]
    return not any(source and line.startswith(source + ":") for source in sources)


def refuse_constant(name):
    raise ValueError(name)


def is_json(text):
    try:
        json.loads(text, parse_constant=refuse_constant)
        return True
    except (ValueError, RecursionError):
        return False


def mistakes_of(execution, case):
    """Returns what is wrong, one sentence each; an empty list if all is right."""
    wrong = []
    status = execution.status
    out = execution.out.decode(errors="surrogateescape")
    lines = [line for line in execution.err.decode(errors="surrogateescape").split("\n") if line]
    if status is None:
        return ["runs for more than the time that it has"]
    if status < 0:
        return [f"ends by signal {-status}"]
    if status not in (0, 1, 2):
        wrong.append(f"exit status {status}")
    if "--json" in case.words and "--csv" not in case.words and not is_help(out) and not is_json(out):
        wrong.append("--json, but standard output is not one JSON document")
    if status == 2 and not lines:
        wrong.append("exit status 2 without a message")
    if status == 1 and not lines and not out:
        wrong.append("exit status 1 without a word")
    if any(re.search(r"[\x00-\x08\x0b-\x1f\x7f]", line) for line in lines):
        wrong.append("a control character in a message")
    wrong += [f"a message without a place: {line[:160]}" for line in lines if lacks_place(line, case.files, case.words)]
    wrong += [f"a mistake of the model: {line[:160]}" for line in lines if "a mistake of the model" in line]
    wrong += [f"left behind: {name}" for name in execution.left if UNFINISHED.search(name)]
    if status == 2 and execution.left:
        wrong.append("exit status 2, but it made " + ", ".join(execution.left[:3]))
    return wrong


def is_help(out):
    return bool(re.search(r"^(Usage:|Options:)|^kintsugi \d", out, re.MULTILINE))


def kind_of(mistake):
    """Mistakes that are the same but for names and numbers."""
    short = re.sub(r"'[^']*'", "'...'", mistake)
    if short.startswith("a message without a place"):
        short = " ".join(short.split()[:9])
    return re.sub(r"\d+", "N", short)[:110]

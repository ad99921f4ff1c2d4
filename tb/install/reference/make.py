#!/usr/bin/env python3
"""Makes the reference of the public headers, by doxygen.

  make.py ROOT FOLDER   writes FOLDER/html. ROOT is the top of the sources, or the folder of installed headers. The
                        public headers are those of the folder kintsugi there, and those that they include themselves.
                        The exit status is 1 if doxygen has a warning.

A header begins with its contract, often in two columns:

  /// Order     bind() when the chip is made,
  ///           and before it begins

Doxygen reads copies of the headers, FOLDER/headers. In a copy this comment belongs to the class that the header is for:
its name is that of the file, or begins with it and it has no comment of its own. Without such a class the comment belongs
to the file. Columns are a list. An overload in the line behind another of its name, without a comment, has the same one. A
warning names the line of the header itself.
"""

import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ITEM = re.compile(r"(\S+(?: \S+)*?) {2,}(?=\S)")


def public_headers(root):
    """Returns the headers of the folder kintsugi, and those that they include themselves, relative to the root."""
    folder = next((root / place for place in ("kintsugi", "tb/install/kintsugi") if (root / place).is_dir()), None)
    if folder is None:
        sys.exit(f"{root}: no folder kintsugi; name the top of the sources, or the folder of installed headers")
    headers = [header.relative_to(root) for header in sorted(folder.glob("*.hpp"))]
    return headers + included_by(root, headers)


def included_by(root, headers):
    """Returns the further headers that these include themselves."""
    text = "".join((root / header).read_text() for header in headers)
    included = {pathlib.Path(name) for name in re.findall(r'^#include "(.+)"', text, re.M)}
    return sorted(header for header in included - set(headers) if (root / header).exists())


def escaped(text):
    """Returns a text in which <node>, # and @ mean themselves; in `code` they do so anyway."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part[:1] == "`" else re.sub(r"[<>\\#]|@(?!name|[{}])", r"\\\g<0>", part) for part in parts)


def item(text, indentation=""):
    """Returns the lines of an item of a list. Its terms, each with two blanks or more behind it, are bold."""
    term = ITEM.match(text)
    if not term:
        return [f"{indentation}- {escaped(text)}"]
    bold = term[1] if "`" in term[1] else f"**{escaped(term[1])}**"
    rest = text[term.end():]
    if ITEM.match(rest):
        return [f"{indentation}- {bold}"] + item(rest, indentation + "  ")
    return [f"{indentation}- {bold} {escaped(rest)}"]


def laid_out(lines):
    """Yields for each line of a comment the lines for doxygen: columns as lists, indented lines as code or as a list."""
    column = 0  # of the text beside the terms; 0: there is none
    code = False
    before = ""
    for line in lines:
        begins = not column and line[:1] != " " and ITEM.match(line)
        code = not column and (code if not line else line[0] == " " and (code or not before))
        if not line:
            column = 0
            yield [""]
        elif code:
            yield ["    " + line]
        elif begins or column and line[0] != " ":
            column = column or begins.end()
            yield ([""] if begins else []) + item(f"{line[:column].rstrip()}  {line[column:]}")
        elif column:
            yield item(line.strip(), "  ") if ITEM.match(line.strip()) else ["    " + escaped(line.strip())]
        elif re.match(r" {2,3}\S", line):
            yield item(line.strip())
        elif line[0] == " ":
            yield ["  " + escaped(line.strip())]
        else:
            yield ([""] if before[:1] == " " else []) + [escaped(line)]
        before = line


def main_class(header, text):
    """Returns the class that the comment at the head of a header is about, with its namespace; None without one."""
    classes = re.findall(r"^((?!///)[^\n]*\n)?(?:class|struct) (\w+)[^;{]*\{", text, re.M)
    of_file = header.stem.removesuffix("_class").title().replace("_", "")
    namespace = re.search(r"^namespace ([\w:]+) \{", text, re.M)
    named = [name for _, name in classes if name == of_file]
    named += sorted((name for before, name in classes if before and name.startswith(of_file)), key=len)
    return f"{namespace[1]}::{named[0]}" if named and namespace else None


def for_doxygen(header, text):
    """Returns the lines that doxygen reads in the place of a header, each with the number of its line there."""
    about = main_class(header, text)
    lines = [f"/// @file {header}"] + ([f"/// {about}", "", f"/// @class {about}"] if about else [])
    numbered = [(line, 1) for line in lines]
    comment = []
    named, shared = None, []  # the function in the line before, and its comment
    for number, line in enumerate(text.split("\n"), 1):
        found = re.fullmatch(r" *///(?!<) ?(.*)", line)
        if found:
            comment.append(found[1])
            continue
        function = re.match(r"  (?:[\w:<>,*&]+ )*[*&]?(\w+)\(.*[;}]$", line)
        shared = comment if comment else shared if function and function[1] == named else []
        named = function[1] if function else None
        for at, parts in enumerate(laid_out(shared), number - len(comment)):
            numbered += [(f"/// {part}", at) for part in parts]
        comment = []
        code, mark, behind = line.partition("///<")
        numbered.append((code + mark + escaped(behind), number))
    return numbered


def main(root, folder):
    root, folder = pathlib.Path(root).resolve(), pathlib.Path(folder).resolve()
    copies = folder / "headers"
    for place in (copies, folder / "html"):
        shutil.rmtree(place, ignore_errors=True)
    public = public_headers(root)
    numbers = {}  # of the lines of public headers, by their copies
    headers = public
    while further := included_by(root, headers):
        headers = headers + further
    for header in headers:
        numbered = for_doxygen(header, (root / header).read_text())
        copy = copies / header
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("\n".join(line for line, _ in numbered) + "\n")
        if header in public:
            numbers[str(copy)] = header, [number for _, number in numbered]
    shutil.copy(HERE / "main.dox", copies)
    settings = (HERE / "Doxyfile").read_text() + f"""
INPUT = "{copies}"
STRIP_FROM_PATH = "{copies}"
STRIP_FROM_INC_PATH = "{copies}"
OUTPUT_DIRECTORY = "{folder}"
"""
    done = subprocess.run(["doxygen", "-"], input=settings, text=True, stderr=subprocess.PIPE, check=False)
    warned = done.returncode != 0
    for warning in done.stderr.splitlines():
        place = re.match(r"(/.+?):(\d+): ", warning)
        if place and place[1] not in numbers:
            continue
        if place:
            header, of_lines = numbers[place[1]]
            number = of_lines[min(int(place[2]), len(of_lines)) - 1]
            warning = f"{header}:{number}: {warning[place.end():]}"
        warned = True
        print(warning, file=sys.stderr)
    return 1 if warned else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

"""What a careless or hostile user does to an input: each function changes one thing about a case.

Large numbers that are right are left out where they would only make a run long: cycles, sizes, numbers of maps.
"""
import copy

from documents import Map

# Names of keys whose value decides how long a run takes.
LONG = {"cycles", "plan_cycles", "n", "side", "sides", "nodes", "ports", "levels", "modules", "step", "from", "to",
        "timeout", "retries"}

NUMBERS = ["-1", "0", "1", "2", "3", "7", "+5", "+-5", "-0", "007", "0x10", "0o17", "1_000", "1e3", "1E+2", "1e308", "1e999",
           "-1e999", "5e-324", "nan", "-nan", ".nan", "inf", "-inf", ".inf", "-.Inf", "1.", ".5", "1,5", "1.5", "1e", "--1",
           "63", "64", "65", "255", "65535", "65536", "2147483647", "2147483648", "-2147483649", "4294967295", "4294967296",
           "1000000000000", "1000000000001", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
           "18446744073709551615", "18446744073709551616", "1" * 60, "1" * 400, "0." + "0" * 340 + "1", "٣", "５"]
TEXTS = ["''", '""', "~", "null", "true", "yes", "on", "x", "'5'", '"5"', '"\\0"', '"\\a\\e[31m"', "'a''b'", "\u00e9",
         "\u65e5\u672c", "\U0001f4a5", "\u202e", "\ufeff", "\udcff", "!!int 5", "!!binary aGk=", "!x y", "*a", "&a 5",
         "&a [*a]", "&a {b: *a}", "|", ">", "@", "`", "%", "#", "<<", "? x", "a b", "x" * 3000, "list", "all", "auto",
         "no_such_file.yaml", ".", "-", "--json", "{", "}", "[", "]", ",", ":", "=", "a=b", "$HOME", "%s%n", "\\", "'", '"']
TREES = ["[]", "{}", "[[]]", "[1]", "[1, 2]", "[1, 2, 3, 4, 5, 6]", "{a: b}", "[a, {b: c}]", "{1: 2}", "[~, ~]", "{? [a] : b}",
         "[1, 1]", "[-1, -1]", "{kind: mesh}", "[[1, 2], [3, 4]]", "[[H, 0, 0, 0, X]]"]
BREAKERS = [",", ":", "-", "{", "}", "[", "]", "'", '"', "#", "\t", "\n", "\r", "\0", "\x07", "\x1b[31m", "&", "*", "!", "|", ">",
            "%", "@", "`", "?", "~", "---\n", "...\n", "\n---\n", ", ,", "::", "<<: ", "\ufeff", "\udcff", "\udcc3", "\x85",
            "\u2028", " ", "\\", "&a ", "*a", "= ", "--", "%YAML 9.9\n", "!!str "]


def is_long(text):
    """Whether this is a right number that would make a run long."""
    try:
        return 12 < float(text) <= 1e13
    except ValueError:
        return False


def scalar(random, key):
    pool = random.choice([NUMBERS, NUMBERS, TEXTS, TREES])
    text = random.choice(pool)
    if key in LONG and (is_long(text) or text == "5e-324"):
        return random.choice(["-1", "0", "x", "1e999", "18446744073709551616"])
    return text


def deep(random):
    depth = random.choice([20, 33, 40, 300, 3000])
    return random.choice([lambda: "[" * depth + "]" * depth, lambda: "{a: " * depth + "1" + "}" * depth,
                          lambda: "[" * depth])()


def places(value):
    """Every place in a tree at which a value stands: (container, index)."""
    found = []
    if isinstance(value, Map):
        for entry in value.entries:
            found.append((entry, 1))
            found += places(entry[1])
    if isinstance(value, list):
        for index, item in enumerate(value):
            found.append((value, index))
            found += places(item)
    return found


def maps(value):
    found = [value] if isinstance(value, Map) else []
    inner = [entry[1] for entry in value.entries] if isinstance(value, Map) else value if isinstance(value, list) else []
    return found + [each for item in inner for each in maps(item)]


def key_at(container, index):
    return container[0] if index == 1 and isinstance(container[0], str) and len(container) == 2 else "sides"


def misspelt(random, name):
    at = random.randrange(len(name) + 1)
    return random.choice([name[:at] + name[at + 1:], name[:at] + random.choice("aeks_.-") + name[at:], name.upper(), name + " "])


def change_tree(random, tree, names):
    """Changes one thing about a tree of which the root is a Map."""
    spots, homes = places(tree), maps(tree)
    kind = random.randrange(9)
    home = random.choice(homes)
    if kind <= 2 and spots:
        container, index = random.choice(spots)
        container[index] = scalar(random, key_at(container, index))
    elif kind == 3 and home.entries:
        home.entries.remove(random.choice(home.entries))
    elif kind == 4 and home.entries:
        key, value = random.choice(home.entries)
        home.entries.append([key, random.choice([value, scalar(random, key)])])
    elif kind == 5:
        key = random.choice(names.keys).split(".")[-1]
        home.set(key, scalar(random, key))
    elif kind == 6 and home.entries:
        entry = random.choice(home.entries)
        entry[0] = random.choice([misspelt(random, entry[0]), random.choice(TEXTS), random.choice(NUMBERS)])
    elif kind == 7 and len(spots) > 1:
        (one, i), (other, j) = random.sample(spots, 2)
        if key_at(one, i) not in LONG and key_at(other, j) not in LONG:
            one[i] = copy.deepcopy(other[j])
    elif spots:
        container, index = random.choice(spots)
        container[index] = deep(random)


def change_text(random, text):
    """Changes one thing about a text; digits stay, so that no run becomes long."""
    at = random.randrange(len(text) + 1)
    kind = random.randrange(6)
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + random.choice(BREAKERS) + text[at:]
    if kind == 2:
        return text + random.choice(BREAKERS) * random.choice([1, 1, 3])
    if kind == 3:
        return random.choice(BREAKERS) + text
    if kind == 4:
        end = min(len(text), at + random.randint(1, 20))
        return text[:at] + "".join(c for c in text[at:end] if c.isdigit()) + text[end:]
    lines = text.splitlines(keepends=True)
    if len(lines) > 1:
        line = random.randrange(len(lines))
        lines.insert(random.randrange(len(lines)), lines[line])
    return "".join(lines)


def change_trace(random, text):
    fields = text.replace("\n", ",\n,").split(",")
    if random.random() < 0.5 and len(fields) > 1:
        fields[random.randrange(len(fields))] = random.choice(NUMBERS + TEXTS[:10])
        return ",".join(fields).replace(",\n,", "\n")
    return change_text(random, text)


def override(random, names):
    path = random.choice(names.keys)
    if random.random() < 0.2:
        path = random.choice([misspelt(random, path), path + ".0", path.split(".")[-1], path + ".a.b", "defects.pe.0"])
    text = f"{path}={scalar(random, path.split('.')[-1])}"
    return change_text(random, text).replace("\0", "") if random.random() < 0.15 else text


def change_words(random, words, names):
    """Changes one thing about the command line."""
    kind = random.randrange(8)
    at = random.randrange(len(words) + 1)
    option = random.choice(names.options[words[0] if words and words[0] in names.options and random.random() < 0.8 else "yield"])
    if kind == 0:
        words.append(option)
    elif kind == 1:
        words += [option, option_value(random)]
    elif kind == 2:
        words.insert(at, option + "=" + option_value(random))
    elif kind == 3 and words:
        words.pop(min(at, len(words) - 1))
    elif kind == 4 and words:
        words.insert(at, random.choice(words))
    elif kind == 5:
        words.insert(at, random.choice(["", "-", "--", "-x", "-h", "--help", "--version", "--no-such", "help", "-x.yaml",
                                        "--js", "-j", "--json=true", "--set", "--set=", "@x", "demo ", "run"]))
    elif kind == 6 and len(words) > 1:
        words.insert(0, words.pop())
    else:
        words += ["--set", override(random, names)]


def option_value(random):
    """A value of an option. Paths lead to no place outside the working directory that could be written."""
    pool = random.choice([NUMBERS, TEXTS, ["0:2", "2:0", ":", "1:", ":3", "0:99999", "a:b", "-1:2", "0.5,2", ",", ",,", "exact,",
                                           "out", "file", "file/inside", "/dev/null", "/dev/null/x", "/dev/full", "/proc/x/y",
                                           "x.svg", "x.SVG", ".svg", "no/such/dir.svg", "process", "exact,exact"]])
    text = random.choice(pool)
    return "x" if is_long(text) else text

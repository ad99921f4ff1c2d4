#include "tb/tool/coverage/file.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/store/identity.hpp"

namespace kintsugi::coverage {

namespace {

constexpr unsigned kVersion = 1;
constexpr FileLimit kFileLimit{std::uint64_t{1} << 30U, "1 GiB, the most that a coverage may have"};
constexpr const char* kUnreachable = "unreachable";
constexpr const char* kRemedy = "; write the file again by kintsugi run --coverage, or kintsugi coverage --out";

// --- Writing ---------------------------------------------------------------------------------------------------------

void add_points(std::string& text, const Points& points) {
  const char* between = "{";
  for (const auto& [name, point] : points) {
    text +=
        between + to_line(name) + ": " + (point.is_unreachable ? to_line(kUnreachable) : std::to_string(point.count));
    between = ", ";
  }
  text += points.empty() ? "{}" : "}";
}

void add_elements(std::string& text, const Elements& elements) {
  const Share share = share_of(elements);
  text += "{\n          \"reached\": " + std::to_string(share.reached) + ", \"goal\": " + std::to_string(share.goal) +
          ",\n          \"points\": {";
  const char* between = "\n            ";
  for (const auto& [name, points] : elements) {
    text += between + to_line(name) + ": ";
    add_points(text, points);
    between = ",\n            ";
  }
  text += "\n          }\n        }";
}

void add_chip(std::string& text, const ChipName& name, const ChipCoverage& chip) {
  text += "    {\n      \"network\": " + to_line(name.network) + ", \"number\": " + to_line(name.number) +
          ", \"routing\": " + to_line(name.routing) + ", \"vcs\": " + std::to_string(name.vcs) +
          ",\n      \"runs\": " + std::to_string(chip.runs) + ",\n      \"scenario\": " + to_line(chip.scenario) +
          ",\n      \"groups\": {";
  const char* between = "\n        ";
  for (const GroupInfo& group : kGroups) {
    const auto found = chip.groups.find(group.name);
    if (found == chip.groups.end()) continue;
    text += between + to_line(group.name) + ": ";
    add_elements(text, found->second);
    between = ",\n        ";
  }
  text += "\n      }\n    }";
}

/// Returns the document up to its seal.
std::string unsealed(const Coverage& coverage) {
  std::string text = "{\n  \"coverage\": " + std::to_string(kVersion) + ",\n  \"chips\": [";
  const char* between = "\n";
  for (const auto& [name, chip] : coverage) {
    text += between;
    add_chip(text, name, chip);
    between = ",\n";
  }
  return text + "\n  ]";
}

// --- Reading ---------------------------------------------------------------------------------------------------------

/// Reads the document from its beginning to its end, and knows the line of every character.
class CoverageReader {
 public:
  CoverageReader(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  Coverage read() {
    Coverage coverage;
    std::string seal;
    std::size_t place_of_seal = 0;
    read_object("the coverage", {"coverage", "chips", "seal"}, [&](const std::string& key) {
      if (key == "coverage") read_version();
      if (key == "chips") read_list([&] { read_chip(coverage); });
      if (key != "seal") return;
      place_of_seal = place();
      seal = read_string();
    });
    skip_blanks();
    if (at_ != text_.size()) fail(at_, "there is more text behind the document");
    if (seal != store::hash_of_text(unsealed(coverage))) {
      fail(place_of_seal, "the seal is not that of these chips: the file has been changed");
    }
    return coverage;
  }

 private:
  using TakeKey = std::function<void(const std::string& key)>;

  [[noreturn]] void fail(std::size_t at, const std::string& message) const {
    const std::string_view before = text_.substr(0, at);
    const auto line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
    const std::size_t begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    throw InputError({{{source_, line, static_cast<int>(at - begin) + 1}, message + kRemedy}});
  }

  void skip_blanks() {
    const std::size_t next = text_.find_first_not_of(" \t\r\n", at_);
    at_ = next == std::string_view::npos ? text_.size() : next;
  }

  char next() {
    skip_blanks();
    if (at_ == text_.size()) fail(at_, "the file ends in the middle of the document");
    return text_[at_];
  }

  /// Returns the place of the next character.
  std::size_t place() {
    next();
    return at_;
  }

  bool takes(char wanted) {
    if (next() != wanted) return false;
    ++at_;
    return true;
  }

  void require(char wanted) {
    if (!takes(wanted)) {
      fail(at_, std::string("here must be '") + wanted + "', not '" + text_[at_] + "'");
    }
  }

  std::string read_string() {
    if (next() != '"') fail(at_, "here must be a text in quotation marks");
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) {
      at_ = text_.size();
      fail(at_, "the file ends in the middle of a text");
    }
    ++at_;
    const auto value = nlohmann::json::parse(text_.substr(begin, at_ - begin), nullptr, false);
    if (!value.is_string()) fail(begin, "this text is no text of JSON");
    return value.get<std::string>();
  }

  std::uint64_t read_number(const std::string& what) {
    next();
    std::uint64_t number = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), number);
    const bool goes_on = end != text_.data() + text_.size() && (*end == '.' || *end == 'e' || *end == 'E');
    if (error != std::errc() || goes_on) fail(at_, what + " must be a whole number, 0 or more");
    at_ += static_cast<std::size_t>(end - begin);
    return number;
  }

  /// Reads an object with any keys, each once.
  void read_map(const std::string& what, const TakeKey& take) {
    require('{');
    std::set<std::string> seen;
    if (takes('}')) return;
    do {
      const std::size_t at = place();
      const std::string key = read_string();
      if (!seen.insert(key).second) fail(at, what + " has '" + key + "' twice");
      require(':');
      take(key);
    } while (takes(','));
    require('}');
  }

  /// Reads an object with exactly these keys.
  void read_object(const std::string& what, const std::set<std::string>& keys, const TakeKey& take) {
    const std::size_t at = place();
    std::set<std::string> missing = keys;
    read_map(what, [&](const std::string& key) {
      if (!keys.contains(key)) fail(at_, what + " has no key '" + key + "'");
      missing.erase(key);
      take(key);
    });
    if (!missing.empty()) fail(at, what + " lacks the key '" + *missing.begin() + "'");
  }

  void read_list(const std::function<void()>& read_one) {
    require('[');
    if (takes(']')) return;
    do {
      read_one();
    } while (takes(','));
    require(']');
  }

  void read_version() {
    const std::size_t at = place();
    const std::uint64_t version = read_number("coverage");
    if (version == kVersion) return;
    fail(at, "this file is of version " + std::to_string(version) + "; this program reads version " +
                 std::to_string(kVersion));
  }

  void read_chip(Coverage& coverage) {
    const std::size_t at = place();
    ChipName name;
    ChipCoverage chip;
    read_object("a chip", {"network", "number", "routing", "vcs", "runs", "scenario", "groups"},
                [&](const std::string& key) {
                  if (key == "network") name.network = read_string();
                  if (key == "number") name.number = read_string();
                  if (key == "routing") name.routing = read_string();
                  if (key == "vcs") name.vcs = read_vcs();
                  if (key == "runs") chip.runs = read_number(key);
                  if (key == "scenario") chip.scenario = read_string();
                  if (key == "groups") read_groups(chip.groups);
                });
    if (!coverage.emplace(name, std::move(chip)).second) fail(at, "the chip " + name.text() + " is here twice");
  }

  unsigned read_vcs() {
    constexpr std::uint64_t kMost = 1'000;
    const std::size_t at = place();
    const std::uint64_t vcs = read_number("vcs");
    if (vcs == 0 || vcs > kMost) fail(at, "vcs must be the number of channels of a link");
    return static_cast<unsigned>(vcs);
  }

  void read_groups(Groups& groups) {
    read_map("groups", [&](const std::string& group) {
      const bool is_known = std::ranges::any_of(kGroups, [&](const GroupInfo& each) { return each.name == group; });
      if (!is_known) fail(at_, "there is no group '" + group + "'");
      groups.emplace(group, read_group(group));
    });
  }

  Elements read_group(const std::string& group) {
    const std::size_t at = place();
    Elements elements;
    Share stated;
    read_object("group " + group, {"reached", "goal", "points"}, [&](const std::string& key) {
      if (key == "reached") stated.reached = read_number(key);
      if (key == "goal") stated.goal = read_number(key);
      if (key == "points") read_map("points", [&](const std::string& name) { read_points(name, elements[name]); });
    });
    const Share found = share_of(elements);
    if (found.reached == stated.reached && found.goal == stated.goal) return elements;
    fail(at, "group " + group + ": its points say " + std::to_string(found.reached) + " of " +
                 std::to_string(found.goal) + " reached, and the file says " + std::to_string(stated.reached) + " of " +
                 std::to_string(stated.goal) + ": it has been changed");
  }

  void read_points(const std::string& element, Points& points) {
    read_map(element, [&](const std::string& name) {
      if (next() != '"') {
        points[name].count = read_number("the count of " + name);
        return;
      }
      const std::size_t at = at_;
      if (read_string() != kUnreachable) fail(at, "a point has a count, or \"" + std::string(kUnreachable) + "\"");
      points[name].is_unreachable = true;
    });
  }

  std::string_view text_;
  std::string source_;
  std::size_t at_ = 0;
};

}  // namespace

std::string to_file(const Coverage& coverage) {
  const std::string text = unsealed(coverage);
  return text + ",\n  \"seal\": " + to_line(store::hash_of_text(text)) + "\n}\n";
}

Coverage from_file(const std::string& text, const std::string& source) {
  return CoverageReader(text, source).read();
}

Coverage read_coverage(const std::string& file) {
  return from_file(read_input(file, kFileLimit), input_name(file));
}

}  // namespace kintsugi::coverage

/// An independent reader of value change dumps, for tests: it shares no code with the writer.
///
/// read_vcd() returns every variable by its full name with its changes in order. Values are settled so that dumps of
/// different programs compare equal: bit vectors are extended to their width, in lower case; reals are printed with
/// 17 digits; string escapes are resolved; of several values at one time the last holds; a value that repeats the one
/// before is no change, but is counted.
/// Anything that is not well-formed throws std::runtime_error: unknown codes, times that go back, scopes left open.
#pragma once

#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kintsugi::test {

using VcdChanges = std::vector<std::pair<std::uint64_t, std::string>>;  ///< (time, value)

struct VcdVariable {
  std::string type;
  unsigned width = 0;
  std::string range;  ///< "[7:0]", or empty
  VcdChanges changes;
  unsigned repeated = 0;  ///< values that changed nothing
};

struct VcdDump {
  std::string timescale;                         ///< without blanks
  std::vector<std::string> scopes;               ///< full names, in the order of the file
  std::vector<std::string> order;                ///< full names of the variables, in the order of the file
  std::map<std::string, VcdVariable> variables;  ///< by full name
  std::vector<std::uint64_t> times;              ///< all time stamps

  const VcdChanges& changes(const std::string& name) const { return variables.at(name).changes; }
};

class VcdReader {
 public:
  explicit VcdReader(const std::filesystem::path& path) : in_(path) {
    if (!in_) fail("cannot open " + path.string());
  }

  VcdDump read() {
    while (const auto word = next()) {
      if (word->front() == '$') {
        keyword(*word);
      } else {
        value_change(*word);
      }
    }
    if (!scope_.empty()) fail("a scope is left open");
    return std::move(dump_);
  }

 private:
  [[noreturn]] static void fail(const std::string& what) { throw std::runtime_error("bad VCD: " + what); }

  std::optional<std::string> next() {
    std::string word;
    if (in_ >> word) return word;
    return std::nullopt;
  }

  std::string need() {
    const auto word = next();
    if (!word) fail("it ends in the middle");
    return *word;
  }

  std::vector<std::string> until_end() {
    std::vector<std::string> words;
    for (auto word = need(); word != "$end"; word = need()) words.push_back(word);
    return words;
  }

  void keyword(const std::string& word) {
    if (word == "$dumpvars" || word == "$end") return;  // the values between are ordinary changes
    const auto words = until_end();
    if (word == "$timescale") {
      for (const auto& part : words) dump_.timescale += part;
    } else if (word == "$scope") {
      enter(words.at(1));
    } else if (word == "$upscope") {
      if (scope_.empty()) fail("more $upscope than $scope");
      scope_.pop_back();
    } else if (word == "$var") {
      declare(words);
    } else if (word != "$comment" && word != "$date" && word != "$version" && word != "$enddefinitions") {
      fail("unknown keyword " + word);
    }
  }

  void enter(const std::string& name) {
    scope_.push_back(scope_.empty() ? name : scope_.back() + "." + name);
    dump_.scopes.push_back(scope_.back());
  }

  void declare(const std::vector<std::string>& words) {
    const auto name = scope_.empty() ? words.at(3) : scope_.back() + "." + words.at(3);
    VcdVariable variable{words.at(0), static_cast<unsigned>(std::stoul(words.at(1))), "", {}, 0};
    if (words.size() > 4) variable.range = words[4];
    if (!dump_.variables.emplace(name, variable).second) fail("two variables are called " + name);
    dump_.order.push_back(name);
    named_by_[words.at(2)].push_back(name);
  }

  void value_change(const std::string& word) {
    const char kind = static_cast<char>(std::tolower(static_cast<unsigned char>(word.front())));
    const auto rest = word.substr(1);
    if (kind == '#') return advance(std::stoull(rest));
    if (kind == 'b') return record(need(), rest);
    if (kind == 'r') return record(need(), digits(std::strtod(rest.c_str(), nullptr)));
    if (kind == 's') return record(need(), unescaped(rest));
    if (std::string("01xz").find(kind) == std::string::npos) fail("unknown value " + word);
    record(rest, std::string(1, kind));
  }

  void advance(std::uint64_t time) {
    if (!dump_.times.empty() && time <= dump_.times.back()) fail("time does not advance at #" + std::to_string(time));
    dump_.times.push_back(time);
  }

  void record(const std::string& code, const std::string& value) {
    if (named_by_.count(code) == 0) fail("unknown code " + code);
    for (const auto& name : named_by_[code]) {
      VcdVariable& variable = dump_.variables[name];
      const bool bits = variable.type == "wire" || variable.type == "time";
      put(variable, bits ? extended(value, variable.width) : value);
    }
  }

  void put(VcdVariable& variable, const std::string& value) {
    const auto now = dump_.times.empty() ? 0 : dump_.times.back();  // before the first stamp it is time 0
    auto& changes = variable.changes;
    if (!changes.empty() && changes.back().first == now) changes.pop_back();
    if (variable.type != "event" && !changes.empty() && changes.back().second == value) {
      ++variable.repeated;
    } else {
      changes.emplace_back(now, value);
    }
  }

  static std::string extended(std::string bits, unsigned width) {
    for (char& bit : bits) bit = static_cast<char>(std::tolower(static_cast<unsigned char>(bit)));
    if (bits.size() > width) fail("more than " + std::to_string(width) + " bits in " + bits);
    const char fill = bits.front() == '1' ? '0' : bits.front();
    return std::string(width - bits.size(), fill) + bits;
  }

  static std::string digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
  }

  static std::string unescaped(const std::string& text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\') {
        plain += text[i];
      } else if (std::isdigit(static_cast<unsigned char>(text.at(i + 1))) != 0) {
        plain += static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8));
        i += 3;
      } else {
        plain += single_escape(text[++i]);
      }
    }
    return plain;
  }

  static char single_escape(char c) {
    static const std::map<char, char> controls{{'a', '\a'}, {'b', '\b'}, {'f', '\f'}, {'n', '\n'},
                                               {'r', '\r'}, {'t', '\t'}, {'v', '\v'}};
    const auto found = controls.find(c);
    return found == controls.end() ? c : found->second;
  }

  std::ifstream in_;
  VcdDump dump_;
  std::vector<std::string> scope_;
  std::map<std::string, std::vector<std::string>> named_by_;
};

inline VcdDump read_vcd(const std::filesystem::path& path) {
  return VcdReader(path).read();
}

}  // namespace kintsugi::test

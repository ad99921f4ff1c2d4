#include "tb/tool/diff/form.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "models/network/cells.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/states/memory_image.hpp"

namespace kintsugi::diff {

namespace {

constexpr std::string_view kSpaces = " \t\r\n\f\v";

std::string_view without_leading_blanks(std::string_view text) {
  text = without_byte_order_mark(text);
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  return text;
}

/// Returns whether bytes are no text: a control character other than blanks, or no UTF-8.
bool is_binary(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = utf8_length(bytes);
    if (length == 0) return true;
    if (begins_with_control(bytes) && kSpaces.find(bytes.front()) == std::string_view::npos) return true;
    bytes.remove_prefix(length);
  }
  return false;
}

/// Returns the keys of the outermost level of a document. A mistake in it is for its reader to find.
class KeyScanner {
 public:
  static bool has(std::string_view text, std::string_view key) {
    return begins_as_json(text) ? in_json(text, key) : in_lines(text, key);
  }

 private:
  static bool in_json(std::string_view text, std::string_view key) {
    int level = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char sign = text[at];
      if (sign == '{' || sign == '[') ++level;
      if (sign == '}' || sign == ']') --level;
      const bool is_quoted = sign == '"';
      if (level == 1 && (is_quoted || is_word(sign)) && is_key(text, at + (is_quoted ? 1 : 0), key)) return true;
      if (is_quoted) {
        at = end_of_text(text, at);
      } else if (is_word(sign)) {
        while (at + 1 < text.size() && is_word(text[at + 1])) ++at;
      }
    }
    return false;
  }

  /// The keys of YAML stand at the beginning of a line.
  static bool in_lines(std::string_view text, std::string_view key) {
    bool found = false;
    take_lines(text, [&](std::string_view line, int) {
      found = line.starts_with(key) && line.substr(key.size()).starts_with(':');
      return !found;
    });
    return found;
  }

  static bool is_word(char sign) { return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_'; }

  static bool is_key(std::string_view text, std::size_t at, std::string_view key) {
    std::string_view rest = text.substr(at);
    if (!rest.starts_with(key)) return false;
    rest.remove_prefix(key.size());
    const bool is_quoted = at > 0 && text[at - 1] == '"';
    if (is_quoted && !rest.starts_with('"')) return false;
    rest.remove_prefix(is_quoted ? 1 : 0);
    rest.remove_prefix(std::min(rest.find_first_not_of(kSpaces), rest.size()));
    return rest.starts_with(':');
  }

  static std::size_t end_of_text(std::string_view text, std::size_t quote) {
    std::size_t at = quote + 1;
    while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    return at;
  }
};

/// Returns whether a text is a memory image of known digits. One with x or z may as well be a list of states: "b X".
bool is_known_image(std::string_view text, const std::string& source) {
  if (!states::is_memory_image(text, source)) return false;
  if (source.ends_with(".memh") || source.ends_with(".memb")) return true;
  bool is_known = true;
  take_lines(text, [&is_known](std::string_view line, int) {
    line = line.substr(0, line.find("//"));
    is_known = line.find("/*") != std::string_view::npos || line.find_first_of("xXzZ") == std::string_view::npos;
    return is_known;
  });
  return is_known;
}

std::optional<Form> form_of_json(std::string_view text) {
  if (text.starts_with('[')) return Form::kStates;
  if (has_key_of(text, {"repairable"})) return Form::kReport;
  if (has_key_of(text, {"fields", "switches"})) return Form::kStates;
  if (has_key_of(text, {"paths", "rings_of_nodes", "placement"})) return Form::kPlan;
  return Form::kReport;
}

/// Returns the cells of the first line that has some.
std::vector<Cell> first_cells(std::string_view text) {
  std::vector<Cell> cells;
  take_lines(text, [&cells](std::string_view line, int) {
    cells = cells_of(line, Separator::kFound).all;
    return cells.empty();
  });
  return cells;
}

}  // namespace

const std::vector<std::string>& form_names() {
  static const std::vector<std::string> kNames = {"report", "packets", "states", "bitstream", "plan", "waveform"};
  return kNames;
}

const std::string& form_name(Form form) {
  return form_names()[static_cast<std::size_t>(form)];
}

Form form_named(std::string_view name) {
  return static_cast<Form>(std::ranges::find(form_names(), name) - form_names().begin());
}

std::string describe(Form form) {
  static constexpr std::array kTexts = {"a report",    "a packet log", "a list of states",
                                        "a bitstream", "a plan",       "a waveform"};
  return kTexts[static_cast<std::size_t>(form)];
}

bool begins_as_json(std::string_view text) {
  const std::string_view begun = without_leading_blanks(text);
  return begun.starts_with('{') || begun.starts_with('[');
}

Beginning beginning_of(std::string_view text) {
  const std::string_view begun = without_leading_blanks(text);
  for (const std::string_view word : {"$version", "$date", "$comment", "$timescale", "$scope", "$var", "$attrbegin"}) {
    if (begun.starts_with(word)) return Beginning::kWaveform;
  }
  constexpr std::string_view kLog = "{\"packets\":";
  const bool is_log = begun.starts_with(kLog) && begun.size() > kLog.size() &&
                      std::isdigit(static_cast<unsigned char>(begun[kLog.size()])) != 0;
  return is_log || begun.starts_with("{\"id\":") ? Beginning::kPackets : Beginning::kOther;
}

bool has_key_of(std::string_view text, std::initializer_list<std::string_view> keys) {
  return std::ranges::any_of(keys, [&](std::string_view key) { return KeyScanner::has(text, key); });
}

std::optional<Form> recognised(std::string_view text, const std::string& source) {
  if (source.ends_with(".bin")) return Form::kBitstream;
  const std::string_view begun = without_leading_blanks(text);
  if (begins_as_json(begun)) return form_of_json(begun);
  if (begun.empty()) return std::nullopt;
  if (is_binary(text) || is_known_image(text, source)) return Form::kBitstream;
  if (has_key_of(text, {"paths", "rings_of_nodes", "placement"})) return Form::kPlan;
  if (has_key_of(text, {"fields", "switches"})) return Form::kStates;
  const std::vector<Cell> cells = first_cells(text);
  const bool has_name = std::ranges::find(cells, "name", &Cell::text) != cells.end();
  return has_name || cells.size() == 2 ? std::optional(Form::kStates) : std::nullopt;
}

}  // namespace kintsugi::diff

#include "tb/tool/diff/form.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "models/fabric/memory_image.hpp"
#include "models/network/cells.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/printable.hpp"

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

using Keys = std::set<std::string_view>;

bool is_word(char sign) {
  return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_';
}

/// Returns the keys of the outermost level of a JSON document, or of a YAML one in braces.
Keys keys_in_braces(std::string_view text) {
  Keys keys;
  int level = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char sign = text[at];
    if (sign == '{' || sign == '[') ++level;
    if (sign == '}' || sign == ']') --level;
    if (sign != '"' && !is_word(sign)) continue;
    const std::size_t begin = sign == '"' ? at + 1 : at;
    std::size_t end = begin;
    if (sign == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    } else {
      while (end < text.size() && is_word(text[end])) ++end;
    }
    end = std::min(end, text.size());
    at = sign == '"' ? end : end - 1;
    const std::size_t next = text.find_first_not_of(kSpaces, at + 1);
    if (level == 1 && next < text.size() && text[next] == ':') keys.insert(text.substr(begin, end - begin));
  }
  return keys;
}

/// Returns the keys of a YAML document that stand at the beginning of a line.
Keys keys_of_lines(std::string_view text) {
  Keys keys;
  take_lines(text, [&keys](std::string_view line, int) {
    if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) keys.insert(line.substr(0, colon));
    return true;
  });
  return keys;
}

/// Returns whether a text is a memory image of known digits. One with x or z may as well be a list of states: "b X".
bool is_known_image(std::string_view text, const std::string& source) {
  if (!is_memory_image(text, source)) return false;
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
  const Keys of_text = begins_as_json(text) ? keys_in_braces(text) : keys_of_lines(text);
  return std::ranges::any_of(keys, [&of_text](std::string_view key) { return of_text.contains(key); });
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

namespace {

constexpr FileLimit kDocumentLimit{std::uint64_t{1} << 30U,
                                   "1 GiB, the most that a report, a list of states, a plan or a bitstream may have"};

}  // namespace

OpenedFile::OpenedFile(const std::string& file)
    : name_(input_name(file)), parts_(std::make_unique<FileParts>(file, kNoLimit)) {
  begun_ = parts_->next();
  if (!parts_->error().empty()) refuse(name_, "cannot read this file: " + parts_->error());
  if (begun_.empty()) refuse(name_, "the file is empty");
}

/// `bytes`: those that were read before.
void OpenedFile::take_rest(std::uint64_t bytes, const FileLimit& limit,
                           const std::function<void(std::string_view)>& take) {
  for (std::string_view part = parts_->next(); !part.empty(); part = parts_->next()) {
    bytes += part.size();
    if (bytes > limit.bytes) refuse(name_, std::string("cannot read this file: it is larger than ") + limit.text);
    take(part);
  }
  if (!parts_->error().empty()) refuse(name_, "cannot read this file: " + parts_->error());
}

void OpenedFile::take_parts(const FileLimit& limit, const std::function<void(std::string_view)>& take) {
  take(begun_);
  take_rest(begun_.size(), limit, take);
}

void OpenedFile::read_to_end() {
  take_rest(begun_.size(), kDocumentLimit, [this](std::string_view part) { begun_ += part; });
}

Form OpenedFile::form() {
  const Beginning beginning = beginning_of(begun_);
  if (beginning == Beginning::kWaveform) return Form::kWaveform;
  if (beginning == Beginning::kPackets) return Form::kPackets;
  read_to_end();
  if (const auto form = recognised(begun_, name_)) return *form;
  refuse(name_, "cannot tell what this file is; --as says it: " + with_commas(form_names()));
}

Source OpenedFile::text() {
  read_to_end();
  return {name_, begun()};
}

}  // namespace kintsugi::diff

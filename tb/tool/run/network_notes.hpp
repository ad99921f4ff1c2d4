/// The notes of a network (Design::notes()) in a report: what was changed or ignored in the file that describes it.
///
/// Text      rows `notes`, a sentence each; none without a note
/// Document  `notes`, an array; it is absent without a note
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "models/family/family.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

inline void add_notes(const Design& design, TextTable& table) {
  const char* label = "notes";
  for (const std::string& note : design.notes()) table.add({std::exchange(label, ""), note});
}

inline void add_notes(const Design& design, nlohmann::ordered_json& json) {
  const std::vector<std::string> notes = design.notes();
  if (!notes.empty()) json["notes"] = notes;
}

/// Returns the rows as a text whose second column begins at `width`.
inline std::string notes_text(const Design& design, std::size_t width) {
  std::string text, label = "notes";
  for (const std::string& note : design.notes()) {
    label.resize(width, ' ');
    text += label + note + '\n';
    label.clear();
  }
  return text;
}

}  // namespace kintsugi

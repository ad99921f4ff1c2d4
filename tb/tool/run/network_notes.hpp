/// The notes of a network (Design::notes()) in a report: what was changed or ignored in the file that describes it.
///
/// Text      rows `notes`, a sentence each; none without a note
/// Document  `notes`, an array; it is absent without a note
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

inline void add_notes(const std::vector<std::string>& notes, TextTable& table) {
  table.add_list("notes", notes);
}

inline void add_notes(const std::vector<std::string>& notes, nlohmann::ordered_json& json) {
  if (!notes.empty()) json["notes"] = notes;
}

/// Returns the rows as a text whose second column begins at `width`.
inline std::string notes_rows(const std::vector<std::string>& notes, std::size_t width) {
  std::string text, label = "notes";
  for (const std::string& note : notes) {
    label.resize(width, ' ');
    text += label + note + '\n';
    label.clear();
  }
  return text;
}

}  // namespace kintsugi

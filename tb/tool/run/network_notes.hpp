/// The network of a report, and its notes (Design::notes()): what was changed or ignored in the file that describes it.
///
/// Text      rows `notes`, a sentence each; none without a note
/// Document  `notes`, an array; it is absent without a note
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

inline void add_notes(const std::vector<std::string>& notes, TextTable& table) {
  table.add_list("notes", notes);
}

inline void add_notes(const std::vector<std::string>& notes, nlohmann::ordered_json& json) {
  if (!notes.empty()) json["notes"] = notes;
}

/// Adds the network of a run with its notes, and the routing with its channels.
inline void add_network_rows(const Setup& setup, TextTable& table) {
  table.add({"network", name_with_legend(*setup.design)});
  add_notes(setup.design->notes(), table);
  table.add(
      {"routing", setup.described(setup.routing.name) + ", " + counted(setup.relation->vcs(), "virtual channel")});
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

/// The defect map of a scenario: what is defective before power-up, whether the scenario lists it, reads it from a file
/// or draws it at random.
///
/// Form  that of the section `defects`, with a list for each kind of defect that the map has: pe, link, then the
///       elements of the fabric. In a file it is what `defects.file` reads, and it stands for the same defects
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the lists of the section.
nlohmann::ordered_json defect_map(const Setup& setup);

/// Returns the text of a file with the map.
std::string defect_map_file(const Setup& setup);

/// Returns what a PE, or a node without a fabric, is called.
using PeName = std::function<std::string(SiteId)>;

/// "3: PE 2, PE 7, the link from 1 to 4"; of many, the first are named.
std::string to_text(const Defects& defects, const PeName& pe_name);

/// Names a fault: "PE 7", "the link from 3 to 6", "sh.g2.c5 stuck in D1".
std::string text_of(const Fault& fault, const PeName& pe_name);

}  // namespace kintsugi

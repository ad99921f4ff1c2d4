/// The defect map of a scenario: what is defective before power-up, whether the scenario lists it, reads it from a file
/// or draws it at random.
///
/// Form  that of the section `defects`, with a list for each kind of defect that the map has: pe, link, then the
///       elements of the fabric. In a file it is what `defects.file` reads, and it stands for the same defects
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/console/text_table.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// PEs as a scenario would name them: by address; by name in a graph whose nodes have numbers as names, where a number
/// that is read back stands for a name.
class AddressJson {
 public:
  explicit AddressJson(const Setup& setup);
  nlohmann::ordered_json operator()(SiteId site) const;

 private:
  const Setup* setup_;
  bool by_name_;
};

/// Returns the lists of the section.
nlohmann::ordered_json defect_map(const Setup& setup);
/// Returns the lists for some of the defects of the setup, which has their addresses.
nlohmann::ordered_json defect_map(const Setup& setup, const Defects& some);

/// Adds what was taken of a wafer map, if the defects are those of one, under the key `map`.
void add_wafer_map(nlohmann::ordered_json& json, const Setup& setup);
/// Returns the same as a line of a report; empty if the defects are of no wafer map.
std::string wafer_map_text(const Setup& setup);

/// Returns the text of a file with the map.
std::string defect_map_file(const Setup& setup);

/// What faults are called.
struct FaultNames {
  std::function<std::string(SiteId)> pe;              ///< a PE, or a node without a fabric
  std::function<std::size_t(LinkDefect)> links = {};  ///< so many are dead: parallel ones die together. Empty: one
};
FaultNames fault_names(const Setup& setup);

/// "4: PE 7, the link from 1 to 4, the 2 links from 3 to 6"; of many, the first are named.
std::string to_text(const Defects& defects, const FaultNames& names);

/// Adds a row that names the defects of a scenario, if there are any. The report of a repair names those of a fabric.
void add_defects(TextTable& table, const Setup& setup);

/// Names a fault: "PE 7", "the link from 3 to 6", "the 2 links from 3 to 6", "sh.g2.c5 stuck in D1".
std::string text_of(const Fault& fault, const FaultNames& names);

}  // namespace kintsugi

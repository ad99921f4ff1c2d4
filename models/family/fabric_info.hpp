/// What a scenario can say of the fabric of a family: options, addresses of what can be defective, names for its
/// repair.
///
/// A family has one FabricInfo for all its networks; the tool reads, checks and lists by it, and knows no fabric.
/// Options    keys of the section `fabric`: a specification each, as for the parameters of a network
/// Addresses  of a PE: one number for each part, in the order of `pe`. Of an element, which is whatever can be
///            defective beside PEs and links: a number or a name for each part; the key of the element stands under
///            `defects`
/// Names      of the directions of a plan's paths; planner, rule and objective of the section `repair`; the first of
///            each is the default
#pragma once

#include <string>
#include <vector>

#include "models/family/parameters.hpp"

namespace kintsugi {

/// A kind of element and how it is addressed.
struct ElementSpec {
  std::string key;                   ///< under `defects`: "switch"
  std::string name;                  ///< in messages, with an article: "a track switch"
  std::vector<ParameterSpec> parts;  ///< of the address: integers and names
  std::string help;                  ///< one line: what the defect does
  /// "[plane, gap, position, track, state]"
  std::string form() const;
};

struct FabricInfo {
  std::vector<ParameterSpec> options = {};
  std::vector<std::string> pe = {"number"};  ///< parts of the address of a PE: "row", "column"
  std::string empty_place = {};              ///< why an address in range can be without a PE; empty: it cannot
  std::vector<ElementSpec> elements = {};
  std::vector<Term> planners = {{"exact", "a complete search of its plans"}};
  std::vector<Term> rules = {{"exact", "only what no switch setting can carry is a conflict"}};
  std::vector<Term> objectives = {{"any", "the first repair found"}};
  /// Directions of the paths of a plan; empty: a plan of this fabric is a placement, and has no paths.
  std::vector<std::string> directions = {};
  /// Whether a network with the default parameters is built on its fabric when the scenario has the key `fabric`.
  bool on_request = true;
  std::vector<ParameterChoice> always_with = {};  ///< choices with which a network is always built on its fabric

  /// "[row, column]", or "a number".
  std::string pe_form() const;
};

/// Throws ParameterError "fabric.NAME" for an option that is not in the list, with the names that are, and for one of a
/// wrong type.
void refuse_unknown_options(const Parameters& given, const std::vector<ParameterSpec>& options);

}  // namespace kintsugi

/// What a repair sets: every field, switch, PE and wire, before and after; as lists of JSON, as CSV, and the bitstream
/// as a text. The page of this room describes the columns and keys.
///
/// Before   the sound fabric, repaired for no defects; nothing, if the fabric has no such repair
/// After    the fabric as it is built, in the states of the repair
/// Field    its value and the name of that state, as they are in the bitstream; the offset counts bits
/// Wire     one row for each lane of a wire that carries a link before or after; the ends are terminals of switches, or
///          router ports where a link has no switch. The links are those of the network, "x0.y0.e" to "x1.y0.w"
/// Link     one row for each link of the network, with its length in pitches
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/states/field_table.hpp"

namespace kintsugi::states {

/// A fabric in the states of a repair: a placement, and the states that go with it.
struct Setting {
  const Fabric* fabric;
  Placement placement;
  SwitchStates states;
};

/// Returns the sound fabric, repaired for no defects; nullopt if the fabric has no such repair.
std::optional<Setting> setting_before(const Setup& setup, RepairOptions options);

/// Returns the fabric as it is built, in the states of the repair.
Setting setting_after(const Setup& setup, const Repair& repair);

struct FieldRow {
  std::size_t offset = 0;
  unsigned bits = 0;
  std::string name;
  unsigned value = 0;
  std::string state;
};

struct SwitchRow {
  std::string name;
  std::string type;
  std::string field;
  std::string before;  ///< names of states; empty: not known
  std::string after;
  std::string defect;  ///< "sh.g2.c5 stuck in D1"; empty: none
};

struct PeRow {
  SiteId site;
  std::string name;
  std::string before;  ///< names of nodes; empty: none
  std::string after;
  bool defective = false;
};

/// The ends of a link of the network.
using LinkEnds = std::pair<std::string, std::string>;

struct WireRow {
  std::string a;
  std::string b;
  unsigned lane = 0;
  unsigned pitches = 0;
  std::optional<LinkEnds> before;
  std::optional<LinkEnds> after;
};

struct LinkRow {
  LinkEnds ends;
  std::optional<unsigned> before;  ///< pitches
  std::optional<unsigned> after;
};

struct RepairStates {
  std::vector<FieldRow> fields;
  std::vector<SwitchRow> switches;
  std::vector<PeRow> pes;
  std::vector<WireRow> wires;
  std::vector<LinkRow> links;
};

/// The wires and links of a network in two settings.
struct LinkRows {
  std::vector<WireRow> wires;
  std::vector<LinkRow> links;
};

/// Returns the links, and the lanes that carry one before or after; with `idle` those that carry none, too.
LinkRows link_rows(const Setup& setup, const std::optional<Setting>& before, const Setting& after, bool idle = false);

/// `options` are those of the repair, which must be repairable.
RepairStates states_of(const Setup& setup, const RepairOptions& options, const CheckedRepair& checked);

/// Returns the fields of a configuration.
std::vector<FieldRow> fields_of(const FieldTable& table, const Configuration& configuration);

/// A long list of a JSON document: each row is a JSON value on a line of its own.
struct RowList {
  std::string key;
  std::vector<std::string> rows;
};

/// Returns `fields`, `switches`, `pes`, `wires` and `links`.
std::vector<RowList> to_rows(const RepairStates& states, const Fabric& fabric);

/// Returns the document with the lists after its keys.
std::string dump(const nlohmann::ordered_json& document, const std::vector<RowList>& lists);

/// Returns a table with a header; the first column says what a row is: fabric, field, switch, pe, wire or link.
std::string to_csv(const RepairStates& states, const Fabric& fabric);

/// Returns a line for each field, below a header: offset, bits, name, value and the name of the state.
std::string to_text(const std::vector<FieldRow>& fields);

}  // namespace kintsugi::states

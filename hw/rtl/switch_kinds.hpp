/// The kinds of switches of a fabric as SystemVerilog modules, written from SwitchType::through alone: a new switch
/// needs no Verilog.
///
/// Module  kt_<kind>: the input `state_i`, and for lane l of terminal t the input `<t>_<l>_i`, what comes into the
///         switch there, and the output `<t>_<l>_o`, what leaves it; FlitBits wide. An output is the AND-OR of the
///         inputs that some state joins to it; in a state that joins none, and in one that the type does not have, it
///         is 0. Continuous assigns only: always blocks in the loops of a fabric make simulators settle on wrong values
/// Kind    the name of the type: track_switch. Types of one name with different tables are numbered: selector_1,
///         selector_2, in the order in which the fabric first uses them
/// States  the enumeration kt_<fabric>_pkg::<kind>_state_e names the states: TRACK_SWITCH_D1
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

struct SwitchKind {
  const SwitchType* type = nullptr;
  unsigned state_bits = 0;  ///< of the field that sets it
  std::string name;         ///< "track_switch"
};

/// A way through a switch that some state opens: from the input of one lane to the output of another.
struct SwitchArc {
  LaneRef in;
  LaneRef out;
  std::vector<SwitchState> states;  ///< that open it, ascending
};

/// Returns the ways through a switch: by output, then by input.
std::vector<SwitchArc> arcs_of(const SwitchType& type);

/// Returns the name of a lane in the names of ports: "line_a_2".
std::string lane_name(const SwitchType& type, LaneRef lane);

class SwitchKinds {
 public:
  /// Keeps pointers to the types of the fabric.
  explicit SwitchKinds(const Fabric& fabric);
  const std::vector<SwitchKind>& all() const { return kinds_; }
  const SwitchKind& of(SwitchId id) const { return kinds_[kind_of_[id.value]]; }
  std::size_t index_of(SwitchId id) const { return kind_of_[id.value]; }

  RtlFile package() const;
  std::vector<RtlFile> modules() const;

 private:
  std::size_t find(const SwitchType& type, unsigned state_bits);
  void name_kinds();
  RtlFile module_of(const SwitchKind& kind) const;

  std::string package_;
  std::string fabric_name_;
  std::vector<SwitchKind> kinds_;
  std::map<std::pair<const SwitchType*, unsigned>, std::size_t> by_type_;
  std::vector<std::size_t> kind_of_;  // by SwitchId
};

}  // namespace kintsugi::rtl

#include "tb/tests/fuzz/harness/harness.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace kintsugi::fuzz {

std::span<const Harness> harnesses() {
  static constexpr std::array kAll = {
      Harness{"scenario", read_scenario_text, "tb/tool/scenario/ tb/tool/setup/ models/family/"},
      Harness{"sweep", read_sweep_text,
              "tb/tool/sweep/reader tb/tool/sweep/axes_reader tb/tool/sweep/decimal tb/tool/sweep/document "
              "tb/tool/sweep/points tb/tool/sweep/sweep.cpp tb/tool/scenario/overrides"},
      Harness{"defect_map", read_defect_map,
              "tb/tool/scenario/defects_reader tb/tool/setup/defect_sites models/repair/resolve"},
      Harness{"user_graph", read_user_graph, "models/graph/ models/network/export models/network/graph_writer"},
      Harness{"wafer_map", read_wafer_map, "models/wafermap/ models/family/xml_text"},
      Harness{"trace", read_trace, "models/traffic/trace_file"},
      Harness{"flows", read_flow_text, "models/traffic/flow_file models/traffic/flows"},
      Harness{"vtr", read_vtr_text, "models/traffic/vtr_flows models/traffic/foreign_flows"},
      Harness{"noxim", read_noxim_text, "models/traffic/noxim_table models/traffic/foreign_flows"},
      Harness{"netrace", read_netrace_bytes, "models/traffic/netrace models/workload/netrace_program"},
      Harness{"chakra", read_chakra_bytes, "models/workload/chakra models/workload/wire_fields"},
      Harness{"route_table", read_route_table, "models/general/route_table_file models/general/table_relation"},
      Harness{"goal", read_goal_text,
              "models/workload/goal models/workload/whole_lines models/workload/program.cpp "
              "models/workload/label_table"},
      Harness{"placement", read_placement_text, "models/workload/placement_reader"},
      Harness{"assignment", read_assignment, "models/rdt/assignment.cpp"},
      Harness{"overrides", apply_overrides, "tb/tool/scenario/overrides tb/tool/scenario/value"},
      Harness{"bitstream", read_bitstream, "models/fabric/bitstream models/fabric/extraction models/fabric/fabric.cpp"},
      Harness{"states", read_state_list,
              "tb/tool/states/document_entries tb/tool/states/table_entries tb/tool/states/state_list "
              "models/fabric/placement_search tb/tool/states/comparison"},
      Harness{"plan", read_given_plan, "tb/tool/states/plan_reader models/wafer/wafer.cpp models/sse/array_fabric"},
      Harness{"packets", read_packet_log, "tb/tool/packets/"},
      Harness{"diff", compare_two_files, "tb/tool/diff/"},
      Harness{"command_line", read_command_line, "tb/tool/cli/"},
  };
  return kAll;
}

const Harness* find_harness(std::string_view name) {
  const auto found = std::ranges::find(harnesses(), name, &Harness::name);
  return found == harnesses().end() ? nullptr : &*found;
}

void require(bool holds, const char* promise) {
  if (!holds) throw std::logic_error(promise);
}

}  // namespace kintsugi::fuzz

#include <nlohmann/json.hpp>

#include "tb/tests/fuzz/harness/bounds.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/packets/report.hpp"

namespace kintsugi::fuzz {

void read_packet_log(std::string_view text) {
  Diagnostics errors;
  const packets::Log log = packets::read_log(text, "log", errors);
  check_messages(errors);
  if (!errors.empty()) return;
  const auto all = packets::select(log, {});
  require(all.size() == log.packets.size(), "without a query all packets are selected");
  require(packets::to_json(log, all, true).at("list").size() == all.size(), "every packet is listed");
  require(!packets::to_text(log, all, true).empty(), "a log has a report");
  std::string time_line;
  packets::write_perfetto(log, all, [&time_line](std::string_view part) { time_line += part; });
  require(nlohmann::json::accept(time_line), "a time line is JSON");
  std::string transactions;
  packets::write_transactions(log, all, [&transactions](std::string_view part) { transactions += part; });
  require(transactions.starts_with("scv_tr_stream (ID 1,"), "viewers know transactions by their first word");
}

}  // namespace kintsugi::fuzz

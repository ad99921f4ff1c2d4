/// What a page says of a cycle, compared with the packet log of the run and with its report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kintsugi::test {

/// An expression whose value is what `disagreements` has to know of the page, besides what it shows in a cycle.
inline const std::string kNamesOfThePage =
    "({sites: kintsugi.data.geometry.sites.names, ports: kintsugi.data.ports, from: kintsugi.data.directions.from,"
    " port: kintsugi.data.directions.port, bin: kintsugi.data.load.bin, cycles: kintsugi.data.cycles,"
    " source: kintsugi.data.packets.source, number: kintsugi.data.packets.number})";

/// Returns, each as a sentence, in what a page is at odds with the log.
///
/// names  the value of kNamesOfThePage
/// shown  kintsugi.at(cycle)
/// ended  kintsugi.at(last cycle of the bin of that cycle): what the queues of `shown` are of
/// log    the lines of the packets, unicast, with their routes
///
/// Sums, packets under way, queues and homes are compared exactly. The flits of a link in a bin are bounded: the log
/// has the cycles of heads and tails, not of what is between them.
std::vector<std::string> disagreements(const nlohmann::json& names, const nlohmann::json& shown,
                                       const nlohmann::json& ended, const std::vector<nlohmann::json>& log);

/// Returns the same for the end of the run and the report: packets by their fate.
std::vector<std::string> disagreements_at_the_end(const nlohmann::json& shown, const nlohmann::json& report);

}  // namespace kintsugi::test

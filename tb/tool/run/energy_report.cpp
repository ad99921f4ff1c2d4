#include "tb/tool/run/energy_report.hpp"

#include "tb/tool/run/report_numbers.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

ordered_json links_json(const EnergyResult& energy, const Network& network) {
  ordered_json list = ordered_json::array();
  for (const LinkFlits& link : energy.links) {
    list.push_back({{"from", network.describe(link.from)},
                    {"to", network.describe(link.to)},
                    {"flits", link.flits},
                    {"flit_pitches", link.flit_pitches},
                    {"flit_switches", link.flit_switches},
                    {"energy", energy_of(link, energy.section.constants)}});
  }
  return list;
}

std::string parts_text(const ReportNumbers& numbers) {
  return numbers.text("energy.total", 1) + " pJ: routers " + numbers.text("energy.router", 1) + ", wires " +
         numbers.text("energy.wire", 1) + ", switches " + numbers.text("energy.switch", 1) + ", leakage " +
         numbers.text("energy.leakage", 1);
}

std::string ratios_text(const ReportNumbers& numbers) {
  if (!numbers.has("energy.per_flit")) return "no flit delivered";
  std::string text = numbers.text("energy.per_flit", 3) + " pJ a flit delivered";
  if (numbers.has("energy.per_byte")) text += ", " + numbers.text("energy.per_byte", 4) + " pJ a byte of payload";
  return text;
}

std::string length_text(const LengthSums& links, const std::optional<double>& pitch_mm) {
  std::string text = std::to_string(links.pitches) + " pitches, the longest link " + std::to_string(links.longest);
  if (pitch_mm) {
    text += " (" + fixed(static_cast<double>(links.pitches) * *pitch_mm, 1) + " mm, " +
            fixed(links.longest * *pitch_mm, 1) + " mm)";
  }
  return text;
}

}  // namespace

ordered_json energy_json(const RunResult& result, const Setup& setup) {
  const EnergyResult& energy = *result.energy;
  const Network& network = setup.network();
  ordered_json json = ReportNumbers(result, setup).section("energy");
  if (const LinkFlits* worst = energy.worst()) {
    json["worst_link"]["from"] = network.describe(worst->from);
    json["worst_link"]["to"] = network.describe(worst->to);
  }
  if (result.links) json["links"] = links_json(energy, network);
  return json;
}

void add_energy(TextTable& table, const RunResult& result, const Setup& setup) {
  const EnergyResult& energy = *result.energy;
  const ReportNumbers numbers(result, setup);
  table.add({"energy", parts_text(numbers)});
  table.add({"", ratios_text(numbers)});
  if (const LinkFlits* worst = energy.worst()) {
    table.add({"", "worst link " + setup.network().describe(worst->from) + " > " + setup.network().describe(worst->to) +
                       ", " + numbers.text("energy.worst_link.energy", 1) + " pJ"});
  }
  const std::optional<double>& pitch = energy.section.pitch_mm;
  if (energy.unrepaired) table.add({"wires", length_text(*energy.unrepaired, pitch) + ", without defects"});
  table.add({energy.unrepaired ? "" : "wires",
             length_text(energy.links_at_first, pitch) + (energy.unrepaired ? ", as repaired" : "")});
  if (energy.links_at_last)
    table.add({"", length_text(*energy.links_at_last, pitch) + ", after the last reconfiguration"});
}

}  // namespace kintsugi

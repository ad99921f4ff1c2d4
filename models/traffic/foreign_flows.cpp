#include "models/traffic/foreign_flows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include "models/network/quoted_cell.hpp"

namespace kintsugi {

namespace {

std::string rate_text(double number) {
  std::array<char, 32> text;
  const auto written = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), written.ptr};
}

}  // namespace

std::vector<std::string> number_nodes(std::vector<ForeignFlow>& flows) {
  std::vector<std::string> names;
  std::unordered_map<std::string, std::size_t> numbers;
  for (ForeignFlow& flow : flows) {
    for (std::string* name : {&flow.source, &flow.destination}) {
      const auto [found, is_new] = numbers.try_emplace(*name, names.size());
      if (is_new) names.push_back(*name);
      *name = std::to_string(found->second);
    }
  }
  return names;
}

std::string write_flow_table(const std::vector<ForeignFlow>& flows) {
  const bool has_flits = std::ranges::any_of(flows, [](const ForeignFlow& flow) { return flow.flits.has_value(); });
  const bool has_cycles =
      std::ranges::any_of(flows, [](const ForeignFlow& flow) { return flow.from != 0 || flow.to != Flow::kNoEnd; });
  std::string text = "source,destination,rate";
  if (has_flits) text += ",flits";
  if (has_cycles) text += ",from,to";
  text += '\n';
  for (const ForeignFlow& flow : flows) {
    text += quoted_cell(flow.source) + ',' + quoted_cell(flow.destination) + ',' + rate_text(flow.rate);
    if (has_flits) text += ',' + (flow.flits ? std::to_string(*flow.flits) : "");
    if (has_cycles) {
      text += ',' + std::to_string(flow.from) + ',' + (flow.to == Flow::kNoEnd ? "" : std::to_string(flow.to));
    }
    text += '\n';
  }
  return text;
}

}  // namespace kintsugi

#include "tb/tool/picture/subject.hpp"
#include "tb/tool/setup/linked_ports.hpp"
#include "tb/tool/view/chip_data.hpp"
#include "tb/tool/view/page.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;

ordered_json facts_of(const picture::Subject& subject) {
  ordered_json facts = ordered_json::array();
  for (const std::string& fact : subject.facts) facts.push_back({"", fact});
  if (!subject.reason.empty()) facts.push_back({"not repaired", subject.reason});
  std::string sites;
  for (const SiteId site : subject.irreparable.sites) {
    sites += (sites.empty() ? "PE " : ", PE ") + subject.fabric->sites[site.value].name;
  }
  const std::string by = subject.irreparable_by.empty() ? "" : " by " + subject.irreparable_by;
  if (!sites.empty()) facts.push_back({"irreparable together" + by, sites});
  return facts;
}

ChipState state_of(const picture::Setting& setting, const std::string& label, const Defects& dead) {
  return {0, label, setting.placement.node_at, setting.states, dead};
}

}  // namespace

ordered_json repair_page(const picture::Subject& subject, const Setup& setup) {
  ordered_json data = head_of("repair", subject.title);
  data["facts"] = facts_of(subject);
  data["cycles"] = 0;
  data["begin"] = 0;
  for (const char* key : {"window", "load", "series", "packets"}) data[key] = nullptr;
  for (const char* key : {"phases", "faults", "sections", "reasons"}) data[key] = ordered_json::array();
  const char* first = subject.repaired ? "before" : "not repaired";
  std::vector<ChipState> states = {state_of(subject.plain, first, setup.defects)};
  if (subject.repaired) states.push_back(state_of(*subject.repaired, "after", setup.defects));
  NumberedNames ports;
  const std::vector<SitePort> directions = linked_ports(setup);
  add_chip(data, setup, directions, nullptr, states, ports);
  data["ports"] = ports.all();
  return data;
}

}  // namespace kintsugi::view

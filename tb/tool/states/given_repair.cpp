#include "tb/tool/states/given_repair.hpp"

#include <algorithm>
#include <filesystem>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/network/text.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/states/plan_reader.hpp"
#include "tb/tool/states/repair_states.hpp"

namespace kintsugi::states {

namespace {

constexpr FileLimit kStreamLimit{std::uint64_t{64} << 20U, "64 MiB, the most that a bitstream may have"};
constexpr FileLimit kTableLimit{std::uint64_t{4} << 30U, "4 GiB, the most that a table may have"};
constexpr std::size_t kMostNamed = 5;  // of the differences in a message

JudgedFile judge_stream(const Source& source, const Scenario& scenario, const Setup& setup) {
  const Fabric& fabric = setup.fabric->fabric();
  Diagnostics errors;
  const StreamStates stream = read_bitstream(source.text, source.name, fabric, errors);
  errors.raise();
  const bool has_checksum = stream.checksum == Checksum::kRight;
  return {
      source.name + ": " + counted(stream.bytes, "byte") + (has_checksum ? ", the checksum is right" : ", no checksum"),
      check_states(scenario, setup, {switch_states(fabric, stream.configuration), std::nullopt}), stream.checksum};
}

/// Only a table can be larger than a YAML file.
Source open_list(const std::string& file) {
  if (file.starts_with('[')) return {"<command line>", file};
  if (!file.ends_with(".csv") && !file.ends_with(".txt")) return open_source(file);
  return {file, read_input(file, kTableLimit)};
}

Source open_form(GivenRepair::Form form, const std::string& file) {
  if (form == GivenRepair::Form::kBitstream) return {input_name(file), read_input(file, kStreamLimit)};
  return form == GivenRepair::Form::kStates ? open_list(file) : open_source(file);
}

JudgedFile judge_list(const Source& source, const Scenario& scenario, const Setup& setup) {
  Diagnostics errors;
  StateList list = read_states(source.text, source.name, setup.fabric->fabric(), setup.network(), errors);
  errors.raise();
  const std::vector<DerivedRow> derived = std::move(list.derived);
  const std::size_t left_out = list.left_out;
  std::string note;
  if (left_out == 1) note = ": without 1 switch, in its state after power-up";
  if (left_out > 1) note = ": without " + std::to_string(left_out) + " switches, in their states after power-up";
  CheckedStates checked = check_states(scenario, setup, std::move(list));
  judge_derived(derived, setup, scenario.repair, checked, errors);
  errors.raise();
  return {source.name + note, std::move(checked), {}, left_out};
}

JudgedFile judge_plan(const Source& source, const Scenario& scenario, const Setup& setup) {
  Diagnostics errors;
  const auto plan = read_plan(source.text, source.name, setup, scenario.repair, errors);
  errors.raise();
  CheckedStates checked = check_plan(scenario, setup, plan);
  if (checked.placement) compare_pes(plan, *checked.placement, setup, errors);
  errors.raise();
  return {source.name + (plan.placement        ? ": a placement"
                         : !plan.rings.empty() ? ": " + counted(plan.rings.size(), "ring")
                                               : ": " + counted(plan.paths.size(), "path")),
          std::move(checked)};
}

void refuse_homeless_nodes(const GivenRepair& given, const Setup& setup, const CheckedStates& checked) {
  const std::vector<SiteId>& sites = checked.placement->site_of;
  const auto homeless = std::ranges::find(sites, kNoSite);
  if (homeless == sites.end()) return;
  const std::string node = setup.network().node_name(NodeId::from(homeless - sites.begin()));
  throw InputError(
      {{given.where,
        given.key + ": the states do not tell the PE of node " + node +
            ", so that nothing can run; give repair.states with a row for the node of each PE, as kintsugi "
            "repair --states writes them"}});
}

/// Refuses states that do not make the network, or none at all, for want of a node or of states.
void refuse_differences(const GivenRepair& given, const Setup& setup, const CheckedStates& checked) {
  if (checked.verified()) return;
  if (given.as_given && checked.placement) return refuse_homeless_nodes(given, setup, checked);
  const std::string form = form_name(given.form);
  const std::size_t named = std::min(kMostNamed, checked.differences.size());
  std::string text = given.key + ": " + given.file.string() + " does not make the network that is wanted: ";
  for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? "" : "; ") + checked.differences[i].message;
  if (named < checked.differences.size()) {
    text += "; and " + counted(checked.differences.size() - named, "further difference");
  }
  text += ". kintsugi check --" + form + " shows which switches are to blame";
  if (checked.placement) {
    text += "; " + given.key.substr(0, given.key.rfind('.')) + ".accept: as_given runs the states nevertheless";
  }
  throw InputError({{given.where, text}});
}

/// Returns the repair that these states are, without paths or rings that would lead to them.
Repair repair_of(const GivenRepair& given, const Setup& setup, const CheckedStates& checked) {
  const Fabric& fabric = setup.fabric->fabric();
  Repair repair;
  repair.repairable = true;
  repair.moved = narrow<unsigned>(checked.moved);
  repair.placement = *checked.placement;
  repair.configuration = configuration_of(fabric, checked.states);
  for (std::size_t i = 0; i < fabric.switches.size(); ++i) {
    const FabricSwitch& each = fabric.switches[i];
    if (repair.configuration[each.field] == checked.states[i]) continue;
    throw InputError({{given.where, given.key + ": no stream sets these states: switch " + each.name +
                                        " and another one of the field " + fabric.fields[each.field].name +
                                        " have different ones; give the states of the fields"}});
  }
  return repair;
}

}  // namespace

const char* form_name(GivenRepair::Form form) {
  return form == GivenRepair::Form::kPlan ? "plan" : form == GivenRepair::Form::kStates ? "states" : "bitstream";
}

JudgedFile judge_source(GivenRepair::Form form, const Source& source, const Scenario& scenario, const Setup& setup) {
  switch (form) {
    case GivenRepair::Form::kBitstream:
      return judge_stream(source, scenario, setup);
    case GivenRepair::Form::kStates:
      return judge_list(source, scenario, setup);
    case GivenRepair::Form::kPlan:
      break;
  }
  return judge_plan(source, scenario, setup);
}

JudgedFile judge_file(GivenRepair::Form form, const std::string& file, const Scenario& scenario, const Setup& setup) {
  return judge_source(form, open_form(form, file), scenario, setup);
}

CheckedRepair given_repair(const GivenRepair& given, const Scenario& scenario, const Setup& setup,
                           const Progress& checking) {
  std::error_code ignored;
  if (!std::filesystem::exists(given.file, ignored)) {
    throw InputError({{given.where, given.key + ": there is no file " + given.file.string()}});
  }
  JudgedFile judged = judge_file(given.form, given.file.string(), scenario, setup);
  CheckedStates& result = judged.result;
  refuse_differences(given, setup, result);
  CheckedRepair checked =
      check_repair(result.repair ? std::move(*result.repair) : repair_of(given, setup, result), setup, checking);
  if (result.verified()) return checked;
  checked.accepted = true;
  if (checked.difference.empty()) checked.difference = result.differences.front().message;  // a defect in use
  for (Difference& difference : result.differences) checked.differences.push_back(std::move(difference.message));
  return checked;
}

namespace {

/// The same whichever end comes first.
std::string pair_of_ends(const std::string& a, const std::string& b) {
  const std::string first = lower_case(a), second = lower_case(b);
  return first < second ? first + " > " + second : second + " > " + first;
}

/// Returns the ends "a > b" in their own order; a text that is no such pair as it is.
std::string ordered_ends(const std::string& text) {
  const std::size_t between = text.find(" > ");
  return between == std::string::npos ? lower_case(text)
                                      : pair_of_ends(text.substr(0, between), text.substr(between + 3));
}

std::string without_fraction(std::string number) {
  if (number.size() > 2 && number.ends_with(".0")) number.resize(number.size() - 2);
  return number;
}

std::string key_of_wire(const std::string& a, const std::string& b, const std::string& lane) {
  return pair_of_ends(a, b) + " lane " + without_fraction(lane);
}

class DerivedJudge {
 public:
  DerivedJudge(const LinkRows& right, bool knows_before, Diagnostics& errors)
      : knows_before_(knows_before), errors_(errors) {
    for (const WireRow& row : right.wires) wires_[key_of_wire(row.a, row.b, std::to_string(row.lane))] = &row;
    for (const LinkRow& row : right.links) links_[pair_of_ends(row.ends.first, row.ends.second)] = &row;
  }

  void judge(const DerivedRow& row) { row.is_wire ? judge_wire(row) : judge_link(row); }

 private:
  void judge_wire(const DerivedRow& row) {
    const std::string name = row.from + " > " + row.to + ", lane " + row.lane;
    const auto found = wires_.find(key_of_wire(row.from, row.to, row.lane));
    if (found == wires_.end()) return refuse(row, "the fabric has no wire " + name);
    const WireRow& right = *found->second;
    if (row.pitches && without_fraction(*row.pitches) != std::to_string(right.pitches)) {
      refuse(row, "the wire " + name + " has " + counted(right.pitches, "pitch") + ", not '" + *row.pitches + "'");
    }
    if (knows_before_) compare_link(row, name, row.before, right.before, "before the repair");
    compare_link(row, name, row.after, right.after, "in these states");
  }

  void compare_link(const DerivedRow& row, const std::string& name, const std::optional<std::string>& given,
                    const std::optional<LinkEnds>& right, const char* when) {
    const std::string ends = right ? right->first + " > " + right->second : "";
    if (!given || ordered_ends(*given) == ordered_ends(ends)) return;
    const auto link = [](const std::string& text) { return text.empty() ? "no link" : "the link " + text; };
    refuse(row, "the wire " + name + " carries " + link(ends) + ' ' + when + ", not " + link(*given));
  }

  void judge_link(const DerivedRow& row) {
    const std::string name = row.from + " > " + row.to;
    const auto found = links_.find(pair_of_ends(row.from, row.to));
    if (found == links_.end()) return refuse(row, "the network has no link " + name);
    const LinkRow& right = *found->second;
    if (knows_before_) compare_length(row, name, row.before, right.before, "before the repair");
    compare_length(row, name, row.after, right.after, "in these states");
  }

  void compare_length(const DerivedRow& row, const std::string& name, const std::optional<std::string>& given,
                      const std::optional<unsigned>& right, const char* when) {
    if (!given || !right || without_fraction(*given) == std::to_string(*right)) return;
    refuse(row, "the link " + name + " has " + counted(*right, "pitch") + ' ' + when + ", not '" + *given + "'");
  }

  void refuse(const DerivedRow& row, const std::string& why) {
    errors_.add(row.where, why + "; change this row, or leave it out");
  }

  bool knows_before_;
  Diagnostics& errors_;
  std::unordered_map<std::string, const WireRow*> wires_;
  std::unordered_map<std::string, const LinkRow*> links_;
};

}  // namespace

void judge_derived(const std::vector<DerivedRow>& rows, const Setup& setup, const RepairOptions& options,
                   const CheckedStates& checked, Diagnostics& errors) {
  if (rows.empty() || !checked.verified() || !checked.placement) return;
  const std::optional<Setting> before = setting_before(setup, options);
  const LinkRows right = link_rows(setup, before, {&setup.built_fabric(), *checked.placement, checked.states}, true);
  DerivedJudge judge(right, before.has_value(), errors);
  for (const DerivedRow& row : rows) judge.judge(row);
}

}  // namespace kintsugi::states

#include "tb/tool/states/derived_rows.hpp"

#include <unordered_map>

#include "models/network/text.hpp"
#include "tb/tool/states/repair_states.hpp"

namespace kintsugi::states {

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

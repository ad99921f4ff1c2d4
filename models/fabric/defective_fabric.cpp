#include "models/fabric/defective_fabric.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace kintsugi {

namespace {

/// A switch with all its defects.
class DefectiveSwitchType final : public SwitchType {
 public:
  explicit DefectiveSwitchType(const SwitchType& sound) : sound_(sound) {}

  void add(const StuckSwitch& stuck) {
    check(stuck.state < sound_.states(), "state " + std::to_string(stuck.state));
    stuck_ = stuck.state;
  }
  void add(const StuckLane& stuck) {
    check_lane({stuck.a, stuck.lane});
    check_lane({stuck.b, stuck.lane});
    check(stuck.state < sound_.states(), "state " + std::to_string(stuck.state));
    stuck_lanes_.push_back(stuck);
  }
  void add(const CutWire& cut) {
    check_lane({cut.terminal, cut.lane.value_or(0)});
    cuts_.push_back(cut);
  }

  const std::string& name() const override { return sound_.name(); }
  const std::vector<std::string>& terminals() const override { return sound_.terminals(); }
  unsigned lanes(TerminalNo terminal) const override { return sound_.lanes(terminal); }
  unsigned states() const override { return sound_.states(); }
  std::string state_name(SwitchState state) const override {
    return stuck_ ? "stuck_" + sound_.state_name(*stuck_) : sound_.state_name(state);
  }

  /// A lane is joined only if both ends agree: where a stuck lane has taken a tap, the lane that is set to it is open.
  std::optional<LaneRef> through(SwitchState state, LaneRef in) const override {
    const std::optional<LaneRef> out = leads_to(state, in);
    if (!out || is_cut(in) || is_cut(*out)) return std::nullopt;
    return leads_to(state, *out) == in ? out : std::nullopt;
  }

 private:
  void check(bool there, const std::string& what) const {
    if (!there) throw std::invalid_argument("a " + sound_.name() + " has no " + what);
  }
  void check_lane(LaneRef at) const {
    check(at.terminal < terminals().size(), "terminal " + std::to_string(at.terminal));
    check(at.lane < lanes(at.terminal), "lane " + std::to_string(at.lane));
  }

  /// Returns the state in which this end is stuck, if it is on a stuck lane.
  std::optional<SwitchState> stuck_at(LaneRef end) const {
    for (const StuckLane& stuck : stuck_lanes_) {
      if (end == LaneRef{stuck.a, stuck.lane} || end == LaneRef{stuck.b, stuck.lane}) return stuck.state;
    }
    return std::nullopt;
  }

  /// Returns where this end alone leads. A tap leads where the state sends it, unless a lane is stuck there; a stuck
  /// lane that is joined to the tap takes it.
  std::optional<LaneRef> leads_to(SwitchState set, LaneRef in) const {
    if (const auto state = stuck_at(in)) return sound_.through(*state, in);
    if (const auto out = sound_.through(stuck_.value_or(set), in); out && !stuck_at(*out)) return out;
    for (const StuckLane& stuck : stuck_lanes_) {
      const auto out = sound_.through(stuck.state, in);
      if (out && out->lane == stuck.lane && stuck_at(*out)) return out;
    }
    return std::nullopt;
  }

  bool is_cut(LaneRef end) const {
    return std::ranges::any_of(cuts_, [&](const CutWire& cut) {
      return cut.terminal == end.terminal && (!cut.lane || *cut.lane == end.lane);
    });
  }

  const SwitchType& sound_;
  std::optional<SwitchState> stuck_;
  std::vector<StuckLane> stuck_lanes_;
  std::vector<CutWire> cuts_;
};

}  // namespace

std::span<const DefectiveSwitches::Each> DefectiveSwitches::all() const {
  return all_;
}

DefectiveSwitches::DefectiveSwitches(const Fabric& sound, std::span<const ElementDefect> defects) {
  struct Found {
    std::unique_ptr<DefectiveSwitchType> type;
    std::vector<const ElementDefect*> defects;
  };
  std::map<SwitchId, Found> defective;
  for (const ElementDefect& element : defects) {
    const SwitchId id = element.switch_id();
    if (id.value >= sound.switches.size()) {
      throw std::invalid_argument("the fabric '" + sound.name + "' has no switch " + std::to_string(id.value));
    }
    Found& found = defective[id];
    const auto denied = [&](const ElementDefect* other) { return contradict(element, *other); };
    if (std::ranges::any_of(found.defects, denied))
      throw std::invalid_argument(element.name + " is stuck in two states");
    found.defects.push_back(&element);
    if (!found.type) found.type = std::make_unique<DefectiveSwitchType>(*sound.switches[id.value].type);
    std::visit([&](const auto& what) { found.type->add(what); }, element.what);
  }
  all_.reserve(defective.size());
  for (auto& [id, found] : defective) all_.push_back({id, std::move(found.type)});
}

DefectiveFabric::DefectiveFabric(const Fabric& sound, std::span<const ElementDefect> defects)
    : fabric_(sound), switches_(sound, defects) {
  for (const DefectiveSwitches::Each& each : switches_.all()) {
    fabric_.switches[each.switch_id.value].type = each.type.get();
  }
}

ChangingFabric::ChangingFabric(const Fabric& sound, std::vector<ElementDefect> defects) : sound_(&sound) {
  change_to(defects);
}

bool ChangingFabric::change_to(const std::vector<ElementDefect>& defects) {
  if (defects == defects_) return false;
  defects_ = defects;
  before_ = std::exchange(defective_, defects.empty() ? nullptr : std::make_unique<DefectiveFabric>(*sound_, defects));
  return true;
}

}  // namespace kintsugi

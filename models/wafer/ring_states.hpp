/// From a plan of rings to the states of the track switches, and which bunches of PEs without a node the links pass.
///
/// One track   a link that changes its position in a gap turns into the track at one and out of it at the other. Every
///             other switch is X
/// Two tracks  the links of a gap need not keep their order, so two of them can need the same piece. Of all
///             settings one is taken that leaves the fewest loops of idle pieces, and of these the fewest pieces in
///             use. Of several it is the first, where position by position the lower ring in track 0 comes before that
///             in track 1. Around defective switches and tracks it is one of the settings to which they do no harm
/// Source      worked out here, and verified by extraction
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/wafer/grid.hpp"
#include "models/wafer/pass_plan.hpp"
#include "models/wafer/ring_plan.hpp"

namespace kintsugi {

/// What is defective about the tracks of a wafer. By default nothing is.
struct TrackDefects {
  std::map<std::size_t, SwitchState> stuck;  ///< by switch: the state that it is in for ever
  std::set<std::size_t> cut;                 ///< switches behind which the piece to the next position is cut
  /// By plane: no wire is idle before the first node of a ring and behind its last one.
  std::array<bool, 2> wrapped{true, true};
};

/// Returns the states of all track switches, in the order of TrackGrid; nullopt if no states carry the plan, which must
/// have no mistake. With two tracks the states are such that no defect does harm. With one track a plan has one
/// setting, which is returned whatever is defective.
std::optional<std::vector<SwitchState>> track_states(const TrackGrid& tracks, const RingPlan& plan,
                                                     const TrackDefects& defects = {});

/// What passes the PEs without a node, for the option that isolates what nothing passes.
class RingPasses {
 public:
  explicit RingPasses(const RingPlan& plan);
  explicit RingPasses(const PassPlan& plan);
  /// Returns the plane whose bunch of a site without a node can be isolated: the one that no ring passes. If none
  /// passes either, only one of the two bunches can be isolated: at most one open bunch is left on every line of the
  /// plane, so that no path leads across the line and back. Returns nullopt if rings of both planes pass.
  std::optional<Plane> idle(SiteId site) const;

 private:
  enum class Passed : std::uint8_t { kNeither, kByH, kByV, kByBoth };
  explicit RingPasses(const WaferGrid& grid);
  void add(Plane plane, SiteId passed);
  void choose(const Placement& nodes);

  WaferGrid grid_;
  std::vector<Passed> passed_;          // by site
  std::vector<Plane> idle_of_neither_;  // by site
};

}  // namespace kintsugi

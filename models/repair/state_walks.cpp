#include "models/repair/state_walks.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace kintsugi {

namespace {

class WalkSearch {
 public:
  WalkSearch(std::span<const SwitchStates> configurations, const SwitchStates& power_up,
             std::vector<StateChange> wanted, std::size_t most)
      : configurations_(configurations), power_up_(power_up), left_(std::move(wanted)), most_(most) {}

  std::vector<StateWalk> find() {
    std::vector<StateWalk> walks;
    for (;;) {
      StateWalk walk = next_walk();
      if (walk.empty()) return walks;
      walks.push_back(std::move(walk));
    }
  }

 private:
  std::size_t gain(const SwitchStates& from, const SwitchStates& to) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        left_, [&](const StateChange& each) { return from[each.at] == each.from && to[each.at] == each.to; }));
  }

  void take(const SwitchStates& from, const SwitchStates& to) {
    std::erase_if(left_, [&](const StateChange& each) { return from[each.at] == each.from && to[each.at] == each.to; });
  }

  /// Returns the configuration that makes most of the wanted transitions next; nullopt if none makes any.
  std::optional<std::size_t> best_after(const SwitchStates& from) const {
    std::optional<std::size_t> best;
    std::size_t most = 0;
    for (std::size_t i = 0; i < configurations_.size(); ++i) {
      const std::size_t made = gain(from, configurations_[i]);
      if (made <= most) continue;
      most = made;
      best = i;
    }
    return best;
  }

  /// Returns a configuration from which another one makes a wanted transition.
  std::optional<std::size_t> step_towards() const {
    for (const StateChange& each : left_) {
      const auto has = [&](SwitchState state) {
        return std::ranges::find_if(configurations_,
                                    [&](const SwitchStates& states) { return states[each.at] == state; });
      };
      const auto from = has(each.from);
      if (from == configurations_.end() || has(each.to) == configurations_.end()) continue;
      return static_cast<std::size_t>(from - configurations_.begin());
    }
    return std::nullopt;
  }

  StateWalk next_walk() {
    StateWalk walk;
    const std::size_t before = left_.size();
    const SwitchStates* now = &power_up_;
    while (walk.size() < most_ && !left_.empty()) {
      std::optional<std::size_t> next = best_after(*now);
      if (!next) next = step_towards();
      if (!next) break;
      take(*now, configurations_[*next]);
      now = &configurations_[*next];
      walk.push_back(*next);
    }
    return left_.size() < before ? walk : StateWalk();
  }

  std::span<const SwitchStates> configurations_;
  const SwitchStates& power_up_;
  std::vector<StateChange> left_;
  std::size_t most_;
};

}  // namespace

std::vector<StateWalk> walks_for(std::span<const SwitchStates> configurations, const SwitchStates& power_up,
                                 std::vector<StateChange> wanted, std::size_t most) {
  return WalkSearch(configurations, power_up, std::move(wanted), most).find();
}

}  // namespace kintsugi

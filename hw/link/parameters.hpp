/// What the routers and links of a chip are like.
#pragma once

#include <optional>
#include <vector>

#include "models/allocation/channel_allocator.hpp"
#include "models/network/link_latency.hpp"

namespace kintsugi {

/// Limits: models/network/limits.hpp
struct RouterParameters {
  unsigned vcs = 1;      ///< virtual channels per link
  unsigned buffer = 4;   ///< flits per virtual channel
  unsigned latency = 1;  ///< cycles that a flit spends in the router beyond its wire; r in hw/README.md
  /// Cycles that a head waits before it requests a deferred candidate. With 0 the routing `redirect` accepts half as
  /// much as it can: scenarios have 1024 by default.
  unsigned patience = 0;
  /// Priority classes, class 0 first. The channels of every link, to and from PEs too, are divided evenly among them:
  /// class k has k * vcs / classes and those above, and the routing relation keeps packets to theirs
  /// (models/routing/message_classes.hpp): it must have as many. A PE has a source queue for each. 1: none
  unsigned classes = 1;
  /// Whether a flit of a class goes before those of classes with higher numbers, wherever they compete. If not, the
  /// arbiters take channels in turn, whatever their class.
  bool strict = false;
  /// Which of the heads that request output channels get one.
  AllocatorRule allocator = AllocatorRule::kSerial;
};

/// Cycles on a link: by its length when `reach` is given, else by its kind and direction, else the constant.
struct LinkTiming {
  unsigned constant = 1;
  std::vector<LinkLatency> by_kind;  ///< by KindId, each direction at least 1; empty: the constant for all
  std::optional<unsigned> reach;     ///< pitches a signal travels in one cycle

  unsigned latency(std::optional<LinkDirection> direction, unsigned pitches) const {
    if (reach) return pitches <= *reach ? 1 : (pitches + *reach - 1) / *reach;
    if (!direction || direction->kind.value >= by_kind.size()) return constant;
    return by_kind[direction->kind.value].of(direction->is_back);
  }
};

/// Which path ports of a chip the SystemC hierarchy shows.
enum class ShownPorts : bool { kNone, kAll };

}  // namespace kintsugi

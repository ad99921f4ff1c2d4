/// The paths of a chip: where every router port ends. Each path is walked once, through the path_ports and the states of the
/// switch modules, and its end is kept in the router's channel; only when a switch that it passes changes is it
/// walked again. A hop through a repaired wafer thus costs what a hop on a plain link costs.
///
/// Errors  std::logic_error (from Router) when a switch moves under a packet, or when a path is not the same from both
///         ends
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hw/fabric/switch_module.hpp"
#include "hw/router/router.hpp"

namespace kintsugi {

/// Cycles on a link: by its length when `reach` is given, else by its kind, else the constant.
struct LinkTiming {
  unsigned constant = 1;
  std::vector<unsigned> by_kind;  ///< by KindId; empty: the constant for all
  std::optional<unsigned> reach;  ///< pitches a signal travels in one cycle

  unsigned latency(std::optional<KindId> kind, unsigned pitches) const {
    if (reach) return pitches <= *reach ? 1 : (pitches + *reach - 1) / *reach;
    return kind && kind->value < by_kind.size() ? by_kind[kind->value] : constant;
  }
};

class PathTable {
 public:
  /// The kind of the link at a router's port, as the logical node that lives there has it.
  using KindOf = std::function<std::optional<KindId>(SiteId, PortId)>;

  PathTable(std::vector<Router*> routers, std::size_t switches, LinkTiming timing, KindOf kind_of);

  /// Walks every path.
  void resolve_all();
  /// Walks those again that pass one of these switches.
  void resolve_through(const std::vector<SwitchModule*>& changed);
  /// Walks those again whose kind of link has come to be one with other cycles, because of who lives at their ends.
  void retime();
  /// Length of the path of a port as last walked; 0 when it ends open.
  unsigned pitches(SiteId site, PortId port) const { return paths_[index(site, port)].pitches; }

 private:
  struct Path {
    std::vector<SwitchId> passed;
    bool open = true;
    unsigned pitches = 0;
    unsigned latency = 0;
  };
  std::size_t index(SiteId site, PortId port) const { return site.value * ports_ + port.value; }
  Router& router(std::size_t path) const { return *routers_[path / ports_]; }
  PortId port(std::size_t path) const { return PortId{static_cast<std::uint16_t>(path % ports_)}; }
  unsigned latency(std::size_t path) const;
  void forget(std::size_t path);
  void resolve(std::size_t path);
  void resolve_again(const std::vector<std::size_t>& stale);

  std::vector<Router*> routers_;
  std::size_t ports_;
  LinkTiming timing_;
  KindOf kind_of_;
  std::vector<Path> paths_;
  std::vector<std::vector<std::size_t>> watchers_;  // by switch: the paths that pass it or end open in it
};

}  // namespace kintsugi

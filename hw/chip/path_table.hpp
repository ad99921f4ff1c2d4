/// The paths of a chip: where every router port ends. Each path is resolved once, through the path ports and the states
/// of the switch modules, and its end is kept in the router's channel. It is resolved again only when a switch that it
/// passes changes, so a hop through a repaired wafer costs no more than a hop on a plain link.
///
/// Modules in links  (ChipPlan::on_link) stay at the port of their router. The path begins beyond them, and its latency
///                   is
///         that of the link; the router is connected to the module
/// Memory  only where there are switches: a path without switches is a wire, and its path port knows the length
/// Errors  std::logic_error (from SiteRouter) when a switch changes under a packet, or when a path differs from end to
///         end
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hw/link/parameters.hpp"
#include "hw/link/path_watcher.hpp"
#include "models/fabric/site_port.hpp"

namespace kintsugi {

class LinkModule;
class PathPort;
class SiteRouter;
class SwitchModule;
struct ChipModules;
struct PathCursor;

class PathTable final : public PathWatcher {
 public:
  /// Returns the direction of a link in which packets leave a router's port, as seen by the logical node placed there.
  using DirectionOf = std::function<std::optional<LinkDirection>(SiteId, PortId)>;

  /// The modules must outlive the table.
  PathTable(const ChipModules& modules, LinkTiming timing, DirectionOf direction_of);

  /// Resolves every path.
  void resolve_all();
  /// Resolves the paths again that pass one of these switches.
  void resolve_through(const std::vector<SwitchModule*>& changed);
  /// Returns the first port, by site, whose path passes one of these switches, or ends open in it, while a packet is on
  /// the path: the switches must not change. nullopt: they may.
  std::optional<SitePort> first_busy(const std::vector<SwitchModule*>& changing) const;
  /// Resolves the paths again whose latency has changed because other logical nodes are placed at their ends.
  void retime();
  /// Returns the length of the path of a port as last resolved; 0 if it ends open.
  unsigned pitches(SiteId site, PortId port) const { return pitches(index(site, port)); }
  /// Returns the number of switches that the path of a port passes; 0 if it ends open.
  unsigned switches(SiteId site, PortId port) const;
  bool flit_passes(SwitchId id) const override;
  /// Returns the router ports whose paths pass a switch, or end open in it, in order of sites and ports. A path that
  /// does not end open is there from both of its ends.
  std::vector<SitePort> ports_through(SwitchId id) const;

 private:
  struct Path {
    std::vector<SwitchId> passed;
    unsigned pitches = 0;
  };
  std::size_t index(SiteId site, PortId port) const { return site.value * ports_ + port.value; }
  std::size_t size() const;
  SiteRouter& router(std::size_t path) const;
  PortId port(std::size_t path) const { return PortId::from(path % ports_); }
  LinkModule* link_module(std::size_t path) const;
  PathPort& wire(std::size_t path) const;
  bool is_open(std::size_t path) const;
  unsigned pitches(std::size_t path) const;
  unsigned latency(std::size_t path, unsigned pitches) const;
  std::vector<std::size_t> paths_through(const std::vector<SwitchModule*>& changed) const;
  void forget(std::size_t path);
  void resolve(std::size_t path);
  void connect(std::size_t path, LinkModule& module, const PathCursor& cursor);
  void resolve_again(const std::vector<std::size_t>& stale);

  const ChipModules& modules_;
  std::size_t ports_;
  LinkTiming timing_;
  DirectionOf direction_of_;
  std::vector<Path> paths_;                         // none where there are no switches
  std::vector<std::vector<std::size_t>> watchers_;  // by switch: the paths that pass it or end open in it
};

}  // namespace kintsugi

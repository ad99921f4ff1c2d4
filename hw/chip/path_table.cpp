#include "hw/chip/path_table.hpp"

#include <algorithm>
#include <utility>

#include "hw/chip/modules.hpp"

namespace kintsugi {

inline std::size_t PathTable::size() const {
  return modules_.routers.size() * ports_;
}

inline SiteRouter& PathTable::router(std::size_t path) const {
  return *modules_.routers[path / ports_];
}

inline LinkModule* PathTable::link_module(std::size_t path) const {
  return port(path).value < router(path).network_ports() ? modules_.link_module(SiteId::from(path / ports_), port(path))
                                                         : nullptr;
}

inline bool PathTable::is_open(std::size_t path) const {
  return router(path).link(port(path)).open();
}

PathTable::PathTable(const ChipModules& modules, LinkTiming timing, DirectionOf direction_of)
    : modules_(modules),
      ports_(0),
      timing_(std::move(timing)),
      direction_of_(std::move(direction_of)),
      watchers_(modules.switches.size()) {
  for (const auto& router : modules.routers) ports_ = std::max<std::size_t>(ports_, router->network_ports());
  if (!modules.switches.empty()) paths_.resize(size());
}

bool PathTable::flit_passes(SwitchId id) const {
  return std::ranges::any_of(watchers_[id.value], [this](std::size_t path) {
    return !is_open(path) && router(path).sent(port(path)).has_value();
  });
}

std::vector<SitePort> PathTable::ports_through(SwitchId id) const {
  std::vector<std::size_t> paths = watchers_[id.value];
  std::ranges::sort(paths);
  const auto repeated = std::ranges::unique(paths);  // a path can pass a switch twice
  paths.erase(repeated.begin(), repeated.end());
  std::vector<SitePort> ports;
  for (const std::size_t path : paths) ports.push_back({SiteId::from(path / ports_), port(path)});
  return ports;
}

void PathTable::resolve_all() {
  for (std::size_t path = 0; path < size(); ++path) forget(path);
  for (std::size_t path = 0; path < size(); ++path) resolve(path);
}

void PathTable::resolve_through(const std::vector<SwitchModule*>& changed) {
  resolve_again(paths_through(changed));
}

std::optional<SitePort> PathTable::first_busy(const std::vector<SwitchModule*>& changing) const {
  for (const std::size_t path : paths_through(changing)) {
    if (!router(path).is_idle(port(path))) return SitePort{SiteId::from(path / ports_), port(path)};
  }
  return std::nullopt;
}

/// Returns the paths that pass one of the switches or end open in it, ascending.
std::vector<std::size_t> PathTable::paths_through(const std::vector<SwitchModule*>& changed) const {
  std::vector<std::size_t> stale;
  for (const SwitchModule* module : changed) {
    const auto& watchers = watchers_[module->id().value];
    stale.insert(stale.end(), watchers.begin(), watchers.end());
  }
  std::sort(stale.begin(), stale.end());
  stale.erase(std::unique(stale.begin(), stale.end()), stale.end());
  return stale;
}

void PathTable::retime() {
  std::vector<std::size_t> stale;
  for (std::size_t path = 0; path < size(); ++path) {
    if (port(path).value >= router(path).network_ports() || is_open(path)) continue;
    const LinkModule* const module = link_module(path);
    if (module != nullptr && module->leaves_chip()) continue;
    const unsigned now = module != nullptr ? module->latency() : router(path).link(port(path)).latency();
    if (now != latency(path, pitches(path))) stale.push_back(path);
  }
  resolve_again(stale);
}

/// Disconnects all old ends before it connects the first new one: two paths may exchange their ends.
void PathTable::resolve_again(const std::vector<std::size_t>& stale) {
  for (const std::size_t path : stale) forget(path);
  for (const std::size_t path : stale) resolve(path);
}

unsigned PathTable::pitches(std::size_t path) const {
  if (is_open(path)) return 0;
  return paths_.empty() ? wire(path).pitches() : paths_[path].pitches;
}

unsigned PathTable::switches(SiteId site, PortId port) const {
  const std::size_t path = index(site, port);
  return paths_.empty() || is_open(path) ? 0 : narrow<unsigned>(paths_[path].passed.size());
}

unsigned PathTable::latency(std::size_t path, unsigned pitches) const {
  const auto site = SiteId::from(path / ports_);
  return timing_.latency(direction_of_(site, port(path)), pitches);
}

void PathTable::forget(std::size_t path) {
  if (port(path).value >= router(path).network_ports()) return;
  if (!paths_.empty()) {
    for (const SwitchId id : paths_[path].passed) std::erase(watchers_[id.value], path);
    paths_[path] = {};
  }
  router(path).disconnect(port(path));
  if (LinkModule* const module = link_module(path)) module->disconnect();
}

PathPort& PathTable::wire(std::size_t path) const {
  LinkModule* const module = link_module(path);
  return module != nullptr ? module->path_port(LinkSide::kFar) : router(path).path_port(port(path));
}

void PathTable::resolve(std::size_t path) {
  if (port(path).value >= router(path).network_ports()) return;
  PathCursor cursor;
  LinkModule* const module = link_module(path);
  if (module == nullptr || !module->leaves_chip()) wire(path).start(cursor);
  for (const SwitchId id : cursor.passed) watchers_[id.value].push_back(path);
  if (!paths_.empty()) paths_[path] = {std::move(cursor.passed), cursor.pitches};
  if (module != nullptr) return connect(path, *module, cursor);
  if (cursor.end.receiver == nullptr) return;
  router(path).connect(port(path), cursor.end, latency(path, cursor.pitches));
}

/// Connects a port through the module in its link. If the path ends open beyond it, the port is open.
void PathTable::connect(std::size_t path, LinkModule& module, const PathCursor& cursor) {
  if (cursor.end.receiver == nullptr && !module.leaves_chip()) return;
  router(path).connect(port(path), module.endpoint(LinkSide::kRouter), module.delay());
  module.connect(router(path).endpoint(port(path)), cursor.end, latency(path, cursor.pitches));
}

}  // namespace kintsugi

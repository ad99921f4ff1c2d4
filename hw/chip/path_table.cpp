#include "hw/chip/path_table.hpp"

#include <algorithm>
#include <utility>

namespace kintsugi {

PathTable::PathTable(const ChipModules& modules, LinkTiming timing, KindOf kind_of)
    : modules_(modules),
      ports_(0),
      timing_(std::move(timing)),
      kind_of_(std::move(kind_of)),
      watchers_(modules.switches.size()) {
  for (const auto& router : modules.routers) ports_ = std::max<std::size_t>(ports_, router->network_ports());
  paths_.resize(modules.routers.size() * ports_);
}

bool PathTable::flit_passes(SwitchId id) const {
  return std::ranges::any_of(watchers_[id.value], [this](std::size_t path) {
    return !paths_[path].open && router(path).sent(port(path)).has_value();
  });
}

void PathTable::resolve_all() {
  for (std::size_t path = 0; path < paths_.size(); ++path) forget(path);
  for (std::size_t path = 0; path < paths_.size(); ++path) resolve(path);
}

void PathTable::resolve_through(const std::vector<SwitchModule*>& changed) {
  std::vector<std::size_t> stale;
  for (const SwitchModule* module : changed) {
    const auto& watchers = watchers_[module->id().value];
    stale.insert(stale.end(), watchers.begin(), watchers.end());
  }
  std::sort(stale.begin(), stale.end());
  stale.erase(std::unique(stale.begin(), stale.end()), stale.end());
  resolve_again(stale);
}

void PathTable::retime() {
  std::vector<std::size_t> stale;
  for (std::size_t path = 0; path < paths_.size(); ++path) {
    if (!paths_[path].open && paths_[path].latency != latency(path)) stale.push_back(path);
  }
  resolve_again(stale);
}

/// Disconnects all old ends before it connects the first new one: two paths may exchange their ends.
void PathTable::resolve_again(const std::vector<std::size_t>& stale) {
  for (const std::size_t path : stale) forget(path);
  for (const std::size_t path : stale) resolve(path);
}

unsigned PathTable::latency(std::size_t path) const {
  const auto site = SiteId::from(path / ports_);
  return timing_.latency(kind_of_(site, port(path)), paths_[path].pitches);
}

void PathTable::forget(std::size_t path) {
  if (port(path).value >= router(path).network_ports()) return;
  for (const SwitchId id : paths_[path].passed) std::erase(watchers_[id.value], path);
  paths_[path] = {};
  router(path).disconnect(port(path));
}

void PathTable::resolve(std::size_t path) {
  if (port(path).value >= router(path).network_ports()) return;
  PathCursor cursor;
  router(path).path_port(port(path)).start(cursor);
  for (const SwitchId id : cursor.passed) watchers_[id.value].push_back(path);
  paths_[path].passed = std::move(cursor.passed);
  if (cursor.end.receiver == nullptr) return;
  paths_[path].open = false;
  paths_[path].pitches = cursor.pitches;
  paths_[path].latency = latency(path);
  router(path).connect(port(path), cursor.end, paths_[path].latency);
}

}  // namespace kintsugi

#include "models/repair/self_diagnosis.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kintsugi {

namespace {

constexpr unsigned kNever = std::numeric_limits<unsigned>::max();

bool is_dead(const Defects& faults, SiteId site) {
  return std::ranges::binary_search(faults.sites, site);
}

/// Finds the live PEs from the place of one of them.
class LivePes {
 public:
  LivePes(const TestGraph& graph, SiteId from, std::span<const FailedTest> failed)
      : graph_(graph), from_(from), failed_(graph.links().size()), silent_(graph.sites()) {
    for (const FailedTest& test : failed) {
      failed_.at(test.link) = static_cast<std::uint8_t>(failed_.at(test.link) | end(test));
    }
    do {
      spread();
    } while (silence_some());
  }

  bool live(SiteId site) const { return hops_[site.value] != kNever; }
  /// Returns the hops by which a live PE is away.
  unsigned hops(SiteId site) const { return hops_[site.value]; }
  bool has_failed(std::size_t link) const { return failed_[link] != 0; }

 private:
  static constexpr std::uint8_t kByA = 1, kByB = 2;
  std::uint8_t end(const FailedTest& test) const {
    const auto [a, b] = graph_.links()[test.link];
    return static_cast<std::uint8_t>((test.by == a ? kByA : 0) | (test.by == b ? kByB : 0));
  }

  void spread() {
    hops_.assign(graph_.sites(), kNever);
    hops_[from_.value] = 0;
    std::vector<SiteId> reached{from_};
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const SiteId near = reached[next];
      for (const TestGraph::Port& port : graph_.ports(near)) {
        if (has_failed(port.link) || live(port.far) || silent_[port.far.value]) continue;
        hops_[port.far.value] = hops_[near.value] + 1;
        reached.push_back(port.far);
      }
    }
  }

  /// Marks the PEs that are silent; returns whether there are any.
  bool silence_some() {
    bool any = false;
    for (std::size_t link = 0; link < failed_.size(); ++link) {
      const auto [a, b] = graph_.links()[link];
      if (!has_failed(link) || failed_[link] == (kByA | kByB) || !live(a) || !live(b)) continue;
      silent_[(failed_[link] == kByA ? b : a).value] = any = true;
    }
    return any;
  }

  const TestGraph& graph_;
  SiteId from_;
  std::vector<std::uint8_t> failed_;  // by link: the ends whose tests have failed
  std::vector<bool> silent_;          // by site
  std::vector<unsigned> hops_;        // by site
};

Diagnosis conclude(const TestGraph& graph, const LivePes& pes) {
  Diagnosis diagnosis;
  for (std::uint32_t site = 0; site < graph.sites(); ++site) {
    if (!pes.live(SiteId{site})) diagnosis.defects.sites.push_back(SiteId{site});
  }
  diagnosis.live_pes = graph.sites() - diagnosis.defects.sites.size();
  for (std::size_t link = 0; link < graph.links().size(); ++link) {
    const LinkDefect name = graph.links()[link];
    if (pes.has_failed(link) && pes.live(name.a) && pes.live(name.b)) diagnosis.defects.links.push_back(name);
  }
  std::ranges::sort(diagnosis.defects.links);
  return diagnosis;
}

Defects united(const Defects& a, const Defects& b) {
  Defects all;
  std::ranges::set_union(a.sites, b.sites, std::back_inserter(all.sites));
  std::ranges::set_union(a.links, b.links, std::back_inserter(all.links));
  return all;
}

}  // namespace

TestGraph::TestGraph(std::size_t sites, std::span<const LinkDefect> links)
    : links_(links.begin(), links.end()), first_(sites + 1), by_name_(links.size()) {
  for (const auto [a, b] : links_) {
    ++first_[a.value + 1];
    if (a != b) ++first_[b.value + 1];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  ports_.resize(first_.back());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t link = 0; link < links_.size(); ++link) {
    const auto [a, b] = links_[link];
    ports_[next[a.value]++] = {link, b};
    if (a != b) ports_[next[b.value]++] = {link, a};
  }
  std::iota(by_name_.begin(), by_name_.end(), 0u);
  std::ranges::sort(by_name_, {}, [this](std::uint32_t link) { return links_[link]; });
}

std::span<const LinkDefect> TestGraph::links() const {
  return links_;
}

std::span<const TestGraph::Port> TestGraph::ports(SiteId site) const {
  return {ports_.data() + first_.at(site.value), ports_.data() + first_.at(site.value + 1)};
}

std::size_t TestGraph::port_of(SiteId site, std::uint32_t link) const {
  const auto found = std::ranges::find(ports(site), link, &Port::link);
  return static_cast<std::size_t>(found - ports(site).begin());
}

std::optional<std::uint32_t> TestGraph::find(LinkDefect name) const {
  for (const LinkDefect each : {name, LinkDefect{name.b, name.a}}) {
    const auto found =
        std::ranges::lower_bound(by_name_, each, {}, [this](std::uint32_t link) { return links_[link]; });
    if (found != by_name_.end() && links_[*found] == each) return *found;
  }
  return std::nullopt;
}

Diagnosis diagnose(const TestGraph& graph, SiteId from, std::span<const FailedTest> failed) {
  return conclude(graph, LivePes(graph, from, failed));
}

std::vector<FailedTest> failed_tests(const TestGraph& graph, const Defects& faults) {
  std::vector<bool> dead_link(graph.links().size());
  for (const LinkDefect name : faults.links) {
    if (const auto link = graph.find(name)) dead_link[*link] = true;
  }
  std::vector<FailedTest> failed;
  for (std::uint32_t link = 0; link < dead_link.size(); ++link) {
    const auto [a, b] = graph.links()[link];
    if (!is_dead(faults, a) && (dead_link[link] || is_dead(faults, b))) failed.push_back({link, a});
    if (a != b && !is_dead(faults, b) && (dead_link[link] || is_dead(faults, a))) failed.push_back({link, b});
  }
  return failed;
}

bool is_observer(const SelfDiagnosis& fabric, SiteId site, const Diagnosis& own) {
  if (own.live_pes < fabric.least_pes()) return false;
  for (const SiteId candidate : fabric.observers()) {
    if (!is_dead(own.defects, candidate)) return candidate == site;
  }
  return false;
}

bool covers(const TestGraph& graph, const Defects& diagnosed, const Fault& fault) {
  if (const SiteId* site = std::get_if<SiteId>(&fault)) return is_dead(diagnosed, *site);
  const auto link = graph.find(std::get<LinkDefect>(fault));
  if (!link) return false;
  const auto [a, b] = graph.links()[*link];
  return is_dead(diagnosed, a) || is_dead(diagnosed, b) ||
         std::ranges::binary_search(diagnosed.links, graph.links()[*link]);
}

Notice notice(const SelfDiagnosis& fabric, const Defects& known, const Defects& faults) {
  const TestGraph& graph = fabric.graph();
  const Defects all = united(known, faults);
  const std::vector<FailedTest> before = failed_tests(graph, known);
  const std::vector<FailedTest> failed = failed_tests(graph, all);
  Notice result;
  for (const SiteId candidate : fabric.observers()) {
    if (is_dead(all, candidate)) continue;
    const LivePes pes(graph, candidate, failed);
    Diagnosis own = conclude(graph, pes);
    if (!is_observer(fabric, candidate, own)) continue;
    result.observer = candidate;
    result.diagnosed = std::move(own.defects);
    for (const FailedTest& test : failed) {
      if (!pes.live(test.by) || std::ranges::find(before, test) != before.end()) continue;
      result.report_steps = std::max(result.report_steps, pes.hops(test.by));
    }
    for (std::uint32_t site = 0; site < graph.sites(); ++site) {
      if (pes.live(SiteId{site})) result.broadcast_steps = std::max(result.broadcast_steps, pes.hops(SiteId{site}));
    }
    break;
  }
  return result;
}

}  // namespace kintsugi

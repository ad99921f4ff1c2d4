/// A second extractor, for tests only, by another algorithm than models/fabric/extraction: union-find. Every lane of
/// every switch terminal is an element; wires and switch states unite elements; router ports with lanes in one set are
/// joined. Open ends and loops need no special case.
///
/// It cannot distinguish a port whose wire comes straight back from an open one; the tested fabrics have no such wire.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "models/fabric/extraction.hpp"

namespace kintsugi::test {

class UnionExtractor {
 public:
  explicit UnionExtractor(const Fabric& fabric) : fabric_(fabric) {
    for (const FabricSwitch& each : fabric.switches) {
      first_.emplace_back();
      for (TerminalNo t = 0; t < each.type->terminals().size(); ++t) {
        first_.back().push_back(elements_);
        elements_ += each.type->lanes(t);
      }
    }
  }

  ExtractedNetwork extract(const SwitchStates& states) const {
    Sets sets(elements_);
    for (const Wire& wire : fabric_.wires) unite_wire(sets, wire);
    for (std::size_t i = 0; i < fabric_.switches.size(); ++i) unite_switch(sets, i, states[i]);
    return collect(sets);
  }

 private:
  struct Sets {
    explicit Sets(std::size_t count) : parent(count), size(count, 1), pitches(count, 0) {
      std::iota(parent.begin(), parent.end(), std::size_t{0});
    }
    std::size_t find(std::size_t i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    }
    void unite(std::size_t a, std::size_t b, unsigned length) {
      a = find(a);
      b = find(b);
      pitches[a] += length;
      if (a == b) return;
      parent[b] = a;
      size[a] += size[b];
      pitches[a] += pitches[b];
    }
    std::vector<std::size_t> parent;
    std::vector<std::size_t> size;
    std::vector<unsigned> pitches;
  };

  std::size_t element(TerminalRef terminal, unsigned lane) const {
    return first_[terminal.switch_id.value][terminal.terminal] + lane;
  }

  void unite_wire(Sets& sets, const Wire& wire) const {
    for (unsigned lane = 0; lane < wire.lanes; ++lane) {
      sets.unite(element(wire.a, lane), element(wire.b, lane), wire.pitches);
    }
  }

  void unite_switch(Sets& sets, std::size_t number, SwitchState state) const {
    const SwitchType& type = *fabric_.switches[number].type;
    for (TerminalNo t = 0; t < first_[number].size(); ++t) {
      for (unsigned lane = 0; lane < type.lanes(t); ++lane) {
        const auto out = type.through(state, {t, static_cast<Lane>(lane)});
        if (out) sets.unite(first_[number][t] + lane, first_[number][out->terminal] + out->lane, 0);
      }
    }
  }

  ExtractedNetwork collect(Sets& sets) const {
    std::map<std::size_t, std::vector<SitePort>> ports;
    ExtractedNetwork extracted;
    for (const Tap& tap : fabric_.taps) {
      const std::size_t set = sets.find(element(tap.terminal, tap.lane));
      ports[set].push_back({tap.site, tap.port});
      if (sets.size[set] > 1) extracted.attached.push_back(tap.site);
    }
    for (auto& [set, members] : ports) {
      if (members.size() > 2) throw std::logic_error("more than two ports meet");
      std::ranges::sort(members);
      if (members.size() == 2) extracted.joins.push_back({members[0], members[1], sets.pitches[set]});
    }
    std::ranges::sort(extracted.joins);
    std::ranges::sort(extracted.attached);
    const auto doubles = std::ranges::unique(extracted.attached);
    extracted.attached.erase(doubles.begin(), doubles.end());
    return extracted;
  }

  const Fabric& fabric_;
  std::vector<std::vector<std::size_t>> first_;  // per switch and terminal
  std::size_t elements_ = 0;
};

}  // namespace kintsugi::test

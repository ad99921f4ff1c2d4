/// Checks a reconfigured array against the definition of the network alone: independent of how the array is made and
/// how faults are isolated.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/sse/reconfigure.hpp"

namespace kintsugi::sse::test {

inline std::uint32_t target_by_definition(std::uint32_t nodes, std::uint32_t l) {
  return l < nodes / 2 ? 2 * l : 2 * l + 1 - nodes;
}

/// Returns the far end to which a port is joined, or kNoSite.
inline SiteId chosen(std::span<const SiteId> candidates, std::optional<std::uint32_t> index) {
  if (!index || *index >= candidates.size()) return kNoSite;
  return candidates[*index];
}

/// Returns "" if the selected links are exactly the plain network on logical numbers without faulty parts, else the
/// first difference.
class WiringCheck {
 public:
  WiringCheck(const Array& array, const Defects& faults, const Reconfiguration& result)
      : array_(array), faults_(faults), result_(result) {}

  std::string first_flaw() {
    if (!result_.repairable) return "not repaired: " + result_.reason;
    check_numbers();
    for (std::uint32_t pe = 0; pe < array_.pes() && flaw_.empty(); ++pe) {
      logical(SiteId{pe}) == kNoNode ? check_idle(SiteId{pe}) : check_active(SiteId{pe});
    }
    check_faults();
    return flaw_;
  }

 private:
  NodeId logical(SiteId pe) const { return pe == kNoSite ? kNoNode : result_.placement.node_at.at(pe.value); }
  SiteId out(SiteId pe) const { return chosen(array_.shuffle_outs(pe), result_.selections.at(pe.value).shuffle_out); }
  SiteId in(SiteId pe) const { return chosen(array_.shuffle_ins(pe), result_.selections.at(pe.value).shuffle_in); }
  SiteId exchange(SiteId pe) const { return chosen(array_.exchanges(pe), result_.selections.at(pe.value).exchange); }

  void require(bool holds, const std::string& what, SiteId pe) {
    if (!holds && flaw_.empty()) flaw_ = what + " at PE " + std::to_string(pe.value);
  }

  void check_numbers() {
    std::set<std::uint32_t> numbers;
    for (std::uint32_t pe = 0; pe < array_.pes(); ++pe) {
      if (logical(SiteId{pe}) == kNoNode) continue;
      require(numbers.insert(logical(SiteId{pe}).value).second, "a logical number twice", SiteId{pe});
      require(result_.placement.site_of.at(logical(SiteId{pe}).value) == SiteId{pe}, "placement in two ways",
              SiteId{pe});
    }
    require(numbers.size() == array_.sse().nodes(), "a logical number is missing", SiteId{0});
  }

  void check_idle(SiteId pe) {
    require(result_.selections.at(pe.value) == Selection{}, "an idle PE selects a link", pe);
  }

  void check_active(SiteId pe) {
    const std::uint32_t l = logical(pe).value;
    const NodeId target{target_by_definition(array_.sse().nodes(), l)};
    require(logical(out(pe)) == target, "the shuffle-out does not lead to t(l)", pe);
    require(in(pe) != kNoSite && out(in(pe)) == pe, "the shuffle-in is not selected at the other end", pe);
    require(out(pe) != kNoSite && in(out(pe)) == pe, "the shuffle-out is not selected at the other end", pe);
    require(logical(exchange(pe)) == NodeId{l % 2 == 0 ? l + 1 : l - 1}, "a wrong exchange partner", pe);
  }

  void check_faults() {
    for (const SiteId pe : faults_.sites) require(logical(pe) == kNoNode, "a faulty PE is in use", pe);
    for (const LinkDefect link : faults_.links) {
      if (array_.has_shuffle(link.a, link.b)) {
        require(out(link.a) != link.b, "a faulty shuffle link is in use", link.a);
      } else if (array_.has_shuffle(link.b, link.a)) {
        require(out(link.b) != link.a, "a faulty shuffle link is in use", link.b);
      } else {
        require(exchange(link.a) != link.b, "a faulty exchange link is in use", link.a);
      }
    }
  }

  const Array& array_;
  const Defects& faults_;
  const Reconfiguration& result_;
  std::string flaw_;
};

inline std::string first_flaw(const Array& array, const Defects& faults, const Reconfiguration& result) {
  return WiringCheck(array, faults, result).first_flaw();
}

inline std::string first_flaw(const Array& array, const Defects& faults) {
  return first_flaw(array, faults, reconfigure(array, faults));
}

using Edge = std::pair<SiteId, SiteId>;

struct Edges {
  std::set<Edge> shuffle;
  std::set<Edge> exchange;  ///< lower PE first
  friend bool operator==(const Edges&, const Edges&) = default;
};

/// Returns all links of an array, from the lists of its PEs.
inline Edges edges_of(const Array& array) {
  Edges edges;
  for (std::uint32_t number = 0; number < array.pes(); ++number) {
    const SiteId pe{number};
    for (const SiteId to : array.shuffle_outs(pe)) edges.shuffle.insert({pe, to});
    for (const SiteId to : array.exchanges(pe)) edges.exchange.insert({std::min(pe, to), std::max(pe, to)});
  }
  return edges;
}

inline std::string name_of(const Sse& sse) {
  return std::to_string(sse.nodes()) + " PEs, " + scheme_name(sse);
}

}  // namespace kintsugi::sse::test

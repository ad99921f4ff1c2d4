/// The physical array of a scheme: all its PEs, spares included, and for each port of a PE the links to choose from.
///
/// Ports     shuffle_out, shuffle_in and exchange of each PE. A port has candidates: the PEs at the far ends of its
///           links, ascending. A selector of the PE joins the port to one of them; reconfigure.hpp chooses which.
/// Links     all links that some reconfiguration needs: from logical PE l to its partner v (t(l), or l xor 1 for
///           exchange) wherever one reconfiguration can move both to. Let l be moved by a modules and p positions, v by
///           c modules and q positions; 0 <= a, c <= spare modules, 0 <= p, q <= spare units. Then
///               modules     a <= c if v is in a higher module, c <= a in a lower one, a = c in the same
///               positions   p <= q + s if v has a higher position, q <= p + s a lower one, both for the same; s = 0
///                           within a module, the local units between modules
///           Equal links between the same ports are one link. For one module and pairs this is k-SFT2; for single PEs
///           it is SFT1 with its equations (1) and (2).
/// Loops     a PE that can be logical 0 or N - 1 has a shuffle link to itself: it is a candidate of both its ports
/// Errors    throws std::invalid_argument for the same reasons as validate()
/// Source    H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003: equations (1) to (3), tables 1 to 5
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "models/sse/geometry.hpp"

namespace kintsugi::sse {

/// A list of PEs for every PE.
class CandidateLists {
 public:
  std::span<const SiteId> of(SiteId pe) const {
    return {far_.data() + first_.at(pe.value), far_.data() + first_.at(pe.value + 1)};
  }
  std::size_t size() const { return far_.size(); }
  /// Appends the list of the next PE; call it in PE order.
  void append(std::span<const SiteId> list);
  /// Returns for each PE the PEs that it is a candidate of, ascending.
  CandidateLists reversed() const;

 private:
  std::vector<std::size_t> first_{0};  // per PE, and one for the end
  std::vector<SiteId> far_;
};

class Array {
 public:
  explicit Array(const Sse& sse);
  const Sse& sse() const { return sse_; }
  std::uint32_t pes() const { return sse_.pes(); }
  std::span<const SiteId> shuffle_outs(SiteId pe) const { return shuffle_outs_.of(pe); }
  std::span<const SiteId> shuffle_ins(SiteId pe) const { return shuffle_ins_.of(pe); }
  std::span<const SiteId> exchanges(SiteId pe) const { return exchanges_.of(pe); }
  /// Returns whether there is a shuffle link out of `from` into `to`.
  bool has_shuffle(SiteId from, SiteId to) const;
  bool has_exchange(SiteId a, SiteId b) const;
  std::size_t shuffle_links() const { return shuffle_outs_.size(); }
  std::size_t exchange_links() const { return exchanges_.size() / 2; }

 private:
  Sse sse_;
  CandidateLists shuffle_outs_;
  CandidateLists shuffle_ins_;
  CandidateLists exchanges_;
};

struct Counts {
  std::size_t pes = 0;
  std::size_t shuffle_links = 0;  ///< self loops included
  std::size_t self_loops = 0;     ///< each takes an out and an in port
  std::size_t exchange_links = 0;
  std::size_t simple_edges = 0;     ///< unordered pairs of distinct PEs with a link
  std::size_t max_extra_ports = 0;  ///< most links at a PE (outs, ins and exchanges), less the 3 of the plain network
  friend bool operator==(const Counts&, const Counts&) = default;
};

Counts count(const Array& array);

}  // namespace kintsugi::sse

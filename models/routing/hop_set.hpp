/// The hops that a search has met, for many searches one after another: forgetting all of them costs nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/routing/relation.hpp"

namespace kintsugi {

/// What a candidate offers at its node: a port, by number in the network, channels of its link, the state from there.
struct Hop {
  std::uint32_t port;
  VcSet vcs;
  RoutingState state;
  friend constexpr bool operator==(const Hop&, const Hop&) = default;
};

/// Open addressing with linear probing, as in VisitTable.
class HopSet {
 public:
  HopSet() : entries_(1024) {}

  void forget_all() {
    if (++search_ == 0) *this = HopSet();  // the numbers have come round: nothing old may look like new
    used_ = 0;
  }
  /// False when it was there already.
  bool insert(const Hop& hop) {
    if (2 * used_ >= entries_.size()) grow();
    std::size_t at = place(hop);
    while (entries_[at].search == search_ && entries_[at].hop != hop) at = (at + 1) & (entries_.size() - 1);
    if (entries_[at].search == search_) return false;
    entries_[at] = {hop, search_};
    ++used_;
    return true;
  }

 private:
  struct Entry {
    Hop hop{};
    std::uint32_t search = 0;
  };

  std::size_t place(const Hop& hop) const {
    // Multiplicative hashing (Knuth): the high bits are well mixed.
    const std::uint64_t key = (std::uint64_t{hop.port} << 32 | hop.state) ^ std::uint64_t{hop.vcs} << 24;
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & (entries_.size() - 1);
  }

  void grow() {
    const std::vector<Entry> old = std::move(entries_);
    entries_.assign(old.size() * 2, {});
    used_ = 0;
    for (const Entry& entry : old) {
      if (entry.search == search_) insert(entry.hop);
    }
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
  std::uint32_t search_ = 1;  // 0 is that of an entry never used
};

}  // namespace kintsugi

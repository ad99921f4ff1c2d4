#include "models/sse/array.hpp"

#include <algorithm>

namespace kintsugi::sse {

namespace {

/// Returns whether one reconfiguration can move `from` by `from_shift` and `to` by `to_shift`: the higher of the two
/// moves at least as far as the lower, less `slack`.
bool go_together(std::uint32_t from, std::uint32_t to, std::uint32_t from_shift, std::uint32_t to_shift,
                 std::uint32_t slack) {
  return (from > to || from_shift <= to_shift + slack) && (from < to || to_shift <= from_shift + slack);
}

void sort_and_drop_repeated(std::vector<SiteId>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// Lists the far ends that a port of a PE can need; `partner` is the link of the plain network.
template <class Partner>
class CandidateLister {
 public:
  CandidateLister(const Sse& sse, Partner partner) : sse_(sse), partner_(partner) {}

  CandidateLists all() {
    CandidateLists candidates;
    for (std::uint32_t pe = 0; pe < sse_.pes(); ++pe) {
      list_.clear();
      add_every_role(SiteId{pe});
      sort_and_drop_repeated(list_);
      candidates.append(list_);
    }
    return candidates;
  }

 private:
  /// A PE can become every logical PE that a shift moves to it.
  void add_every_role(SiteId pe) {
    const Unit at = sse_.unit_of(pe);
    for (std::uint32_t a = 0; a <= std::min(sse_.spare_modules(), at.module); ++a) {
      for (std::uint32_t p = 0; p <= std::min(sse_.spare_units(), at.position); ++p) {
        const Unit role{at.module - a, at.position - p};
        if (role.module >= sse_.logical_modules() || role.position >= sse_.logical_width()) continue;
        add_partners(sse_.node(role, sse_.pe_in_unit(pe)), {a, p});
      }
    }
  }

  void add_partners(NodeId node, Unit shift) {
    const Unit from = sse_.unit_of(node);
    const NodeId far = partner_(node);
    const Unit to = sse_.unit_of(far);
    const std::uint32_t slack = from.module == to.module ? 0 : sse_.local_units();
    for (std::uint32_t c = 0; c <= sse_.spare_modules(); ++c) {
      if (!go_together(from.module, to.module, shift.module, c, 0)) continue;
      for (std::uint32_t q = 0; q <= sse_.spare_units(); ++q) {
        if (!go_together(from.position, to.position, shift.position, q, slack)) continue;
        list_.push_back(sse_.pe({to.module + c, to.position + q}, sse_.pe_in_unit(far)));
      }
    }
  }

  Sse sse_;
  Partner partner_;
  std::vector<SiteId> list_;
};

/// Returns the PEs with a higher number that a PE has a link to.
std::size_t higher_neighbours(const Array& array, SiteId pe) {
  std::vector<SiteId> higher;
  for (const auto& list : {array.shuffle_outs(pe), array.shuffle_ins(pe), array.exchanges(pe)}) {
    std::copy_if(list.begin(), list.end(), std::back_inserter(higher), [pe](SiteId far) { return far > pe; });
  }
  sort_and_drop_repeated(higher);
  return higher.size();
}

}  // namespace

void CandidateLists::append(std::span<const SiteId> list) {
  far_.insert(far_.end(), list.begin(), list.end());
  first_.push_back(far_.size());
}

CandidateLists CandidateLists::reversed() const {
  CandidateLists result;
  result.first_.assign(first_.size(), 0);
  result.far_.resize(far_.size());
  for (const SiteId to : far_) ++result.first_[to.value + 1];
  for (std::size_t pe = 1; pe < first_.size(); ++pe) result.first_[pe] += result.first_[pe - 1];
  std::vector<std::size_t> next(result.first_.begin(), result.first_.end() - 1);
  for (std::uint32_t from = 0; from + 1 < first_.size(); ++from) {
    for (const SiteId to : of(SiteId{from})) result.far_[next[to.value]++] = SiteId{from};
  }
  return result;
}

Array::Array(const Sse& sse) : sse_(sse) {
  validate(sse);
  shuffle_outs_ = CandidateLister(sse, [&sse](NodeId node) { return sse.shuffle(node); }).all();
  shuffle_ins_ = shuffle_outs_.reversed();
  exchanges_ = CandidateLister(sse, [](NodeId node) { return Sse::exchange(node); }).all();
}

bool Array::has_shuffle(SiteId from, SiteId to) const {
  const auto outs = shuffle_outs(from);
  return std::binary_search(outs.begin(), outs.end(), to);
}

bool Array::has_exchange(SiteId a, SiteId b) const {
  const auto partners = exchanges(a);
  return std::binary_search(partners.begin(), partners.end(), b);
}

Counts count(const Array& array) {
  constexpr std::size_t kPlainPorts = 3;
  Counts counts;
  counts.pes = array.pes();
  counts.shuffle_links = array.shuffle_links();
  counts.exchange_links = array.exchange_links();
  for (std::uint32_t number = 0; number < array.pes(); ++number) {
    const SiteId pe{number};
    const std::size_t ports = array.shuffle_outs(pe).size() + array.shuffle_ins(pe).size() + array.exchanges(pe).size();
    counts.self_loops += array.has_shuffle(pe, pe);
    counts.simple_edges += higher_neighbours(array, pe);
    counts.max_extra_ports = std::max(counts.max_extra_ports, ports - std::min(ports, kPlainPorts));
  }
  return counts;
}

}  // namespace kintsugi::sse

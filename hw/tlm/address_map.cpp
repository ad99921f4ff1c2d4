#include "hw/tlm/address_map.hpp"

#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace kintsugi {

namespace {

/// Names a range in messages: "[0x1000, 0x1fff]".
std::string describe(std::uint64_t base, std::uint64_t last) {
  std::ostringstream text;
  text << std::hex << "[0x" << base << ", 0x" << last << ']';
  return text.str();
}

}  // namespace

AddressMap& AddressMap::add(NodeId node, std::uint64_t base, std::uint64_t size) {
  return interleave({node}, base, size, size);
}

AddressMap& AddressMap::interleave(std::vector<NodeId> nodes, std::uint64_t base, std::uint64_t size,
                                   std::uint64_t stripe) {
  if (size == 0) throw std::invalid_argument("an address range must not be empty");
  if (size - 1 > std::numeric_limits<std::uint64_t>::max() - base) {
    throw std::invalid_argument("an address range must end below 2^64");
  }
  if (nodes.empty() || stripe == 0 || size % stripe != 0 || size / stripe % nodes.size() != 0) {
    throw std::invalid_argument("the stripes of " + describe(base, base + (size - 1)) +
                                " must fill it, as many for each of its nodes");
  }
  const std::uint64_t last = base + (size - 1);
  auto next = ranges_.upper_bound(base);
  if (next != ranges_.begin() && std::prev(next)->second.last >= base) --next;
  if (next != ranges_.end() && next->first <= last) {
    throw std::invalid_argument("the address range " + describe(base, last) + " overlaps " +
                                describe(next->first, next->second.last));
  }
  ranges_.emplace(base, Range{last, std::move(nodes), stripe});
  return *this;
}

std::vector<NodeId> AddressMap::nodes() const {
  std::vector<NodeId> all;
  for (const auto& [base, range] : ranges_) all.insert(all.end(), range.nodes.begin(), range.nodes.end());
  return all;
}

std::optional<AddressMap::Place> AddressMap::find(std::uint64_t address) const {
  const auto behind = ranges_.upper_bound(address);
  if (behind == ranges_.begin()) return std::nullopt;
  const auto& [base, range] = *std::prev(behind);
  if (address > range.last) return std::nullopt;
  const std::uint64_t stripe = (address - base) / range.stripe;
  const std::uint64_t inside = (address - base) % range.stripe;
  const std::uint64_t nodes = range.nodes.size();
  return Place{range.nodes[stripe % nodes], stripe / nodes * range.stripe + inside, range.stripe - inside};
}

std::optional<AddressMap::Place> AddressMap::find(std::uint64_t address, std::uint64_t bytes) const {
  const std::optional<Place> place = find(address);
  if (!place || bytes > place->left) return std::nullopt;
  return place;
}

}  // namespace kintsugi

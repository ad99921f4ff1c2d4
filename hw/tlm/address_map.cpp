#include "hw/tlm/address_map.hpp"

#include <algorithm>
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

AddressMap& AddressMap::add(std::string_view node, std::uint64_t base, std::uint64_t size) {
  return interleave_named({&node, 1}, base, size, size);
}

AddressMap& AddressMap::interleave(const std::vector<std::string>& nodes, std::uint64_t base, std::uint64_t size,
                                   std::uint64_t stripe) {
  const std::vector<std::string_view> words(nodes.begin(), nodes.end());
  return interleave_named(words, base, size, stripe);
}

AddressMap& AddressMap::interleave(std::initializer_list<std::string_view> nodes, std::uint64_t base,
                                   std::uint64_t size, std::uint64_t stripe) {
  return interleave_named({nodes.begin(), nodes.size()}, base, size, stripe);
}

/// Puts the place of a name among names_ where its node will be.
AddressMap& AddressMap::interleave_named(std::span<const std::string_view> nodes, std::uint64_t base,
                                         std::uint64_t size, std::uint64_t stripe) {
  std::vector<NodeId> places;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    places.push_back({kFirstName + narrow<std::uint32_t>(names_.size() + i)});
  }
  interleave(std::move(places), base, size, stripe);
  names_.insert(names_.end(), nodes.begin(), nodes.end());
  return *this;
}

void AddressMap::resolve(const Network& network) {
  std::vector<NodeId> found;
  for (const std::string& name : names_) {
    try {
      found.push_back(network.node(name));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(std::string("the address map: ") + error.what());
    }
  }
  for (auto& [base, range] : ranges_) {
    for (NodeId& node : range.nodes) {
      const std::size_t name = node.value - std::min(node.value, kFirstName);
      if (node.value >= kFirstName && name < found.size()) node = found[name];
    }
  }
  names_.clear();
}

void AddressMap::require_resolved() const {
  if (names_.empty()) return;
  throw std::logic_error("the address map names nodes, such as '" + names_.front() +
                         "': attach it to a chip by TlmNetwork, or call AddressMap::resolve()");
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
  require_resolved();
  std::vector<NodeId> all;
  for (const auto& [base, range] : ranges_) all.insert(all.end(), range.nodes.begin(), range.nodes.end());
  return all;
}

std::optional<AddressMap::Place> AddressMap::find(std::uint64_t address) const {
  require_resolved();
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

#include "models/sse/role.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace kintsugi::sse {

namespace {

using Words = std::span<const std::uint32_t>;

std::size_t words_of(const Sse& sse) {
  return sse.spare_modules() + sse.lockstep_units() + std::size_t{sse.physical_modules()} * sse.local_units();
}

/// The lists of a repair message.
class Lists {
 public:
  Lists(const Sse& sse, Words message) : sse_(sse), words_(message) {
    if (words_.size() == words_of(sse)) return;
    throw std::invalid_argument("a repair message for this array has " + std::to_string(words_of(sse)) +
                                " words, not " + std::to_string(words_.size()));
  }
  Words dropped() const { return words_.first(sse_.spare_modules()); }
  Words lockstep() const { return words_.subspan(sse_.spare_modules(), sse_.lockstep_units()); }
  Words local(std::uint32_t module) const {
    const std::size_t first = sse_.spare_modules() + sse_.lockstep_units();
    return words_.subspan(first + std::size_t{module} * sse_.local_units(), sse_.local_units());
  }

 private:
  const Sse& sse_;
  Words words_;
};

/// Returns the logical number of physical position `place`, or nullopt if it is isolated.
std::optional<std::uint32_t> number_of(std::uint32_t place, Words isolated) {
  std::uint32_t below = 0;
  while (below < isolated.size() && isolated[below] < place) ++below;
  if (below < isolated.size() && isolated[below] == place) return std::nullopt;
  return place - below;
}

/// Returns the physical position of logical number `number`.
std::uint32_t place_of(std::uint32_t number, Words isolated) {
  for (const std::uint32_t place : isolated) {
    if (number < place) break;
    ++number;
  }
  return number;
}

SiteId find(const Sse& sse, const Lists& isolated, NodeId node) {
  const Unit unit = sse.unit_of(node);
  const std::uint32_t module = place_of(unit.module, isolated.dropped());
  const std::uint32_t position = place_of(unit.position, isolated.lockstep());
  return sse.pe({module, place_of(position, isolated.local(module))}, sse.pe_in_unit(node));
}

void append(std::vector<std::uint32_t>& words, Words list, std::size_t length) {
  words.insert(words.end(), list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(list.size(), length)));
  words.resize(words.size() + length - std::min(list.size(), length), kNoUnit);
}

}  // namespace

std::vector<std::uint32_t> repair_message(const Sse& sse, const Isolation& isolation) {
  std::vector<std::uint32_t> words;
  words.reserve(words_of(sse));
  append(words, isolation.dropped, sse.spare_modules());
  append(words, isolation.lockstep, sse.lockstep_units());
  for (std::uint32_t module = 0; module < sse.physical_modules(); ++module) {
    const bool is_dropped = std::ranges::binary_search(isolation.dropped, module);
    append(words, is_dropped ? Words{} : Words{isolation.local.at(module)}, sse.local_units());
  }
  return words;
}

SiteId pe_of(const Sse& sse, std::span<const std::uint32_t> message, NodeId node) {
  return find(sse, Lists(sse, message), node);
}

Role role_of(const Sse& sse, std::span<const std::uint32_t> message, SiteId pe) {
  const Lists isolated(sse, message);
  const Unit at = sse.unit_of(pe);
  const auto module = number_of(at.module, isolated.dropped());
  if (!module || *module >= sse.logical_modules()) return {};
  auto position = number_of(at.position, isolated.local(at.module));
  if (position) position = number_of(*position, isolated.lockstep());
  if (!position || *position >= sse.logical_width()) return {};
  const NodeId self = sse.node({*module, *position}, sse.pe_in_unit(pe));
  return {self, find(sse, isolated, sse.shuffle(self)), find(sse, isolated, sse.unshuffle(self)),
          find(sse, isolated, Sse::exchange(self))};
}

}  // namespace kintsugi::sse

#include "models/repair/random_defects.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "models/network/text.hpp"
#include "models/random/random.hpp"

namespace kintsugi {

namespace {

/// The streams of a kind: the first one draws things, the others the way of a thing each. They are separate from those
/// of the nodes' traffic, which count from 0.
std::uint64_t last_stream(unsigned kind) {
  return ~(std::uint64_t{kind} << 40);
}

/// Returns the first `count` draws of a Fisher-Yates shuffle.
std::vector<std::uint32_t> shuffled(std::size_t things, std::size_t count, RandomStream random) {
  std::vector<std::uint32_t> order(things);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t drawn = 0; drawn < count; ++drawn) {
    std::swap(order[drawn], order[drawn + random.below(things - drawn)]);
  }
  order.resize(count);
  return order;
}

/// Returns the defect in its first state: that of all states of one switch or lane.
ElementDefect first_state(ElementDefect element) {
  if (auto* const of_switch = std::get_if<StuckSwitch>(&element.what)) of_switch->state = 0;
  if (auto* const lane = std::get_if<StuckLane>(&element.what)) lane->state = 0;
  return element;
}

}  // namespace

DefectMap random_defects(std::size_t sites, std::size_t count, std::uint64_t seed) {
  if (count > sites) throw std::invalid_argument("more random defects than sites");
  return each_of(drawn_things(sites, count, seed, 0), [](std::uint32_t site) { return SiteId{site}; });
}

std::vector<std::uint32_t> drawn_things(std::size_t things, DefectAmount amount, std::uint64_t seed, unsigned kind) {
  RandomStream random(seed, last_stream(kind));
  std::vector<std::uint32_t> drawn;
  if (const auto* const count = std::get_if<std::uint64_t>(&amount)) {
    if (*count > things) throw std::invalid_argument("more random defects than there are things");
    drawn = shuffled(things, *count, random);
    std::ranges::sort(drawn);
    return drawn;
  }
  const Chance is_defective(std::get<double>(amount));
  for (std::uint32_t thing = 0; thing < things; ++thing) {
    if (is_defective.happens(random)) drawn.push_back(thing);
  }
  return drawn;
}

std::size_t drawn_way(std::size_t ways, std::uint32_t thing, std::uint64_t seed, unsigned kind) {
  return RandomStream(seed, last_stream(kind) - 1 - thing).below(ways);
}

std::vector<std::vector<std::uint32_t>> by_thing(const std::vector<ElementDefect>& elements) {
  std::vector<std::vector<std::uint32_t>> groups;
  std::map<ElementDefect, std::size_t> group_of;
  for (std::uint32_t i = 0; i < elements.size(); ++i) {
    const auto [found, is_new] = group_of.emplace(first_state(elements[i]), groups.size());
    if (is_new) groups.emplace_back();
    std::vector<std::uint32_t>& group = groups[found->second];
    const bool known = std::ranges::any_of(group, [&](std::uint32_t j) { return elements[j] == elements[i]; });
    if (!known) group.push_back(i);
  }
  return groups;
}

bool is_of_same_thing(const ElementDefect& a, const ElementDefect& b) {
  return first_state(a) == first_state(b);
}

}  // namespace kintsugi

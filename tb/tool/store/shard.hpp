/// A share of the units of a work, for one job of an array of jobs.
///
/// Shard I/N  with I from 1 to N: the units I - 1, I - 1 + N, I - 1 + 2 N ... Neighbours, which often take equally
///            long, are in different shards. Every unit is in exactly one of the N shards. If N is more than the units,
///            some shards have none
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi::store {

struct Shard {
  std::size_t index = 1;  ///< from 1 to count
  std::size_t count = 1;

  bool contains(std::size_t unit) const { return unit % count == index - 1; }
};

inline constexpr std::size_t kMostShards = 1'000'000;

/// Returns the shard "2/7", or nullopt if the text is no such shard.
std::optional<Shard> parse_shard(std::string_view text);
std::string to_text(const Shard& shard);

/// Returns the units of a shard, ascending.
std::vector<std::size_t> units_of(const Shard& shard, std::size_t units);

}  // namespace kintsugi::store

#include "tb/tool/store/shard.hpp"
#include "models/network/number_in.hpp"

namespace kintsugi::store {

namespace {

/// Returns a number from 1 to the most shards, written in digits only.
std::optional<std::size_t> shard_number(std::string_view text) {
  const auto number = number_in<std::size_t>(text);
  return number && *number >= 1 && *number <= kMostShards ? number : std::nullopt;
}

}  // namespace

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto index = shard_number(text.substr(0, slash));
  const auto count = shard_number(text.substr(slash + 1));
  if (!index || !count || *index > *count) return std::nullopt;
  return Shard{*index, *count};
}

std::string to_text(const Shard& shard) {
  return std::to_string(shard.index) + '/' + std::to_string(shard.count);
}

std::vector<std::size_t> units_of(const Shard& shard, std::size_t units) {
  std::vector<std::size_t> own;
  for (std::size_t unit = shard.index - 1; unit < units; unit += shard.count) own.push_back(unit);
  return own;
}

}  // namespace kintsugi::store

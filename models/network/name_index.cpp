#include "models/network/name_index.hpp"

#include <memory>
#include <unordered_map>

namespace kintsugi {

struct NameIndex::Index {
  std::unordered_map<std::string_view, std::uint32_t> number_of;
};

/// If several threads look up the first name at a time, each makes an index: one is kept, the others are thrown away.
std::optional<std::size_t> NameIndex::find(std::string_view name, std::size_t count,
                                           const std::function<std::string_view(std::size_t)>& name_of) const {
  const Index* index = index_.load(std::memory_order_acquire);
  if (index == nullptr) {
    auto made = std::make_unique<Index>();
    made->number_of.reserve(count);
    for (std::size_t item = 0; item < count; ++item) {
      made->number_of.emplace(name_of(item), static_cast<std::uint32_t>(item));
    }
    if (index_.compare_exchange_strong(index, made.get(), std::memory_order_acq_rel)) index = made.release();
  }
  const auto found = index->number_of.find(name);
  return found == index->number_of.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

void NameIndex::destroy() noexcept {
  delete index_.exchange(nullptr);
}

}  // namespace kintsugi

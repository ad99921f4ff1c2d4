#include "models/network/name_index.hpp"

namespace kintsugi {

std::optional<std::size_t> NameIndex::find(std::string_view name, std::size_t count,
                                           const std::function<std::string_view(std::size_t)>& name_of) const {
  const Index* index = ready_.load(std::memory_order_acquire);
  if (index == nullptr) {
    const std::scoped_lock lock(making_);
    if (!index_) {
      auto made = std::make_unique<Index>();
      made->reserve(count);
      for (std::size_t item = 0; item < count; ++item) made->emplace(name_of(item), static_cast<std::uint32_t>(item));
      index_ = std::move(made);
      ready_.store(index_.get(), std::memory_order_release);
    }
    index = index_.get();
  }
  const auto found = index->find(name);
  return found == index->end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

}  // namespace kintsugi

/// Finds an item of a list by its name, with an index that is made when the first name is looked up.
///
/// Owner    it says how many items there are and how each is called. It calls forget() before names change; a copy of
///          it makes an index of its own
/// Threads  find() may be called by several at a time
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace kintsugi {

class NameIndex {
 public:
  NameIndex() = default;
  ~NameIndex() { forget(); }
  NameIndex(const NameIndex&) noexcept {}
  NameIndex& operator=(const NameIndex&) noexcept {
    forget();
    return *this;
  }

  /// Returns the number of the first of `count` items with this name; nullopt if there is none. The texts that
  /// `name_of` returns must stay where they are until forget().
  std::optional<std::size_t> find(std::string_view name, std::size_t count,
                                  const std::function<std::string_view(std::size_t)>& name_of) const;
  void forget() noexcept {
    if (index_.load(std::memory_order_relaxed) != nullptr) destroy();
  }

 private:
  struct Index;
  void destroy() noexcept;

  mutable std::atomic<const Index*> index_ = nullptr;  // owned; nullptr until a name is looked up
};

}  // namespace kintsugi

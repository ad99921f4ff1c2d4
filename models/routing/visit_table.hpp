/// Marks by 64-bit key, for many searches one after another: forgetting all of them costs nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kintsugi {

enum class VisitMark : std::uint8_t { kNew, kOpen, kGood, kBad };

/// Open addressing with linear probing. An entry belongs to the present search when it carries its number.
class VisitTable {
 public:
  VisitTable() : entries_(1024) {}

  void forget_all() {
    if (++search_ == 0) *this = VisitTable();  // the numbers have come round: nothing old may look like new
    used_ = 0;
  }
  /// The mark of a key; kNew when the search has not met it yet. The reference holds until the next call.
  VisitMark& mark(std::uint64_t key) {
    if (2 * used_ >= entries_.size()) grow();
    return find(key).mark;
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t search = 0;
    VisitMark mark = VisitMark::kNew;
  };

  Entry& find(std::uint64_t key) {
    const std::size_t mask = entries_.size() - 1;
    // Multiplicative hashing (Knuth): the high bits are well mixed.
    std::size_t at = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (entries_[at].search == search_ && entries_[at].key != key) at = (at + 1) & mask;
    if (entries_[at].search != search_) {
      entries_[at] = {key, search_, VisitMark::kNew};
      ++used_;
    }
    return entries_[at];
  }

  void grow() {
    const std::vector<Entry> old = std::move(entries_);
    entries_.assign(old.size() * 2, {});
    used_ = 0;
    for (const Entry& entry : old) {
      if (entry.search == search_) find(entry.key).mark = entry.mark;
    }
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
  std::uint32_t search_ = 1;  // 0 is that of an entry never used
};

}  // namespace kintsugi

/// The set of places that a search has met. It serves many searches one after another: clearing it takes constant time.
///
/// Open addressing with linear probing. An entry belongs to the present search if it carries the number of that search.
/// Key   compared by ==; `Bits` makes a 64-bit number of it, equal for equal keys, which is hashed
/// Mark  what the search knows of the key; Mark{} when it meets the key for the first time. NoMark takes no memory
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace kintsugi {

struct NoMark {};

template <class Key, class Mark = NoMark, class Bits = std::identity>
class SearchTable {
 public:
  SearchTable() : entries_(1024) {}

  void forget_all() {
    if (++search_ == 0) *this = SearchTable();  // the numbers have wrapped: no old entry may look like a new one
    used_ = 0;
  }
  /// Returns whether the key is new to the search.
  bool insert(const Key& key) {
    const std::size_t used = used_;
    entry_of(key);
    return used_ != used;
  }
  /// Returns the mark of a key, which is inserted if it is new. The reference holds until the next call.
  Mark& mark(const Key& key) { return entry_of(key).mark; }

 private:
  struct Entry {
    Key key{};
    std::uint32_t search = 0;
    [[no_unique_address]] Mark mark{};
  };

  Entry& entry_of(const Key& key) {
    if (2 * used_ >= entries_.size()) grow();
    const std::size_t mask = entries_.size() - 1;
    const std::uint64_t bits = Bits()(key);
    // Multiplicative hashing (Knuth): the high bits are well mixed.
    std::size_t at = static_cast<std::size_t>((bits * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (entries_[at].search == search_ && entries_[at].key != key) at = (at + 1) & mask;
    if (entries_[at].search != search_) {
      entries_[at] = {key, search_, Mark{}};
      ++used_;
    }
    return entries_[at];
  }

  void grow() {
    const std::vector<Entry> old = std::move(entries_);
    entries_.assign(old.size() * 2, {});
    used_ = 0;
    for (const Entry& entry : old) {
      if (entry.search == search_) mark(entry.key) = entry.mark;
    }
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
  std::uint32_t search_ = 1;  // 0 marks an entry that was never used
};

}  // namespace kintsugi

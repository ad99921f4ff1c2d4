/// A record for each thread that evaluates modules of a chip: what its modules report in a cycle.
///
/// Threads   each writes its own record only, so none waits for another
/// Order     take() sorts what all threads have reported. Which thread evaluates which module cannot be observed then
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace kintsugi {

template <typename Record>
class ThreadRecords {
 public:
  /// Returns the record of a thread. Makes those that are missing up to it: `make(number)` returns a unique_ptr.
  template <typename Make>
  Record& get(unsigned thread, const Make& make) {
    while (records_.size() <= thread) records_.push_back(make(static_cast<unsigned>(records_.size())));
    return *records_[thread];
  }

  /// Empties this list of every record and returns its elements, ascending by their key. Call it between cycles.
  template <typename Element, typename Key = std::identity>
  std::vector<Element> take(std::vector<Element> Record::*list, Key key = {}) {
    std::vector<Element> all;
    for (const auto& record : records_) {
      for (Element& element : (*record).*list) all.push_back(std::move(element));
      ((*record).*list).clear();
    }
    std::ranges::sort(all, {}, key);
    return all;
  }

 private:
  std::vector<std::unique_ptr<Record>> records_;
};

}  // namespace kintsugi

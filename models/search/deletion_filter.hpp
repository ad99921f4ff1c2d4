/// Makes a set that has no solution minimal: leaves out one member after the other, in their order, as long as the
/// others have none either.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace kintsugi {

/// `set` is sorted and has no solution. `failed` is called with a part of it: it returns nullopt if the part has a
/// solution, or may have one, and otherwise members of it, sorted, that have none by themselves. As long as these are
/// left, any other member is left out without asking.
template <class Member, class Failed>
std::vector<Member> without_needless(std::vector<Member> set, Failed failed) {
  std::vector<Member> needed = set;
  for (std::size_t next = 0; next < set.size();) {
    std::vector<Member> rest = set;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(next));
    if (std::ranges::binary_search(needed, set[next])) {
      std::optional<std::vector<Member>> found = failed(std::as_const(rest));
      if (!found) {
        ++next;
        continue;
      }
      needed = std::move(*found);
    }
    set = std::move(rest);
  }
  return set;
}

}  // namespace kintsugi

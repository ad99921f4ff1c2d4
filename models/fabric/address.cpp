#include "models/fabric/address.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "models/network/limits.hpp"

namespace kintsugi {

std::string describe_address(const PeAddress& address) {
  if (address.size() == 1) return std::to_string(address.front());
  std::string text;
  for (const int part : address) text += (text.empty() ? "[" : ", ") + std::to_string(part);
  return text + ']';
}

PeIndex::PeIndex(std::vector<PeAddress> addresses, PeForm form)
    : addresses_(std::move(addresses)),
      low_(form.parts.size(), std::numeric_limits<int>::max()),
      high_(form.parts.size(), std::numeric_limits<int>::min()),
      form_(std::move(form)) {
  for (std::uint32_t site = 0; site < addresses_.size(); ++site) {
    in_order_.push_back(SiteId{site});
    for (std::size_t part = 0; part < low_.size(); ++part) {
      low_[part] = std::min(low_[part], addresses_[site].at(part));
      high_[part] = std::max(high_[part], addresses_[site].at(part));
    }
  }
  const auto address_of = [this](SiteId site) -> const PeAddress& { return addresses_[site.value]; };
  if (!std::ranges::is_sorted(in_order_, {}, address_of)) std::ranges::stable_sort(in_order_, {}, address_of);
}

SiteId PeIndex::find(const PeAddress& address) const {
  const auto address_of = [this](SiteId site) -> const PeAddress& { return addresses_[site.value]; };
  const auto found = std::ranges::lower_bound(in_order_, address, {}, address_of);
  if (found != in_order_.end() && address_of(*found) == address) return *found;
  throw std::invalid_argument("no PE at " + describe_address(address) + ": " + complaint(address));
}

/// Why no PE has this address.
std::string PeIndex::complaint(const PeAddress& address) const {
  if (address.size() != form_.parts.size()) return "an address of this " + form_.owner + " is " + form_.text;
  for (std::size_t part = 0; part < address.size(); ++part) {
    if (address[part] >= low_[part] && address[part] <= high_[part]) continue;
    return "the " + form_.parts[part] + " must be " + to_text(IntegerRange{low_[part], high_[part]});
  }
  return "the place is empty" + (form_.empty_place.empty() ? "" : " (" + form_.empty_place + ")");
}

}  // namespace kintsugi

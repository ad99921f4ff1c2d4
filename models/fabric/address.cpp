#include "models/fabric/address.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "models/network/limits.hpp"

namespace kintsugi {

namespace {

/// Why no PE has this address.
std::string complaint(const PeAddress& address, std::size_t sites, const AddressOf& address_of, const PeForm& form) {
  if (address.size() != form.parts.size()) return "an address of this " + form.owner + " is " + form.text;
  for (std::size_t part = 0; part < address.size(); ++part) {
    int low = std::numeric_limits<int>::max();
    int high = std::numeric_limits<int>::min();
    for (std::size_t site = 0; site < sites; ++site) {
      low = std::min(low, address_of(site)[part]);
      high = std::max(high, address_of(site)[part]);
    }
    if (address[part] >= low && address[part] <= high) continue;
    return "the " + form.parts[part] + " must be " + to_text(IntegerRange{low, high});
  }
  return "the place is empty" + (form.empty_place.empty() ? "" : " (" + form.empty_place + ")");
}

}  // namespace

std::string describe_address(const PeAddress& address) {
  if (address.size() == 1) return std::to_string(address.front());
  std::string text;
  for (const int part : address) text += (text.empty() ? "[" : ", ") + std::to_string(part);
  return text + ']';
}

SiteId find_pe(const PeAddress& address, std::size_t sites, const AddressOf& address_of, const PeForm& form) {
  for (std::size_t site = 0; site < sites; ++site) {
    if (address_of(site) == address) return SiteId{static_cast<std::uint32_t>(site)};
  }
  throw std::invalid_argument("no PE at " + describe_address(address) + ": " +
                              complaint(address, sites, address_of, form));
}

}  // namespace kintsugi

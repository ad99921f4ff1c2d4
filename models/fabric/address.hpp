/// Addresses of defects in a scenario, and the defects that they stand for.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "models/fabric/defects.hpp"

namespace kintsugi {

/// The address of a PE: [row, column], [number] ...
using PeAddress = std::vector<int>;

/// A link, by the PEs at its ends.
struct LinkAddress {
  PeAddress a;
  PeAddress b;
};

using AddressPart = std::variant<int, std::string>;

/// The address of an element, which is neither PE nor link: its key under `defects` and its parts.
struct ElementAddress {
  std::string key;
  std::vector<AddressPart> parts;
};

using Address = std::variant<PeAddress, LinkAddress, ElementAddress>;

/// What an address stands for.
using Defect = Fault;

/// Returns the address as text: "[3, 4]", or "7".
std::string describe_address(const PeAddress& address);

/// The form of the addresses of PEs, for messages.
struct PeForm {
  std::string owner;               ///< what has the PEs: "fabric"
  std::vector<std::string> parts;  ///< "row", "column"
  std::string text;                ///< "[row, column]", "a number"
  std::string empty_place;         ///< why an address in range can be without a PE
};

/// Finds PEs by their addresses. Built once for all of them.
class PeIndex {
 public:
  /// `addresses` has the address of every site, each of `form.parts` numbers.
  PeIndex(std::vector<PeAddress> addresses, PeForm form);
  /// Throws std::invalid_argument with what is valid if no site has the address.
  SiteId find(const PeAddress& address) const;

 private:
  std::string complaint(const PeAddress& address) const;

  std::vector<PeAddress> addresses_;
  std::vector<SiteId> in_order_;  // by address
  PeAddress low_;                 // of each part
  PeAddress high_;
  PeForm form_;
};

}  // namespace kintsugi

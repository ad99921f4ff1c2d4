/// What can be defective on a fabric, as a scenario names it and as the models know it.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "models/fabric/defects.hpp"

namespace kintsugi {

/// [row, column], [number] ...: as many numbers as an address of the fabric has parts.
using PeAddress = std::vector<int>;

/// A link, by the PEs at its ends.
struct LinkAddress {
  PeAddress a;
  PeAddress b;
};

using AddressPart = std::variant<int, std::string>;

/// What can be defective beside PEs and links: its key under `defects`, and where it is.
struct ElementAddress {
  std::string key;
  std::vector<AddressPart> parts;
};

using Address = std::variant<PeAddress, LinkAddress, ElementAddress>;

/// What an address stands for.
using Defect = std::variant<SiteId, LinkDefect, ElementDefect>;

/// "[3, 4]", or "7".
std::string describe_address(const PeAddress& address);

/// What the numbers of the addresses of PEs are, for messages.
struct PeForm {
  std::string owner;               ///< what has the PEs: "fabric"
  std::vector<std::string> parts;  ///< "row", "column"
  std::string text;                ///< "[row, column]", "a number"
  std::string empty_place;         ///< why an address in range can be without a PE
};

using AddressOf = std::function<const PeAddress&(std::size_t site)>;

/// Returns which of so many sites has the address. Throws std::invalid_argument when none has, with what is valid.
SiteId find_pe(const PeAddress& address, std::size_t sites, const AddressOf& address_of, const PeForm& form);

}  // namespace kintsugi

/// The fields and switches of a fabric by name, and the names of their states.
///
/// A field sets all its switches to one number; a state of it has the name that its switches give to that number. If
/// they name it differently, their names are joined by "+".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi::states {

class FieldTable {
 public:
  /// `fabric` is the sound one, whose switches have their own names for states; it must outlive the table.
  explicit FieldTable(const Fabric& fabric);

  const Fabric& fabric() const { return *fabric_; }
  /// Returns the number of bits in front of a field.
  std::size_t offset(std::size_t field) const { return offsets_[field]; }
  const std::vector<SwitchId>& switches_of(std::size_t field) const { return switches_[field]; }
  std::string state_name(std::size_t field, SwitchState state) const;
  std::string state_name(SwitchId id, SwitchState state) const;

  /// Each finds a name as it is, or in lower case.
  std::optional<std::size_t> field(std::string_view name) const;
  std::optional<SwitchId> switch_named(std::string_view name) const;
  std::optional<SiteId> site(std::string_view name) const;

 private:
  using Names = std::unordered_map<std::string_view, std::size_t>;

  const Fabric* fabric_;
  std::vector<std::size_t> offsets_;
  std::vector<std::vector<SwitchId>> switches_;  // by field
  Names fields_by_name_;
  Names switches_by_name_;
  Names sites_by_name_;
};

/// Returns "of the fabric with the number ..., and this one has ..." if a file is of another fabric, by the number that
/// it has: eight hexadecimal digits in upper or lower case, perhaps with 0x in front. Empty: it is of this fabric.
std::string other_fabric(const std::string& number, const Fabric& fabric);

}  // namespace kintsugi::states

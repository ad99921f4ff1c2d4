/// Numbers of a static shuffle-exchange network (SSE) and of the arrays with spare PEs that carry it.
///
/// Logical     N = 2^n PEs, 3 <= n <= 18. The shuffle link of l leads to t(l), l rotated to the left by one bit: 2 l
///             below N / 2 and 2 l + 1 - N from there on; 0 and N - 1 lead to themselves. The exchange link joins 2 i
///             and 2 i + 1. All links carry both ways.
/// Unit        what is isolated and moves as a whole: an exchange pair, in SFT1 a single PE
/// Physical    modules of the same width, one after the other; a module has its logical units first, then its spare
///             units; spare modules come last. PEs are numbered consecutively: number = (module * width + position) *
///             PEs of a unit + PE within the unit. Schemes without modules are one module.
/// Spares      spare modules   a faulty module is dropped; each module after it takes over the number of the one before
///             local units     each module isolates units of its own and numbers the others without gaps
///             lockstep units  of the positions so numbered, the same one is isolated in every module, whichever module
///                             has the fault
///
///     scheme              spare modules   lockstep units   local units
///     plain               0               0                0
///     SFT1 (unit: 1 PE)   0               0                1
///     SFT2                0               0                1
///     k-SFT2              0               0                k
///     EXM(k)              k               0                0
///     EXP1(k)             0               k                0
///     EXP2(k)             0               0                k
///     EXM(k)+EXP2(l)      k               0                l
///     EXP1+EXP2(k)        0               ceil(k / 2)      floor(k / 2)
///
/// Source      H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, sections 1 to 4
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/network/types.hpp"

namespace kintsugi::sse {

inline constexpr unsigned kSmallest = 3;  ///< n
inline constexpr unsigned kLargest = 18;
inline constexpr unsigned kMostSpares = 8;  ///< k and l

enum class Scheme { kPlain, kSft1, kSft2, kKSft2, kExm, kExp1, kExp2, kExmExp2, kExp1Exp2 };
/// The names of the schemes in a scenario, in the order of Scheme.
inline const std::array<std::string, 9> kSchemeNames{"plain", "sft1", "sft2",     "ksft2",    "exm",
                                                     "exp1",  "exp2", "exm+exp2", "exp1+exp2"};

/// A unit, by its position among the logical or among the physical units.
struct Unit {
  std::uint32_t module = 0;
  std::uint32_t position = 0;  ///< within the module
  friend constexpr auto operator<=>(Unit, Unit) = default;
};

struct Sse {
  unsigned n = kSmallest;
  Scheme scheme = Scheme::kPlain;
  unsigned k = 1;        ///< k, l and modules are ignored by schemes that do not have them
  unsigned l = 1;        ///< EXM+EXP2
  unsigned modules = 1;  ///< EXM, EXP1, EXP2 and their combinations: a power of two, at most N / 2

  /// @name The logical network
  /// @{
  constexpr std::uint32_t nodes() const { return 1u << n; }
  constexpr NodeId shuffle(NodeId node) const { return {(node.value << 1 & (nodes() - 1)) | node.value >> (n - 1)}; }
  constexpr NodeId unshuffle(NodeId node) const { return {node.value >> 1 | (node.value & 1u) << (n - 1)}; }
  static constexpr NodeId exchange(NodeId node) { return {node.value ^ 1u}; }
  /// @}

  /// @name The scheme
  /// @{
  constexpr bool has_k() const { return scheme >= Scheme::kKSft2; }
  constexpr bool has_l() const { return scheme == Scheme::kExmExp2; }
  constexpr bool has_modules() const { return scheme >= Scheme::kExm; }
  constexpr std::uint32_t spare_modules() const { return scheme == Scheme::kExm || scheme == Scheme::kExmExp2 ? k : 0; }
  constexpr std::uint32_t lockstep_units() const {
    if (scheme == Scheme::kExp1) return k;
    return scheme == Scheme::kExp1Exp2 ? (k + 1) / 2 : 0;
  }
  std::uint32_t local_units() const;
  /// @}

  /// @name Units and PEs
  /// @{
  constexpr std::uint32_t unit_pes() const { return scheme == Scheme::kSft1 ? 1 : 2; }
  constexpr std::uint32_t logical_modules() const { return has_modules() ? modules : 1; }
  constexpr std::uint32_t physical_modules() const { return logical_modules() + spare_modules(); }
  /// Returns the number of logical units of a module.
  constexpr std::uint32_t logical_width() const { return nodes() / unit_pes() / logical_modules(); }
  std::uint32_t spare_units() const { return lockstep_units() + local_units(); }
  std::uint32_t width() const { return logical_width() + spare_units(); }
  std::uint32_t pes() const { return physical_modules() * width() * unit_pes(); }

  constexpr Unit unit_of(NodeId node) const {
    const std::uint32_t unit = node.value / unit_pes();
    return {unit / logical_width(), unit % logical_width()};
  }
  Unit unit_of(SiteId pe) const { return {pe.value / unit_pes() / width(), pe.value / unit_pes() % width()}; }
  /// Returns the number of a PE within its unit, 0 .. unit_pes() - 1.
  constexpr std::uint32_t pe_in_unit(NodeId node) const { return node.value % unit_pes(); }
  constexpr std::uint32_t pe_in_unit(SiteId pe) const { return pe.value % unit_pes(); }
  constexpr NodeId node(Unit unit, std::uint32_t pe_in_unit) const {
    return {(unit.module * logical_width() + unit.position) * unit_pes() + pe_in_unit};
  }
  SiteId pe(Unit unit, std::uint32_t pe_in_unit) const {
    return {(unit.module * width() + unit.position) * unit_pes() + pe_in_unit};
  }
  /// @}
};

/// Returns the name of a scheme: "SFT1", "2-SFT2", "EXM(1)+EXP2(1), 4 modules" ...
std::string scheme_name(const Sse& sse);

/// Throws std::invalid_argument if n, k, l or modules is out of range (the message names the range), or if the array
/// has too many links to list: N (k + 1)(k + 2) / 2 (spare units + 1)^2 above 2^25, k the spare modules.
void validate(const Sse& sse);

}  // namespace kintsugi::sse

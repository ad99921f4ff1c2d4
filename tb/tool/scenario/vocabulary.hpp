/// The names that a scenario can use besides those of the network families, each kind in one table: for checks,
/// suggestions and `kintsugi list`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/registry/families.hpp"

namespace kintsugi {

/// What a scenario can say of a fabric: the FabricInfo of the family. Where `family` is nullptr or has no fabric,
/// everything that a family of the list knows, so that the sections about a fabric can be checked all the same; then
/// PEs are addressed by one number.
FabricInfo fabric_vocabulary(const Family* family, const FamilyList& list);

std::span<const Term> traffic_patterns();
/// In the order of DiagnosisSection::Method.
inline const std::vector<Term> kDiagnosisMethods = {
    {"told", "the chip is told of a fault in its cycle"},
    {"observer", "PEs test their neighbours and report to an observer, which broadcasts the repair"},
    {"exchange", "PEs test their neighbours, report to all, and exchange their logical numbers"},
};
/// The values of repair.mode; the first is the default.
inline const std::vector<Term> kRepairModes = {
    {"drain", "PEs stop, and the network drains before it is reconfigured"},
    {"unstopped", "directly wired networks: old and new routes side by side, on half of the channels each"},
};

/// The values of router.weight.
inline const std::vector<Term> kLinkWeights = {
    {"latency", "the cycles of a head that nothing delays, on links and in routers"},
    {"hops", "the number of links"},
};

/// In the order of CrcScheme.
inline const std::vector<Term> kCrcSchemes = {
    {"none", "no checksum: corrupted packets are delivered"},
    {"flit", "one in every flit, which the end of every link checks"},
    {"packet", "one in every packet, which its destination checks"},
};

/// A fact of a single packet that `expect` can name.
struct PacketFact {
  enum class Type : std::uint8_t { kFlag, kNode, kNumber };
  Term term;
  Type type = Type::kNumber;
};

std::span<const PacketFact> packet_facts();

/// Returns the keys of a range: its ends.
std::span<const std::string> range_keys();

/// The timing of routers and links under one name; explicit keys override it.
struct RouterPreset {
  Term term;
  std::optional<unsigned> vcs;       ///< nullopt: the channels that the routing needs
  unsigned buffer = 4;               ///< flits
  unsigned latency = 1;              ///< cycles in the router
  unsigned link_latency = 1;         ///< cycles
  unsigned folded_link_latency = 1;  ///< cycles, in a network that is laid out folded (Family::is_folded)
};

std::span<const RouterPreset> router_presets();
/// Returns the preset of that name; `default` if there is none.
const RouterPreset& router_preset(std::string_view name);

std::vector<Term> preset_terms();

/// Returns the values of router.allocator, in the order of AllocatorRule.
std::vector<Term> allocator_terms();

}  // namespace kintsugi

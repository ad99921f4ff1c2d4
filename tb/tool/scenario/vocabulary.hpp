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
std::span<const Term> proof_modes();
/// In the order of DiagnosisSection::Method.
std::span<const Term> diagnosis_methods();
/// Returns the values of repair.mode; the first is the default.
std::span<const Term> repair_modes();
/// Returns which states of a file are run: repair.accept.
std::span<const Term> accepted_repairs();

/// Returns the values of router.weight.
std::span<const Term> link_weights();
std::span<const Term> reply_channels();
std::span<const Term> class_arbitrations();

/// In the order of CrcScheme.
std::span<const Term> crc_schemes();

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

}  // namespace kintsugi

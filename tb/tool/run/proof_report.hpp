/// The proof of the routing of a setup, and the report of its result.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "models/routing/proof.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Proves the routing among the live nodes. Returns nullopt if the program is asked to stop: half a proof has no
/// verdict.
std::optional<ProofResult> prove_unless_stopped(const Setup& setup, const Progress& progress);

/// Returns whether a run may go on with this proof: it holds, or the routing routes around defects, and these or the
/// network itself leave some live nodes no way to each other, but nothing else fails. The run then drops the packets
/// of these.
bool allows_run(const ProofResult& proof, const Setup& setup);

/// Returns what to do about a proof that does not hold.
std::string remedy_of(const ProofResult& proof, const Setup& setup);

/// Returns "every pair of live nodes delivered", or how many are not, and which is the first.
std::string delivery_among_the_live(std::uint64_t delivered, std::uint64_t pairs, const std::string& first_undelivered);

/// Returns the keys delivered_pairs, pairs; delivered_multicasts, multicasts if there are any; channels;
/// escape_channels if there are adaptive ones; dependencies, acyclic, vcs; cycle (its channels, each waiting for the
/// next) and first_undelivered if there is one.
nlohmann::ordered_json to_json(const ProofResult& proof, const Setup& setup);
std::string to_text(const ProofResult& proof, const Setup& setup);

}  // namespace kintsugi

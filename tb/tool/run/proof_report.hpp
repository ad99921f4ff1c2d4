/// Reports the result of a proof.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/routing/proof.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the keys delivered_pairs, pairs; delivered_multicasts, multicasts if there are any; channels;
/// escape_channels if there are adaptive ones; dependencies, acyclic, vcs; cycle (its channels, each waiting for the
/// next) and first_undelivered if there is one.
nlohmann::ordered_json to_json(const ProofResult& proof, const Setup& setup);
std::string to_text(const ProofResult& proof, const Setup& setup);

}  // namespace kintsugi

/// The result of a proof, for reports.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/routing/proof.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// delivered_pairs, pairs, delivered_multicasts and multicasts where there are any, channels, escape_channels where
/// there are adaptive ones, dependencies, acyclic, vcs; cycle (the channels of one, each waiting for the next) and
/// first_undelivered only when there is one.
nlohmann::ordered_json to_json(const ProofResult& proof, const Setup& setup);
std::string to_text(const ProofResult& proof, const Setup& setup);

}  // namespace kintsugi

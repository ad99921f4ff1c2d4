/// The topics of `kintsugi help` that are sections and keys of a scenario, not commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/tool/cli/command.hpp"

namespace kintsugi::cli {

/// Returns the keys at or below a path, such as "router", "traffic.multicast" or "faults.0.cycle", and for topic
/// `network` with a kind the keys and routings of that kind; the same for a sweep, all of whose
/// keys are topic `sweep`. nullopt if no key has this path. Throws
/// InputError for an unknown kind.
std::optional<Report> key_help(const std::string& topic, const std::string& kind);

/// Returns one line with the topics: "network, fabric, ...".
std::string topics();

/// Returns the topics that `name`, which is none, is compared with: a name with a point is that of a key.
std::vector<std::string> topics_like(const std::string& name);

}  // namespace kintsugi::cli

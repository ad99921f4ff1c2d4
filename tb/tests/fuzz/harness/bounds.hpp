/// Makes a document cheap to build, whatever it asks for.
#pragma once

#include <string>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi::fuzz {

/// Returns the name by which the documents of a harness are read: the files that they name are then those in traces/.
const std::string& document_name();

/// Lowers the numbers that decide the size of a network, and takes paths out that lead away from traces/. What is out
/// of range for every network stays as it is, because it must be refused.
void bound(Value& document);
/// The same for a value that is set at a path: "network.n".
void bound(std::string_view key, Value& value);

/// Requires that every mistake has a message of one line, and a place.
void check_messages(const Diagnostics& errors);

}  // namespace kintsugi::fuzz

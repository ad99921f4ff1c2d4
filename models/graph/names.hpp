/// Which names nodes, ports and kinds of links can have. Waveforms, reports and the keys of scenarios have them, too.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace kintsugi::graph {

inline constexpr std::size_t kLongestName = 200;
inline constexpr const char* kNameRule = "it begins with a letter, a digit or _, and goes on with those or - ( ) : $";
inline constexpr const char* kLocalPort = "local";  ///< the port of the PE, in every router

/// Modules of a chip that are beside those of its nodes.
inline constexpr std::array<std::string_view, 2> kChipModules{"controller", "link_faults"};

/// Returns whether every part between dots follows the rule.
bool is_node_name(const std::string& name);
/// Returns whether the whole follows the rule and is not kLocalPort.
bool is_port_name(const std::string& name);
/// Returns a name for a port, or for a node, that is like this one: each row of wrong characters is one _, and of those
/// at the ends none. Only letters, digits, _ and - are right here. Empty if no character is right.
std::string mended(std::string_view name);
/// Returns whether the name has characters, none of them control characters or commas, and no blank at its ends.
bool is_kind_name(const std::string& name);
/// Returns the text, or so many bytes of it and "...", with no part of a character of UTF-8 at the end.
std::string shortened(std::string_view text, std::size_t longest);

/// "'x'"
std::string quoted(const std::string& name);

}  // namespace kintsugi::graph

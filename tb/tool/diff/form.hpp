/// The forms of files that can be compared, and how a file is recognised.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi::diff {

enum class Form { kReport, kPackets, kStates, kBitstream, kPlan, kWaveform };

/// The names of the forms, in the order of the enum: what --as takes.
const std::vector<std::string>& form_names();
const std::string& form_name(Form form);
/// Returns the form of that name; there must be one.
Form form_named(std::string_view name);
/// Returns what a message calls a file of this form: "a packet log".
std::string describe(Form form);

/// What the beginning of a file says, before the rest is read.
enum class Beginning { kWaveform, kPackets, kOther };
Beginning beginning_of(std::string_view text);

/// Returns the form of a file that is neither a waveform nor a packet log, by its whole text; nullopt if none fits. The
/// name of the file decides if it ends in .bin, .memh or .memb.
std::optional<Form> recognised(std::string_view text, const std::string& source);

/// Returns whether a text begins as a JSON document.
bool begins_as_json(std::string_view text);
/// Returns whether the outermost level of a JSON or YAML document has one of the keys. A mistake in it is for its
/// reader to find.
bool has_key_of(std::string_view text, std::initializer_list<std::string_view> keys);

}  // namespace kintsugi::diff

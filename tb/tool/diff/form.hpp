/// The forms of files that can be compared, how a file is recognised, and a file that is read up to where its form
/// shows.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/console/files.hpp"
#include "tb/tool/scenario/source.hpp"

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

/// A file that is compared: it is read to its end by whoever reads its form.
class OpenedFile {
 public:
  /// Opens the file, `-` is standard input, and reads its beginning. Throws InputError if it cannot be read.
  explicit OpenedFile(const std::string& file);

  const std::string& name() const { return name_; }
  /// Returns the form of the file, for which it is read as a whole unless its beginning says it. Throws InputError if
  /// it has none.
  Form form();

  /// Returns the whole text. Throws InputError if it cannot be read to its end, or is too large.
  Source text();
  /// Hands the file over part by part, what was read so far first. Throws InputError as text() does.
  void take_parts(const FileLimit& limit, const std::function<void(std::string_view)>& take);
  /// @name For a reader that asks for the parts: what was read so far, and the rest
  /// @{
  std::string begun() { return std::move(begun_); }
  FileParts& parts() { return *parts_; }
  /// @}

 private:
  void take_rest(std::uint64_t bytes, const FileLimit& limit, const std::function<void(std::string_view)>& take);
  void read_to_end();

  std::string name_;
  std::unique_ptr<FileParts> parts_;
  std::string begun_;
};

}  // namespace kintsugi::diff

/// Probes: the signals that modules show. A module lists its probes with functions that read its state on demand; a
/// waveform, a trace file of SystemC or a test takes those that it wants. A probe that is not taken costs nothing.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kintsugi::wave {

struct SignalId {
  std::uint32_t value{};
  friend auto operator<=>(SignalId, SignalId) = default;
};

/// What each step reads of a computed signal: the arguments of its Reader, and its last value.
struct Sample {
  const void* object;
  std::uint64_t argument;
  std::uint64_t last;
  SignalId signal;
};

/// Reads a value on demand. It is a plain function with two arguments, for speed: the writer calls it for every signal
/// in every step, and once more when the value has changed. The function must not change any state.
struct Reader {
  std::uint64_t (*read)(const void* object, std::uint64_t argument) = nullptr;
  const void* object = nullptr;  ///< must outlive the writer's window
  std::uint64_t argument = 0;
  /// Returns the first sample whose value differs from its `last`, or `end`. Optional: if it is null, the writer calls
  /// read() for each sample.
  const Sample* (*scan)(const Sample* begin, const Sample* end) = nullptr;

  std::uint64_t operator()() const { return read(object, argument); }
};

template <auto Function, class Object>
std::uint64_t read_object(const void* object, std::uint64_t argument) {
  return static_cast<std::uint64_t>(Function(*static_cast<const Object*>(object), argument));
}

template <auto Function, class Object>
const Sample* scan_objects(const Sample* begin, const Sample* end) {
  while (begin != end && read_object<Function, Object>(begin->object, begin->argument) == begin->last) ++begin;
  return begin;
}

/// Makes a Reader from a function of (const Object&, argument). The types are checked, and `scan` needs no call per
/// signal:
///   reader<[](const Router& r, std::uint64_t vc) { return r.occupancy(PortId{0}, Vc::from(vc)); }>(router, 3)
template <auto Function, class Object>
Reader reader(const Object& object, std::uint64_t argument = 0) {
  return {read_object<Function, Object>, &object, argument, scan_objects<Function, Object>};
}

/// The names of states 0, 1, 2 ... Signals with the same names can share a table. A name may hold any bytes but must
/// not be empty. The writer escapes blanks, control characters and backslashes, which VCD cannot hold, as GTKWave
/// reads them.
using NameTable = std::shared_ptr<const std::vector<std::string>>;

/// Returns the text of the value that a Reader with the same arguments has just read. It may hold any bytes but must
/// not be empty.
using TextOf = std::string (*)(const void* object, std::uint64_t argument);

/// Takes the probes of modules.
class ProbeList {
 public:
  virtual ~ProbeList() = default;

  /// Returns whether a probe of this name is taken. The name is the module's, a dot, and that of the probe.
  virtual bool wants(const std::string&) const { return true; }
  /// Takes a vector of 1 to 64 bits. A value that does not fit is unknown: kUnknown never does below 64 bits.
  virtual void add(const std::string& name, unsigned width, const Reader& value) = 0;
  /// Takes a probe whose values are names: `state` returns an index into `names`.
  virtual void add_name(const std::string& name, const Reader& state, const NameTable& names) = 0;

  /// Returns whether the list takes the credits of output channels, which waveforms do not show.
  virtual bool takes_credits() const { return false; }

  /// Returns whether the list takes probes whose values are texts.
  virtual bool takes_texts() const { return false; }
  /// Takes a probe whose values are texts: `value` returns a number that is another one whenever the text is, kUnknown
  /// for "-". Called only if takes_texts().
  virtual void add_text(const std::string&, const Reader& /*value*/, TextOf /*text*/) {}

  /// Returns the table for this key, made by the first that asks for it, so that modules of one type share theirs.
  template <std::invocable Make>
  const NameTable& shared_names(const void* key, Make make) {
    NameTable& names = shared_[key];
    if (!names) names = std::make_shared<const std::vector<std::string>>(make());
    return names;
  }

 private:
  std::unordered_map<const void*, NameTable> shared_;
};

inline constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

/// The probes of one module: puts its name before theirs, and takes those that are wanted.
class ModuleProbes {
 public:
  ModuleProbes(ProbeList& list, std::string module) : list_(list), prefix_(std::move(module) + '.') {}

  void add(const std::string& name, unsigned width, const Reader& value) {
    if (list_.wants(prefix_ + name)) list_.add(prefix_ + name, width, value);
  }
  void add_credits(const std::string& name, unsigned width, const Reader& value) {
    if (list_.takes_credits()) add(name, width, value);
  }
  void add_text(const std::string& name, const Reader& value, TextOf text) {
    if (list_.takes_texts() && list_.wants(prefix_ + name)) list_.add_text(prefix_ + name, value, text);
  }
  /// `names` is called for a probe that is wanted only.
  template <std::invocable Names>
  void add_name(const std::string& name, const Reader& state, const void* key, Names names) {
    if (list_.wants(prefix_ + name)) list_.add_name(prefix_ + name, state, list_.shared_names(key, names));
  }
  /// `names`, which outlives the list, is its own key.
  template <std::size_t size>
  void add_name(const std::string& name, const Reader& state, const std::array<const char*, size>& names) {
    add_name(name, state, &names, [&names] { return std::vector<std::string>(names.begin(), names.end()); });
  }

 private:
  ProbeList& list_;
  std::string prefix_;
};

}  // namespace kintsugi::wave

/// Writes waveforms as a value change dump (VCD, IEEE 1800 clause 21.7) while the simulation runs.
///
/// Extension   state names are written in GTKWave's extension of VCD: variables of type `string` and value changes
///             `s<text> <code>`. A viewer without this extension shows the other signals at best
/// Signals     declared by add() and add_name() for values that are computed on demand, or by SystemC's own
///             sc_trace(&writer, signal_or_variable, "scope.name"). All three throw std::logic_error once the window
///             has opened
/// Names       parts separated by dots; every part but the last is a $scope module. The members of a scope keep the
///             order of declaration. A part begins with a letter, a digit or _ and continues with those or - ( ) : $
/// Sampling    the writer is called at the end of each time step, when no value can change any more at that
///             time. Values between delta cycles are not sampled
/// Window      time steps in [from, to]. The first of them dumps all values, a later one only the values that changed,
///             under a time stamp if there are any. The dump ends with a time stamp without values, at the time of
///             close() but after the last step, and at most one tick after `to`: viewers draw the last values up to it.
///             Outside the window the writer reads no signal. Its ends can be moved while the simulation runs
/// Time        in ticks of `timescale`, rounded down. Steps in the same tick share a time stamp; the value of the last
///             of them holds
/// Values      a value that does not fit the width of its signal is written as x, not truncated. A state without a name
///             is written as its number in < >. An event is a pulse in the step that triggers it, but not in the first
///             step of the window
/// File        written to a temporary file of its own beside `path`; close() renames it to `path`. A writer that is
///             destroyed without close(), by an exception for example, removes it. The same run writes the same bytes:
///             no date, no version
/// Cost        each step compares a variable or sc_signal of sc_trace in its own memory, under 1 ns. For a signal of
///             add() it calls a function, about 2 ns. Vectors above 64 bits or of four-valued bits are compared as text
/// Errors      std::invalid_argument: a bad or clashing name, width, window or timescale, a fixed-point type;
///             std::system_error: the file cannot be opened or written. sc_start() passes it on if the disk is full
/// Not modelled: tracing of delta cycles, of sc_fx types, of signals added later
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "hw/wave/probe.hpp"
#include "hw/wave/scope_tree.hpp"
#include "hw/wave/step_callback.hpp"
#include "models/files/part_file.hpp"

namespace kintsugi::wave {

/// How the values of a signal are written: bits of two or four values, a word from a table or of a function, a real
/// number, a pulse, a time.
enum class SignalKind : std::uint8_t { kBits, kLogic, kNames, kText, kReal, kEvent, kTime };

/// The description of a signal from which the save file is made.
struct SignalInfo {
  std::string name;  ///< full name, scopes separated by dots
  unsigned width;    ///< in bits; 1 for state names and events
  SignalKind kind;   ///< how its values are written
};

/// The file of a dump, and its window.
struct VcdOptions {
  std::filesystem::path path;                     ///< an existing file is replaced by close()
  sc_core::sc_time timescale{1, sc_core::SC_NS};  ///< 1, 10 or 100 of a unit from fs to s
  sc_core::sc_time from{sc_core::SC_ZERO_TIME};   ///< first time step written; sc_max_time(): none before open_at()
  sc_core::sc_time to{sc_core::sc_max_time()};    ///< last time step written
  std::filesystem::path named{};                  ///< what messages call the file; empty: its path
  std::string heading{};                          ///< a comment in front of all else; empty: none
};

class VcdWriter final : public sc_core::sc_trace_file {
 public:
  /// Opens the file and registers the writer with the SystemC kernel.
  explicit VcdWriter(VcdOptions options);
  ~VcdWriter() override;
  VcdWriter(const VcdWriter&) = delete;
  VcdWriter& operator=(const VcdWriter&) = delete;

  /// Declares a vector of 1 to 64 bits.
  SignalId add(const std::string& name, unsigned width, Reader value);
  /// Declares a signal whose values are names: `state` returns an index into `names`.
  SignalId add_name(const std::string& name, Reader state, NameTable names);
  /// Declares a signal whose values are texts: `text` is called when `value` has changed; "-" stands for kUnknown.
  SignalId add_text(const std::string& name, Reader value, TextOf text);

  /// Returns all signals, by SignalId.
  std::span<const SignalInfo> signals() const { return infos_; }

  /// Moves the first time step written. Throws std::logic_error once the window has opened.
  void open_at(const sc_core::sc_time& from);
  /// Moves the last time step written. Throws std::logic_error once the window has closed, or if it would end before
  /// the present time step.
  void close_after(const sc_core::sc_time& to);

  /// Completes the dump, even before the window opens or ends, and renames the file to `path`. A second call has no
  /// effect.
  void close();

  /// Declares an object whose value is read from memory in each step: sc_trace() calls it. `width`: in bits.
  void trace(const bool& object, const std::string& name) override;
  void trace(const sc_dt::sc_bit& object, const std::string& name) override;
  void trace(const sc_dt::sc_logic& object, const std::string& name) override;
  void trace(const unsigned char& object, const std::string& name, int width) override;
  void trace(const unsigned short& object, const std::string& name, int width) override;
  void trace(const unsigned int& object, const std::string& name, int width) override;
  void trace(const unsigned long& object, const std::string& name, int width) override;
  void trace(const char& object, const std::string& name, int width) override;
  void trace(const short& object, const std::string& name, int width) override;
  void trace(const int& object, const std::string& name, int width) override;
  void trace(const long& object, const std::string& name, int width) override;
  void trace(const sc_dt::int64& object, const std::string& name, int width) override;
  void trace(const sc_dt::uint64& object, const std::string& name, int width) override;
  void trace(const float& object, const std::string& name) override;
  void trace(const double& object, const std::string& name) override;
  void trace(const sc_core::sc_event& object, const std::string& name) override;
  void trace(const sc_core::sc_time& object, const std::string& name) override;
  void trace(const sc_dt::sc_int_base& object, const std::string& name) override;
  void trace(const sc_dt::sc_uint_base& object, const std::string& name) override;
  void trace(const sc_dt::sc_signed& object, const std::string& name) override;
  void trace(const sc_dt::sc_unsigned& object, const std::string& name) override;
  void trace(const sc_dt::sc_bv_base& object, const std::string& name) override;
  void trace(const sc_dt::sc_lv_base& object, const std::string& name) override;
  void trace(const sc_dt::sc_fxval& object, const std::string& name) override;
  void trace(const sc_dt::sc_fxval_fast& object, const std::string& name) override;
  void trace(const sc_dt::sc_fxnum& object, const std::string& name) override;
  void trace(const sc_dt::sc_fxnum_fast& object, const std::string& name) override;
  /// Declares a signal whose values are names: `object` is an index into `literals`, which ends with a null pointer.
  void trace(const unsigned int& object, const std::string& name, const char** literals) override;

  /// Writes a comment. A comment from before the window follows the declarations; one from after the window is dropped.
  void write_comment(const std::string& comment) override;
  /// Throws std::invalid_argument if `on`.
  void delta_cycles(bool on) override;
  /// Sets the timescale. Throws std::logic_error once the window has opened.
  void set_time_unit(double value, sc_core::sc_time_unit unit) override;

 protected:
  /// Writes a time step. The kernel calls it at the end of each time step, and of each delta cycle, which it ignores.
  void cycle(bool delta_cycle) override;

 private:
  enum class Phase : std::uint8_t { kBefore, kInside, kAfter };

  /// The computed signals that share one function. A step without changes reads the samples only, not the forms.
  struct SampleGroup {
    Reader reader;  ///< only `read` and `scan` are used; the samples hold the objects and arguments
    std::vector<Sample> samples;
  };
  /// A value in memory. Each step compares the memory with `last`; the Reader in its form runs only if they differ.
  struct Watched {
    const void* memory;
    std::uint64_t last;
    SignalId signal;
  };
  /// A vector of more than 64 bits, or of four-valued bits: sampled as text.
  struct SampledText {
    void (*print)(const void* object, std::string& bits);
    const void* object;
    std::string last;
    SignalId signal;
  };
  /// How a signal's changes are written, by SignalId.
  struct Form {
    std::array<char, 8> code;  ///< the identifier code of the signal in the dump; the last char is its length
    unsigned width;
    SignalKind kind;
    std::uint32_t names;  ///< index into tables_
    Reader value;         ///< only for a watched signal and for a text
    std::uint64_t last;   ///< only for a watched signal: the result of `value` at the last change of its memory
  };

  SignalId declare(const std::string& name, unsigned width, SignalKind kind, std::uint32_t names = 0);
  SignalId sample(SignalId signal, Reader value);
  SignalId watch(SignalId signal, Reader value, std::size_t bytes);
  SignalId sample_text(SignalId signal, const void* object, void (*print)(const void*, std::string&));
  std::uint32_t escaped_table(const std::string& name, NameTable names);
  static unsigned checked_width(const std::string& name, int width);
  template <class T>
  void trace_integer(const T& object, const std::string& name, int width);

  void check_window() const;
  std::uint64_t tick(const sc_core::sc_time& time) const { return time.value() / options_.timescale.value(); }
  void open_window();
  void close_window(std::uint64_t end);
  void write_header();
  void dump_all();
  template <class Raw>
  void dump_all_of(std::vector<Watched>& watched);
  void write_changes();
  void write_changes_of(SampleGroup& group);
  template <class Raw>
  void write_changes_of(std::vector<Watched>& watched);
  void change(const Form& form, std::uint64_t before, std::uint64_t now);
  void stamp(std::uint64_t time);
  void write_value(const Form& form, std::uint64_t value);
  void write_name(const Form& form, std::uint64_t state);
  void write_words(const Form& form, std::uint64_t value);
  void write_text(const Form& form, std::string_view bits);

  VcdOptions options_;
  std::optional<StepCallback> steps_;
  files::PartFile file_;
  ScopeTree scopes_;
  std::vector<SignalInfo> infos_;
  std::vector<Form> forms_;
  std::vector<SampleGroup> groups_;              ///< in the order their functions were first seen
  std::array<std::vector<Watched>, 4> watched_;  ///< by size in memory: 1, 2, 4 and 8 bytes
  std::vector<SampledText> texts_;
  std::vector<std::vector<std::string>> tables_;  ///< state names, escaped
  std::vector<TextOf> text_of_;                   ///< by Form::names of a text
  std::unordered_map<NameTable, std::uint32_t> table_of_;
  std::string comments_;  ///< from before the window
  std::string scratch_;
  Phase phase_ = Phase::kBefore;
  bool closed_ = false;
  std::uint64_t now_ = 0;      ///< tick of the step being written
  std::uint64_t stamped_ = 0;  ///< the last time stamp written
};

}  // namespace kintsugi::wave

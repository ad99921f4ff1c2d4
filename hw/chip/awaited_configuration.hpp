/// The configuration that a module waits for: names the module, when the simulation ends, if none has come into force.
///
/// Report  of type kConfigurationReport, severity SC_WARNING; once for each module, and only on a fabric
/// End     the kernel calls end_of_simulation() only after sc_stop(); without it the end is the destructor
#pragma once

#include <cstddef>
#include <systemc>

namespace kintsugi {

class AwaitedConfiguration {
 public:
  explicit AwaitedConfiguration(bool on_fabric) : awaited_(on_fabric) {}
  void has_come() { awaited_ = false; }
  /// For end_of_simulation(): warns if `waiting` things of the module, each a `what`, wait.
  void warn(const sc_core::sc_object& module, std::size_t waiting, const char* what);
  /// The same for a destructor, which throws nothing, whatever the actions of the report are.
  void warn_at_last(const sc_core::sc_object& module, std::size_t waiting, const char* what) noexcept;

 private:
  bool awaited_;
};

}  // namespace kintsugi

/// One router in RTL, simulated by Verilator, behind an interface that is the same for all networks.
///
/// Ports and channels are numbered as in kt_router. Inputs stay until they are put again. An edge is one clock cycle;
/// the outputs are the registers after it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace kintsugi::test {

struct RtlFlit {
  bool head = false;
  bool tail = false;
  unsigned vc = 0;
  std::uint64_t payload = 0;
  friend bool operator==(const RtlFlit&, const RtlFlit&) = default;
};

/// Numbers that the vectors of the ports are cut by.
struct RtlWidths {
  unsigned ports = 0;  ///< without that of the PE
  unsigned vcs = 0;
  unsigned vc = 0;  ///< bits, like those below
  unsigned payload = 0;
  unsigned count = 0;
};

class CompiledRouter {
 public:
  virtual ~CompiledRouter() = default;
  virtual void put_flit(unsigned port, const std::optional<RtlFlit>& flit) = 0;
  virtual void put_credit(unsigned port, std::optional<unsigned> vc) = 0;
  virtual void edge() = 0;
  virtual std::optional<RtlFlit> flit(unsigned port) const = 0;
  virtual std::optional<unsigned> credit(unsigned port) const = 0;
  /// Returns the output channel, port * vcs + vc, that an input channel holds.
  virtual std::optional<unsigned> held(unsigned channel) const = 0;
  /// Returns the flits in the buffer of an input channel.
  virtual unsigned count(unsigned channel) const = 0;
};

/// Makes the router of a node, out of reset. `name` is that of a network or mutant (networks.hpp); returns nullptr for
/// another.
std::unique_ptr<CompiledRouter> make_compiled_router(std::string_view name, const RtlWidths& widths,
                                                     std::uint32_t node);

}  // namespace kintsugi::test

/// How a clock domain evaluates its modules.
#pragma once

namespace kintsugi {

enum class Schedule {
  kDomain,  ///< the active modules, from their marks, one kind after the other
  /// One SC_METHOD per module, `<module>.evaluate`, notified when it is active: the kernel chooses the order.
  kProcess,
  kAlways,  ///< every module in every cycle
};

inline constexpr unsigned kMaxThreads = 64;  ///< that evaluate the modules of a clock domain

}  // namespace kintsugi

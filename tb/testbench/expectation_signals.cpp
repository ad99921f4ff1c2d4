#include "tb/testbench/expectation_signals.hpp"

#include <array>
#include <string>

#include "hw/chip/chip.hpp"

namespace kintsugi {

namespace {

constexpr std::array<const char*, 4> kShowNames{"outside", "pending", "holds", "fails"};  // by CycleChecks::Show

}  // namespace

ExpectationSignals::ExpectationSignals(sc_core::sc_module_name name, Chip& chip) : Module(name, chip.clock()) {
  chip.show(*this);
}

void ExpectationSignals::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  std::array<std::size_t, kCheckKindNames.size()> counts{};
  for (std::size_t check = 0; check < checks_.size(); ++check) {
    const auto kind = static_cast<std::size_t>(checks_[check].kind);
    probes.add_name(kCheckKindNames[kind] + std::to_string(counts[kind]++),
                    reader<[](const CycleChecks& checks, std::uint64_t number) {
                      return static_cast<std::uint64_t>(checks.shows(number));
                    }>(checks_, check),
                    kShowNames);
  }
  probes.add("unmet", 32, reader<[](const CycleChecks& checks, std::uint64_t) { return checks.failures(); }>(checks_));
}

}  // namespace kintsugi

#include "hw/chip/module_walk.hpp"

#include "hw/chip/chip.hpp"
#include "hw/link/conservation_check.hpp"

namespace kintsugi {

namespace {

/// Hands the chosen probes on to a waveform, and counts them.
class ChosenProbes final : public wave::ProbeList {
 public:
  ChosenProbes(wave::VcdWriter& writer, const std::function<bool(std::string_view)>& chosen, bool texts)
      : writer_(writer), chosen_(chosen), texts_(texts) {}

  bool wants(const std::string& name) const override { return chosen_(name); }
  void add(const std::string& name, unsigned width, const wave::Reader& value) override {
    writer_.add(name, width, value);
    ++count_;
  }
  void add_name(const std::string& name, const wave::Reader& state, const wave::NameTable& names) override {
    writer_.add_name(name, state, names);
    ++count_;
  }
  bool takes_texts() const override { return texts_; }
  void add_text(const std::string& name, const wave::Reader& value, wave::TextOf text) override {
    writer_.add_text(name, value, text);
    ++count_;
  }
  std::size_t count() const { return count_; }

 private:
  wave::VcdWriter& writer_;
  const std::function<bool(std::string_view)>& chosen_;
  bool texts_;
  std::size_t count_ = 0;
};

}  // namespace

std::size_t add_probes(const Chip& chip, wave::VcdWriter& writer, const std::function<bool(std::string_view)>& chosen,
                       bool transactions) {
  ChosenProbes list(writer, chosen, transactions);
  for (const Module* module : chip.all_modules()) {
    wave::ModuleProbes probes(list, module->name());
    module->list_probes(probes);
  }
  return list.count();
}

void sc_trace(sc_core::sc_trace_file* file, const Chip& chip, const std::string& name) {
  const std::size_t own = std::string_view(chip.name()).size();
  for (const Module* module : chip.all_modules()) sc_trace(file, *module, name + (module->name() + own));
}

std::optional<std::string> check_conservation(const Chip& chip) {
  return check_conservation(chip, chip.counters());
}

std::optional<std::string> check_conservation(const Chip& chip, const FlitCounters& counters) {
  ConservationCheck check(counters, chip.clock().now());
  for (const Module* module : chip.all_modules()) module->add_to(check);
  return check.complaint();
}

}  // namespace kintsugi

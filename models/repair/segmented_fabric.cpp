#include "models/repair/segmented_fabric.hpp"

#include <stdexcept>
#include <utility>

#include "models/fabric/dead_segments.hpp"
#include "models/fabric/fabric_number.hpp"
#include "models/repair/self_diagnosis.hpp"

namespace kintsugi {

namespace {

Position middle_of_segment(const Fabric& fabric, const ChainSegment& segment) {
  for (const FabricSwitch& each : fabric.switches) {
    if (segment.has_field(each.field)) return each.position;
  }
  return {};
}

Fabric with_bypass_switches(const Fabric& serial, std::vector<ChainSegment> segments, const BypassSwitchType& type,
                            const Network& network) {
  Fabric fabric = serial;
  fabric.fields.clear();
  for (const ChainSegment& each : segments) fabric.fields.push_back({1, type.states(), "bypass." + each.name});
  fabric.fields.insert(fabric.fields.end(), serial.fields.begin(), serial.fields.end());
  for (FabricSwitch& each : fabric.switches) each.field += segments.size();
  for (std::size_t number = 0; number < segments.size(); ++number) {
    const ChainSegment& each = segments[number];
    fabric.switches.push_back({&type, "bypass." + each.name, number, middle_of_segment(serial, each)});
  }
  for (ChainSegment& each : segments) {
    each.first_field += segments.size();
    each.end_field += segments.size();
  }
  fabric.segments = std::move(segments);
  fabric.number = fabric_number(fabric, network);
  return fabric;
}

class SegmentedRepairer final : public Repairer {
 public:
  SegmentedRepairer(const SegmentedFabric& fabric, std::unique_ptr<Repairer> serial)
      : fabric_(&fabric), serial_(std::move(serial)) {}
  Repair repair(const Defects& defects) override {
    return fabric_->with_header(serial_->repair(defects), defects.segments);
  }

 private:
  const SegmentedFabric* fabric_;
  std::unique_ptr<Repairer> serial_;
};

}  // namespace

SegmentedFabric::SegmentedFabric(std::unique_ptr<ReconfigurableFabric> serial, const Network& network)
    : serial_(std::move(serial)),
      fabric_(with_bypass_switches(serial_->fabric(), serial_->segments(), bypass_, network)) {
  if (fabric_.segments.empty())
    throw std::invalid_argument("'" + fabric_.name + "' does not say what its segments are");
}

Repair SegmentedFabric::with_header(Repair repair, std::span<const SegmentId> dead) const {
  if (!repair.repairable) return repair;
  repair.configuration.insert(repair.configuration.begin(), fabric_.segments.size(), SwitchState{kLoaded});
  bypass(fabric_, dead, repair.configuration);
  return repair;
}

Repair SegmentedFabric::repair(const Defects& defects, const RepairOptions& options) const {
  return with_header(serial_->repair(defects, options), defects.segments);
}

std::optional<std::string> SegmentedFabric::complete_for(const RepairOptions& options) const {
  return serial_->complete_for(options);
}

CompletedPlan SegmentedFabric::complete(const GivenPlan& plan) const {
  CompletedPlan completed = serial_->complete(plan);
  completed.repair = with_header(std::move(completed.repair), plan.segments);
  return completed;
}

std::unique_ptr<RepairTester> SegmentedFabric::tester(const RepairOptions& options) const {
  return serial_->tester(options);
}

std::unique_ptr<Repairer> SegmentedFabric::repairer(const RepairOptions& options) const {
  return std::make_unique<SegmentedRepairer>(*this, serial_->repairer(options));
}

std::optional<std::string> SegmentedFabric::write_refutation(const Defects& defects, const RepairOptions& options,
                                                             const RefutationFiles& files) const {
  return serial_->write_refutation(defects, options, files);
}

std::unique_ptr<SelfDiagnosis> SegmentedFabric::self_diagnosis() const {
  return serial_->self_diagnosis();
}

ElementDefect SegmentedFabric::element(std::string_view key, std::span<const int> address) const {
  return serial_->element(key, address);
}

ParameterSpec chain_option(const std::string& segment) {
  return {.name = "chain",
          .type = ParameterSpec::Type::kName,
          .required = false,
          .help = "the configuration chain: serial, or segmented: " + segment +
                  " is a segment with a bypass, and may be dead; default serial",
          .choices = {"serial", "segmented"},
          .otherwise = "serial",
          .decides_repair = false};
}

std::unique_ptr<ReconfigurableFabric> with_chain(std::unique_ptr<ReconfigurableFabric> serial, const Network& network,
                                                 const Parameters& options) {
  const auto chain = options.find("chain");
  if (chain == options.end() || std::get<std::string>(chain->second) != "segmented") return serial;
  return std::make_unique<SegmentedFabric>(std::move(serial), network);
}

}  // namespace kintsugi

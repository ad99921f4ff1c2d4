/// Counts what detection of lost packets does in a run, and checks the protocol of the PEs from the outside.
#include <optional>

#include "hw/link/detection_counters.hpp"
#include "models/detection/parameters.hpp"
#include "tb/tool/features/detection/delivery_record.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

/// Runs with detection have a single thread.
class DetectionMeter final : public Instrument, private PacketWatcher {
 public:
  explicit DetectionMeter(const TrafficBegin& begin) : chip_(begin.chip) {}

  PacketObserver* packets(unsigned thread) override { return thread == 0 ? this : nullptr; }
  bool has_delivered(PacketName packet) const override { return record_.is_delivered(packet); }
  std::string complaint() const override { return record_.complaint(); }
  /// Only the end of the run says which packets are lost that a source has given up: of some a copy has arrived since.
  std::optional<LateLosses> late_losses() const override {
    LateLosses losses{{}, record_.lost()};
    record_.for_each_undelivered([&losses](const LostPacket& packet, Cycle first) {
      losses.undelivered.push_back({packet, first});
    });
    return losses;
  }
  void finish(const RunResult& /*result*/) override { counters_ = chip_.detection_counters(); }
  using Instrument::report;
  void report(TextTable& table, const ReportNumbers& numbers) const override {
    table.add(
        {"detection",
         numbers.fill("{packets} packets kept by their sources, {acknowledged} acknowledged, {given_up} given up; "
                      "{resent} copies sent again, {duplicates} discarded as second ones",
                      "detection.")});
    table.add(
        {"damage",
         numbers.fill("{flits_erased} flits erased by dead links, {flits_corrupted} corrupted, of which the ends of "
                      "links found {flits_found}; {damaged} packets dropped for a marked flit, {found} for their own "
                      "checksum, {wrong} delivered with wrong content",
                      "detection.")});
  }
  const DetectionCounters& counters() const { return counters_; }

 private:
  void created(const Packet& packet, Cycle /*now*/) override { record_.created(packet); }
  void delivered(const Packet& packet, Cycle /*now*/) override { record_.delivered(packet); }
  /// Without a fabric node n is site n.
  void discarded(const Packet& packet, const Discard& discard) override {
    if (!is_copy(packet)) return;
    record_.dropped(packet, discard.reason, SiteId{discard.pe.node().value}, discard.cycle, discard.to_the_dead);
  }
  void given_up(const Packet& packet, Cycle /*now*/) override { record_.given_up(packet); }

  const Chip& chip_;
  DeliveryRecord record_;
  DetectionCounters counters_;
};

std::string acknowledgements_are_sent(const Scenario& scenario, const Setup&) {
  return need::unless(scenario.features.find<DetectionParameters>() != nullptr,
                      "packets are not acknowledged in this run; add detection: {}");
}

RunRows detection_numbers() {
  using Counters = DetectionCounters;
  const auto rows =
      ReportRows<Counters>()
          .number("packets", "packets",
                  "whose first copy has left the source queue, in the whole run, as all of `detection`",
                  &Counters::kept)
          .number("acknowledged", "packets", "of these, those of which the source has an acknowledgement",
                  &Counters::acknowledged)
          .number(
              "given_up", "packets",
              "of these, those that the source has given up, after the last timeout or because it died; one of which a "
              "copy was delivered, but no acknowledgement came, is not lost",
              &Counters::given_up)
          .number("resent", "copies", "sent again after a timeout", &Counters::resent)
          .number("duplicates", "copies",
                  "that the destination discarded: it had the packet already, or the source had given it up",
                  &Counters::duplicates)
          .number("acknowledgements", "packets", "sent, of one flit each: one for each copy that passed the checks",
                  &Counters::receipts)
          .number("acknowledgements_lost", "packets", "of these, those that were dropped", &Counters::receipts_lost)
          .number("flits_erased", "flits", "of which a dead link let nothing through", &Counters::flits_erased)
          .number("flits_corrupted", "flits",
                  "in which a link turned bits over; one that two links corrupt counts twice",
                  &Counters::flits_corrupted)
          .number("flits_found", "flits",
                  "of these, those that the checksum of the flit found, with `detection.crc: flit`",
                  &Counters::flits_found)
          .number("flits_missed", "flits",
                  "of these, those that no end of a link found: all of them without `detection.crc: flit`",
                  [](const Counters& counters) { return counters.flits_corrupted - counters.flits_found; })
          .number("damaged", "copies", "that the destination dropped because a link had erased or marked a flit",
                  &Counters::damaged)
          .number("found", "copies", "that the destination dropped because the checksum of the packet did not hold",
                  &Counters::found)
          .number("wrong", "packets", "delivered with wrong content: no checksum found the errors", &Counters::wrong);
  const auto counters = [](const ReportedRun& run) {
    const auto* const meter = run.result.find<DetectionMeter>();
    return meter == nullptr ? nullptr : &meter->counters();
  };
  return RunRows().include("detection", rows, counters, {acknowledgements_are_sent});
}

}  // namespace

extern const InstrumentInfo kDetectionMeter;
const InstrumentInfo kDetectionMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.features.find<DetectionParameters>() != nullptr; },
    .make = make_instrument<DetectionMeter>,
    .numbers = detection_numbers,
    .place = ReportPlace::kAfterTraffic,
    .acts = true,
    .for_one_thread = "detection needs",
};

}  // namespace kintsugi

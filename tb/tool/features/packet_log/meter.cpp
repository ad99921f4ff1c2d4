/// Logs the packets of a run, for the file of --packets, for the page and for the comparison with a golden log.
#include <deque>
#include <optional>

#include "tb/tool/features/expect/golden.hpp"
#include "tb/tool/features/packet_log/log_memory.hpp"
#include "tb/tool/features/packet_log/packet_file.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

/// What is logged: a page shows all packets with their routes, and a golden log has all packets.
struct LogWish {
  explicit LogWish(const Wishes& wishes) : file(wishes.options.find<PacketLogOptions>()) {
    const std::optional<GoldenLog> golden = golden_log_of(wishes.scenario);
    hops = wishes.page || (file != nullptr && file->route) || (golden && golden->routes);
    if (!wishes.page && !golden && file != nullptr) filter = file->filter;
  }
  const PacketLogOptions* file;  // nullptr: no log is written that was asked for
  bool hops = false;
  PacketFilter filter;
};

class PacketLogger final : public Instrument {
 public:
  explicit PacketLogger(const RunBegin& begin)
      : setup_(begin.setup), wish_(begin.wishes), recorded_(setup_.network().nodes()) {
    if (wish_.file != nullptr) file_.emplace(*wish_.file);
  }
  void prepare(ChipParameters& parameters) override {
    if (!wish_.hops) return;
    for (unsigned thread = 0; thread < parameters.threads; ++thread) hops_.emplace_back(wish_.filter);
    parameters.hop_logs = hops_;
  }
  void watch(Chip& chip) override { chip_ = &chip; }
  PacketObserver* packets(unsigned /*thread*/) override {
    return &recorders_.emplace_back(wish_.filter, *chip_, recorded_, chip_->clock().threads() == 1);
  }
  /// A packet that is lost with all its copies is known by the report only.
  void finish(const RunResult& result) override {
    for (PacketRecorder& recorder : recorders_) recorder.settle();
    if (result.lost_late && !recorders_.empty()) {
      for (const LostPacket& packet : *result.lost_late) recorders_.front().lost(packet);
    }
    log_.emplace(std::move(recorded_), std::move(hops_));
  }
  std::vector<std::string> write(const RunResult& result) override {
    if (!file_) return {};
    file_->write(*log_, result, setup_, *chip_);
    return {file_->options().file.string()};
  }
  const PacketLog* log() const { return log_ ? &*log_ : nullptr; }

 private:
  const Setup& setup_;
  LogWish wish_;
  const Chip* chip_ = nullptr;
  std::optional<PacketLogFile> file_;  // nullopt: none was asked for
  PacketRecorder::Sources recorded_;
  std::vector<HopLog> hops_;              // by thread; none without routes
  std::deque<PacketRecorder> recorders_;  // by thread
  std::optional<PacketLog> log_;          // once the run is over
};

}  // namespace

const PacketLog* packet_log_of(const RunResult& result) {
  const auto* const logger = result.find<PacketLogger>();
  return logger == nullptr ? nullptr : logger->log();
}

extern const InstrumentInfo kPacketLogger;
const InstrumentInfo kPacketLogger{
    .is_wanted =
        [](const Wishes& wishes) {
          return wishes.page || wishes.options.find<PacketLogOptions>() != nullptr || golden_log_of(wishes.scenario);
        },
    .make_first = make_instrument<PacketLogger>,
    .bytes =
        [](const Wishes& wishes, const Setup& setup) {
          const LogWish wish(wishes);
          return log_bytes(wishes.scenario, setup, wish.filter, wish.hops);
        },
    .remedy =
        "for the packets of the log or the page: run fewer cycles, log fewer packets (--source, --destination, "
        "--created), or leave out --route, --page or expect.golden",
};

}  // namespace kintsugi

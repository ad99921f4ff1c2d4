/// Observes a run up to the cycle that is to be explained.
#include <optional>

#include "tb/tool/features/explain/explanation.hpp"
#include "tb/tool/features/explain/packet_follower.hpp"
#include "tb/tool/features/explain/router_moment.hpp"
#include "tb/tool/features/explain/switch_moment.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

class Explainer final : public Instrument {
 public:
  explicit Explainer(const RunBegin& begin)
      : request_(*begin.wishes.options.find<explain::Request>()), answer_(*request_.answer) {}

  void watch(Chip& chip) override {
    chip_ = &chip;
    if (request_.packet) follower_.emplace(chip, *request_.packet);
  }
  PacketObserver* packets(unsigned /*thread*/) override { return follower_ ? &*follower_ : nullptr; }

  void after(Cycle cycle, bool /*measured*/) override {
    if (answer_.found) return;
    const bool is_last = request_.cycle == cycle;
    if (follower_) follower_->after(cycle);
    if (request_.of_switch) note_state(cycle);
    if (request_.site || request_.node) look_at_router(cycle, is_last);
    if (!is_last && !(follower_ && !request_.cycle && follower_->is_over())) return;
    answer_.found = true;
    answer_.cycle = cycle;
    conclude_cycle();
  }
  bool ends_run() const override { return answer_.found; }

  void finish(const RunResult& result) override {
    answer_.simulated = true;
    answer_.cycles = result.cycles;
    if (answer_.found || request_.cycle || !follower_ || result.cycles == 0) return;
    answer_.cycle = result.cycles - 1;  // the packet has not ended by the end of the run
    answer_.found = true;
    conclude_cycle();
  }

 private:
  void note_state(Cycle cycle) {
    const SwitchState state = chip_->modules().switches.at(request_.of_switch->value)->state();
    if (state_ == state) return;
    since_ = cycle;
    state_ = state;
  }

  /// Returns the site that is asked for; kNoSite: the node is at none.
  SiteId site() const {
    if (request_.site) return *request_.site;
    const std::vector<SiteId>& sites = chip_->nodes().placement().site_of;
    return request_.node->value < sites.size() ? sites[request_.node->value] : kNoSite;
  }

  void look_at_router(Cycle cycle, bool is_last) {
    const SiteId now = site();
    if (now == kNoSite) return;
    const Router& router = chip_->router(now);
    if (is_last) {
      const bool knows_before = cycle == 0 || before_site_ == now;
      if (!knows_before) before_ = explain::FreeChannels(router);  // its node has just moved: no flit was in it
      answer_.router = explain::router_moment(*chip_, router, before_);
    } else if (cycle + 1 == request_.cycle) {
      before_ = explain::FreeChannels(router);
      before_site_ = now;
    }
  }

  void conclude_cycle() {
    answer_.configuration = explain::configuration_moment(*chip_);
    if (request_.of_switch) answer_.of_switch = explain::switch_moment(*chip_, *request_.of_switch, since_);
    if (follower_) answer_.packet = follower_->moment();
  }

  const explain::Request& request_;
  explain::Explanation& answer_;
  const Chip* chip_ = nullptr;
  std::optional<explain::PacketFollower> follower_;
  explain::FreeChannels before_;  // of the router, at the end of the cycle before
  SiteId before_site_ = kNoSite;
  std::optional<SwitchState> state_;
  Cycle since_ = 0;
};

}  // namespace

extern const InstrumentInfo kExplainer;
const InstrumentInfo kExplainer{
    .is_wanted = [](const Wishes& wishes) { return wishes.options.find<explain::Request>() != nullptr; },
    .make_first = make_instrument<Explainer>,
    .for_one_thread = "an explanation needs",
    .needs_every_cycle = true,
};

}  // namespace kintsugi

#include "hw/link/link_relay.hpp"

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <stdexcept>
#include <utility>

#include "hw/clock/bit_set.hpp"
#include "hw/link/conservation_check.hpp"
#include "hw/link/flit_damage.hpp"
#include "hw/link/link_probes.hpp"

namespace kintsugi {

namespace {

constexpr std::array<LinkSide, 2> kLinkSides{LinkSide::kRouter, LinkSide::kFar};

}  // namespace

struct LinkRelay::Queues {
  struct Waiting {
    Flit flit;
    Cycle due;  // it leaves in this cycle at the earliest
  };
  std::array<boost::circular_buffer<Waiting>, 2> of;  // by the side that they come from
};

LinkRelay::LinkRelay(sc_core::sc_module_name name, const LinkSite& site, unsigned delay)
    : LinkModule(name, site, delay),
      chip_(site.chip),
      parameters_(site.router),
      index_(site.chip.clock->add(*this)),
      receiver_(2, site.router.vcs, 2, site.chip.memory),
      queues_(std::make_unique<Queues>()) {}

LinkRelay::~LinkRelay() = default;

std::size_t LinkRelay::waiting() const {
  return queues_->of[0].size() + queues_->of[1].size();
}

Endpoint LinkRelay::endpoint(LinkSide side) {
  return {&receiver_, index_, port_at(side), 0};
}

void LinkRelay::end_of_elaboration() {
  time_wheel_resized();
}

void LinkRelay::thread_changed() {
  chip_.join_thread_of(index_);
}

void LinkRelay::time_wheel_resized() {
  thread_changed();
  receiver_.require_delay(chip_.clock->slots() - 1);
  set_hot_state(receiver_.records(), receiver_.slots(), receiver_.record_bytes(), links_.data());
  for (const LinkSide side : kLinkSides) {
    if (!link(side).open()) links_[index(side)].take_pointers(far_[index(side)], *chip_.clock);
  }
}

void LinkRelay::connect(const Endpoint& router, const Endpoint& far, unsigned latency) {
  if (this->latency() == latency && far_[0] == router && far_[1] == far) return;
  disconnect();
  far_ = {router, far};
  links_[0].connect(router, delay(), *chip_.clock);
  links_[1].connect(far, latency, *chip_.clock);
}

void LinkRelay::disconnect() {
  if (waiting() != 0) fail("its path changes while it holds a flit; drain the network first");
  for (const LinkSide side : kLinkSides) {
    links_[index(side)].disconnect();
    far_[index(side)] = {};
  }
}

void LinkRelay::evaluate(Cycle now) {
  const LinkReceiver::Arrivals arrivals = receiver_.arrivals_in(registers_of(now));
  for (const LinkSide from : kLinkSides) {
    const std::uint8_t* const credits = arrivals.credits + index(from) * parameters_.vcs;
    for (const Vc vc : receiver_.vcs()) {
      if (credits[vc.index()] != 0) take_credit(from, vc, now);
    }
    if ((arrivals.flits & port_bit(port_at(from))) != 0) {
      Flit flit = arrivals.flit(port_at(from));
      flit.vc = arrivals.flit_vc(port_at(from));
      take_flit(from, flit, now);
    }
    if (!queues_->of[index(from)].empty()) release(from, now);
  }
  receiver_.clear(arrivals);
}

void LinkRelay::take_credit(LinkSide from, Vc vc, Cycle now) {
  on_credit(from, vc, now);
  link(other_side(from)).return_credit(now, vc);
}

/// A flit that nothing holds back leaves at once; the others wait in their order.
void LinkRelay::take_flit(LinkSide from, const Flit& flit, Cycle now) {
  const Cycle due = now + on_flit(from, flit, now);
  last_passing_ = std::max(last_passing_, due);
  auto& waiting = queues_->of[index(from)];
  if (waiting.empty() && due == now) return send(other_side(from), flit, now);
  if (waiting.capacity() == 0) waiting.set_capacity(std::size_t{parameters_.vcs} * parameters_.buffer);
  if (waiting.full()) fail("takes more flits than there are credits for");
  waiting.push_back({flit, due});
}

/// Lets the first of the flits leave that wait, if it is due, and has the module evaluated for the next.
void LinkRelay::release(LinkSide from, Cycle now) {
  auto& waiting = queues_->of[index(from)];
  if (waiting.front().due <= now) {
    send(other_side(from), waiting.front().flit, now);
    waiting.pop_front();
    if (waiting.empty()) return;
  }
  const Cycle next = std::max(now + 1, waiting.front().due);
  if (std::exchange(calls_[index(from)], next) != next) chip_.clock->set_alarm(index_, next);
}

void LinkRelay::send(LinkSide to, const Flit& flit, Cycle now) {
  last_passing_ = std::max(last_passing_, now);
  if (link(to).open()) fail("its path changes while a flit is on it; drain the network first");
  link(to).send(now, flit, LinkReceiver::mark(flit.vc));
}

void LinkRelay::corrupt(const Flit& flit, std::uint64_t error) const {
  check_detection();
  if (error == 0) fail("an error must turn at least one bit over");
  corrupt_flit(chip_, flit, error);
}

void LinkRelay::erase(const Flit& flit) const {
  check_detection();
  erase_flit(chip_, flit);
}

void LinkRelay::check_detection() const {
  if (chip_.detection == nullptr) fail("only on a chip with detection does a PE notice that a flit is damaged");
}

void LinkRelay::fail(const std::string& what) const {
  throw std::logic_error(std::string(name()) + ": " + what);
}

void LinkRelay::list_probes(wave::ModuleProbes& probes) const {
  add_link_probes(probes, "to_router", *this, port_at(LinkSide::kRouter));
  add_link_probes(probes, "to_far", *this, port_at(LinkSide::kFar));
  probes.add("waiting", bits_for(2 * std::uint64_t{parameters_.vcs} * parameters_.buffer),
             wave::reader<[](const LinkRelay& r, std::uint64_t) { return std::uint64_t{r.waiting()}; }>(*this));
}

void LinkRelay::add_to(ConservationCheck& check) const {
  for (const LinkSide from : kLinkSides) {
    const LinkSide to = other_side(from);
    if (link(to).open()) continue;
    for (const Vc vc : receiver_.vcs()) {
      const auto is_on = [vc](const Queues::Waiting& each) { return each.flit.vc == vc; };
      const auto held = std::ranges::count_if(queues_->of[index(from)], is_on);
      check.add_relay(receiver_, port_at(from), port_at(to), far_[index(to)], vc, static_cast<int>(held));
    }
  }
}

}  // namespace kintsugi

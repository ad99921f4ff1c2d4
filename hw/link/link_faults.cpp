#include "hw/link/link_faults.hpp"

#include <algorithm>
#include <utility>

#include "hw/link/flit_damage.hpp"

namespace kintsugi {

LinkFaults::LinkFaults(sc_core::sc_module_name name, const ChipContext& chip)
    : Module(name, *chip.clock), chip_(chip), index_(chip.clock->add(*this, ThreadAffinity::kMain)) {}

void LinkFaults::corrupt(const LinkTransmitter& link, std::uint64_t number, Cycle from, double rate) {
  add({&link, from, CorruptingLink(chip_.detection->seed, number, rate)});
}

void LinkFaults::erase(const LinkTransmitter& link) {
  add({&link, chip_.clock->next(), std::nullopt});
}

void LinkFaults::restore(const LinkTransmitter& link) {
  std::erase_if(links_, [&](const FaultyLink& each) { return each.link == &link && !each.errors; });
}

void LinkFaults::add(FaultyLink link) {
  const Cycle from = std::max(link.from, chip_.clock->next());
  links_.push_back(std::move(link));
  chip_.clock->set_alarm(index_, from);
}

void LinkFaults::evaluate(Cycle now) {
  const bool any = std::ranges::any_of(links_, [now](const FaultyLink& link) { return link.from <= now; });
  if (!any) return;
  chip_.clock->at_end_of_cycle([this, now] { examine(now); });
  chip_.clock->wake(index_, now + 1);
}

void LinkFaults::examine(Cycle now) {
  for (FaultyLink& link : links_) {
    if (link.from > now || (link.errors && is_dead(*link.link, now))) continue;
    if (const std::optional<Flit> flit = link.link->sent(now)) damage(link, *flit);
  }
}

bool LinkFaults::is_dead(const LinkTransmitter& link, Cycle now) const {
  return std::ranges::any_of(
      links_, [&](const FaultyLink& each) { return each.link == &link && !each.errors && each.from <= now; });
}

void LinkFaults::damage(FaultyLink& link, Flit flit) {
  if (!link.errors) {
    ++erased_;
    erase_flit(chip_, flit);
  } else if (const std::uint64_t error = link.errors->next_error(); error != 0) {
    ++corrupted_;
    corrupt_flit(chip_, flit, error);
  }
}

void LinkFaults::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  probes.add("corrupted", 48, reader<[](const LinkFaults& f, std::uint64_t) { return f.corrupted_flits(); }>(*this));
  probes.add("erased", 48, reader<[](const LinkFaults& f, std::uint64_t) { return f.erased_flits(); }>(*this));
}

}  // namespace kintsugi

/// The packet observer of a run: hands each event of a packet to whatever the scenario and the options want of it.
///
/// Threads   every thread but the first has an observer of its own: what needs a single thread is there for the first
///           one only
/// Order     statistics begin with the traffic
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hw/chip/chip.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/run_time_repair.hpp"
#include "tb/tool/run/statistics.hpp"

namespace kintsugi {

struct alignas(kCacheLine) RunObserver final : PacketObserver {
  std::optional<Statistics> statistics;
  std::optional<RunTimeRepair> faults;
  std::vector<PacketObserver*> instruments;  // those that want events, and those of the program
  std::vector<PacketObserver*> own;          // of the program, told as long as packets move
  std::vector<PacketWatcher*> watchers;      // of these, those that are told of all drops
  std::vector<std::unique_ptr<RunObserver>> others;

  void share_out(unsigned threads) {
    while (others.size() + 1 < threads) others.push_back(std::make_unique<RunObserver>());
  }
  PacketObserver& of_thread(unsigned thread) override {
    return thread == 0 ? *this : static_cast<PacketObserver&>(*others.at(thread - 1));
  }
  void begin_statistics(Cycle begin, Cycle end, Cycle sources_end) {
    statistics.emplace(begin, end, sources_end);
    for (const auto& other : others) other->begin_statistics(begin, end, sources_end);
  }
  void tell(Instrument& instrument) {
    tell(instrument.packets(0));
    for (unsigned i = 0; i < others.size(); ++i) others[i]->tell(instrument.packets(i + 1));
  }
  void tell(PacketObserver* instrument) {
    if (instrument != nullptr) instruments.push_back(instrument);
    if (auto* const watcher = dynamic_cast<PacketWatcher*>(instrument)) watchers.push_back(watcher);
  }
  /// Tells an observer of the program, for the events of this thread.
  void tell_own(PacketObserver& observer) {
    own.push_back(&observer);
    tell(&observer);
  }
  /// Tells the instruments of no further event, but the observers of the program.
  void leave() {
    instruments.clear();
    watchers.clear();
    for (PacketObserver* const each : own) tell(each);
    for (const auto& other : others) other->leave();
  }
  /// Tells no one any more.
  void forget() {
    own.clear();
    for (const auto& other : others) other->own.clear();
    leave();
  }
  void add_up() {
    if (!statistics) return;
    for (const auto& other : others) *statistics += *other->statistics;
  }
  void created(const Packet& packet, Cycle now) override {
    statistics->created(packet, now);
    for (PacketObserver* const each : instruments) each->created(packet, now);
  }
  void injected(const Packet& packet, Cycle now) override {
    statistics->injected(packet, now);
    for (PacketObserver* const each : instruments) each->injected(packet, now);
  }
  void arrived(const Packet& packet, Cycle now) override {
    statistics->arrived(packet, now);
    for (PacketObserver* const each : instruments) each->arrived(packet, now);
  }
  void delivered(const Packet& packet, Cycle now) override {
    statistics->delivered(packet, now);
    for (PacketObserver* const each : instruments) each->delivered(packet, now);
  }
  void dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now) override {
    statistics->dropped(packet, reason, pe, now);
    const bool to_the_dead = faults && faults->is_gone(packet);
    for (PacketWatcher* const each : watchers) each->discarded(packet, {reason, pe, to_the_dead, now});
    if (is_copy(packet)) return;
    if (faults) faults->dropped(packet, reason, pe, now);
    for (PacketObserver* const each : instruments) each->dropped(packet, reason, pe, now);
  }
  void given_up(const Packet& packet, Cycle now) override {
    for (PacketObserver* const each : instruments) each->given_up(packet, now);
  }
  void reached_all(const Multicast& multicast, Cycle now) override {
    statistics->reached_all(multicast, now);
    for (PacketObserver* const each : instruments) each->reached_all(multicast, now);
  }
  void acknowledged(const Multicast& multicast, Cycle now) override {
    statistics->acknowledged(multicast, now);
    for (PacketObserver* const each : instruments) each->acknowledged(multicast, now);
  }
};

}  // namespace kintsugi

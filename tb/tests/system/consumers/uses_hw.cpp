// A module of a user on the clock of a chip.
#include <iostream>
#include <kintsugi/chip.hpp>

namespace {

/// Counts, in every third cycle.
class CycleCounter final : public kintsugi::Clocked {
 public:
  explicit CycleCounter(kintsugi::ClockDomain& clock) : clock_(clock), index_(clock.add(*this)) {
    clock_.set_alarm(index_, 0);
  }
  void evaluate(kintsugi::Cycle now) override {
    ++count_;
    clock_.set_alarm(index_, now + 3);
  }
  int count() const { return count_; }

 private:
  kintsugi::ClockDomain& clock_;
  kintsugi::ModuleIndex index_;
  int count_ = 0;
};

}  // namespace

int sc_main(int, char*[]) {
  kintsugi::ClockDomain clock("clock", kintsugi::Schedule::kDomain);
  CycleCounter counter(clock);
  clock.run_until(30);
  std::cout << counter.count() << '\n';
  return 0;
}

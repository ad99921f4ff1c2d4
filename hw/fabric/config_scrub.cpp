#include "hw/fabric/config_scrub.hpp"

#include <algorithm>

namespace kintsugi {

ConfigScrub::ConfigScrub(const ConfigReader& reader, unsigned bits_per_cycle)
    : reader_(&reader), bits_per_cycle_(bits_per_cycle) {}

std::uint64_t ConfigScrub::words() const {
  return (reader_->payload_bits() + bits_per_cycle_ - 1) / bits_per_cycle_;
}

void ConfigScrub::expect_upset(Cycle now) {
  upset_ = now;
  if (awake_ || noticed_) return;
  awake_ = true;
  reference_ = reader_->register_after_states(reader_->register_at_start(), 0, reader_->payload_bits());
  if (!is_active(now + 1)) return;
  const std::uint64_t done = (now + 1 - from_) % cycles_of_pass();  // words that have been looked at as they were
  pass_ = now + 1 - done;
  crc_ = reader_->register_after_states(reader_->register_at_start(), 0, done * bits_per_cycle_);
}

void ConfigScrub::step(Cycle now) {
  if (!awake_ || !is_active(now)) return;
  const std::uint64_t word = (now - from_) % cycles_of_pass();
  if (word == 0) {
    pass_ = now;
    crc_ = reader_->register_at_start();
  }
  if (word < words()) {
    crc_ = reader_->register_after_states(crc_, word * bits_per_cycle_, (word + 1) * bits_per_cycle_);
  } else if (crc_ != reference_) {
    noticed_ = true;
    awake_ = false;
  } else if (pass_ > upset_) {
    awake_ = false;  // upsets that have undone each other
  }
}

void ConfigScrub::forget(Cycle now) {
  awake_ = noticed_ = false;
  if (reader_->is_reading()) {
    pause(now);
  } else {
    resume(now);
  }
}

void ConfigScrub::pause(Cycle now) {
  until_ = std::min(until_, now);
}

void ConfigScrub::resume(Cycle now) {
  from_ = now + 1;
  until_ = kForEver;
}

}  // namespace kintsugi

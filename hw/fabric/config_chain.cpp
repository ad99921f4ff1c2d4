#include "hw/fabric/config_chain.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace kintsugi {

ConfigChain::ConfigChain(sc_core::sc_module_name name, ClockDomain& clock, const Fabric& fabric,
                         unsigned bits_per_cycle)
    : Module(name, clock),
      clock_(&clock),
      fabric_(&fabric),
      bits_per_cycle_(bits_per_cycle),
      index_(clock.add(*this, ThreadAffinity::kMain)),
      driven_(fabric.fields.size()),
      crc_(fabric),
      reader_(fabric, bits_per_cycle),
      scrub_(reader_, bits_per_cycle) {
  for (std::uint32_t id = 0; id < fabric.switches.size(); ++id) {
    driven_[fabric.switches[id].field].push_back(SwitchId{id});
  }
  for (const ConfigField& field : fabric.fields) payload_bits_ += field.bits;
  payload_bits_ = (payload_bits_ + 7) / 8 * 8;
}

void ConfigChain::attach(std::vector<SwitchModule*> switches) {
  switches_ = std::move(switches);
  reader_.attach(switches_);
}

void ConfigChain::begin_read(Cycle now, ConfigReader::Source source) {
  reader_.begin(source);
  read_begins_ = now;
  scrub_.pause(now);
}

void ConfigChain::take_read_word(Cycle now) {
  reader_.take();
  if (!reader_.is_reading()) scrub_.resume(now);
}

void ConfigChain::upset(std::size_t field, unsigned bit) {
  if (bit >= fabric_->fields.at(field).bits) {
    throw std::out_of_range(fabric_->fields[field].name + " has " + std::to_string(fabric_->fields[field].bits) +
                            " bits, and no bit " + std::to_string(bit));
  }
  const Cycle now = clock_->now();
  scrub_.expect_upset(now);
  for (const SwitchId id : driven_[field]) switches_[id.value]->upset(bit);
  if (scrub_.is_awake()) clock_->set_alarm(index_, now + 1);
}

/// Looks at a word, after an upset that has not been noticed.
void ConfigChain::scrub(Cycle now) {
  if (!scrub_.is_awake()) return;
  scrub_.step(now);
  if (scrub_.is_awake()) clock_->wake(index_, now + 1);
  if (!scrub_.has_noticed()) return;
  report_event(kUpsetReport, name(), now,
               [] { return std::string("the states in force are not those of the stream"); });
  if (!on_upset_) return;
  clock_->at_end_of_cycle([this] {
    if (scrub_.has_noticed()) on_upset_();  // not healed in the same cycle
  });
}

/// Gives up a readback that began in an earlier cycle: what follows is of another configuration.
void ConfigChain::end_read() {
  const Cycle now = clock_->now();
  if (!reader_.is_reading() || read_begins_ == now) return;
  reader_.give_up();
  scrub_.resume(now);
}

void ConfigChain::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  probes.add_name(
      "phase", reader<[](const ConfigChain& c, std::uint64_t) { return static_cast<std::uint64_t>(c.phase()); }>(*this),
      kPhaseNames);
  probes.add("bits", 32, reader<[](const ConfigChain& c, std::uint64_t) { return c.bits(); }>(*this));
  probes.add("valid", 1, reader<[](const ConfigChain& c, std::uint64_t) { return std::uint64_t{c.valid()}; }>(*this));
  probes.add("word", bits_per_cycle_, reader<[](const ConfigChain& c, std::uint64_t) { return c.word(); }>(*this));
  probes.add("crc", 32, reader<[](const ConfigChain& c, std::uint64_t) { return c.checksum(); }>(*this));
}

void ConfigChain::load(std::vector<std::uint8_t> stream) {
  if (phase_ == Phase::kShift || phase_ == Phase::kCheck) {
    throw std::logic_error("the configuration chain is still busy with the stream before");
  }
  const std::uint64_t bits = stream.size() * 8;
  begin(std::move(stream), bits);
  by_words_ = false;
  is_complete_ = true;
}

void ConfigChain::begin_words() {
  if (phase_ == Phase::kCheck || (phase_ == Phase::kShift && !by_words_)) {
    throw std::logic_error("the configuration chain is still busy with the stream before");
  }
  begin({}, 0);
  by_words_ = true;
  is_complete_ = false;
}

void ConfigChain::begin(std::vector<std::uint8_t> stream, std::uint64_t bits) {
  stream_ = std::move(stream);
  stream_bits_ = bits;
  error_.clear();
  position_ = word_ = 0;
  field_ = 0;
  field_bit_ = 0;
  field_value_ = 0;
  byte_ = 0;
  crc_ = RunningChecksum(*fabric_);
  received_crc_ = 0;
  ++begun_;
  begins_ = clock_->next();
  enter(Phase::kShift, begins_);
  clock_->set_alarm(index_, begins_);
}

void ConfigChain::put_word(Cycle now, std::uint64_t word, unsigned bits, bool last) {
  if (!takes_words()) throw std::logic_error(std::string(name()) + " takes no word now");
  if (bits > bits_per_cycle_) {
    throw std::logic_error(std::string(name()) + ": a word of " + std::to_string(bits) + " bits, and the chain takes " +
                           std::to_string(bits_per_cycle_) + " in a cycle");
  }
  for (unsigned i = 0; i < bits; ++i, ++stream_bits_) {
    if (stream_bits_ % 8 == 0) stream_.push_back(0);
    stream_.back() = static_cast<std::uint8_t>(stream_.back() | (word >> i & 1) << (stream_bits_ % 8));
  }
  is_complete_ = last;
  clock_->set_alarm(index_, now);
}

void ConfigChain::enter(Phase phase, Cycle cycle) {
  phase_ = phase;
  report_event(kPhaseReport, name(), cycle,
               [phase] { return std::string("phase ") + kPhaseNames[static_cast<std::size_t>(phase)]; });
}

/// Keeps what holds up to `from`: the chain may be evaluated in this cycle before or after the call.
void ConfigChain::set_valid(bool valid) {
  const Cycle from = clock_->next();
  if (from > valid_from_) {
    valid_before_ = valid_;
    valid_from_ = from;
  }
  valid_ = valid;
  if (valid && phase_ == Phase::kShift) clock_->set_alarm(index_, from);
}

void ConfigChain::evaluate(Cycle now) {
  scrub(now);
  if (now < begins_) return;  // schedule kAlways evaluates it in the cycle of the call, too
  switch (phase_) {
    case Phase::kShift:
      shift(now);
      break;
    case Phase::kCheck:
      shifts_ = false;
      word_ = 0;
      check();
      break;
    default:
      break;
  }
}

/// Shifts a word in. Without a valid one it sleeps until set_valid() or put_word().
void ConfigChain::shift(Cycle now) {
  shifts_ = is_valid(now) && (is_complete_ || position_ < stream_bits_);
  word_ = 0;
  if (!shifts_) return;
  const std::uint64_t end = std::min<std::uint64_t>(position_ + bits_per_cycle_, stream_bits_);
  for (unsigned i = 0; position_ < end; ++i) {
    const bool bit = (stream_[position_ / 8] >> (position_ % 8) & 1) != 0;
    word_ |= std::uint64_t{bit} << i;
    shift_bit(bit);
  }
  if (is_complete_ && position_ == stream_bits_) enter(Phase::kCheck, now);
  clock_->wake(index_, now + 1);
}

void ConfigChain::shift_bit(bool bit) {
  if (position_ < payload_bits_) {
    byte_ = static_cast<std::uint8_t>(byte_ | bit << (position_ % 8));
    if (field_ < fabric_->fields.size()) {
      field_value_ = static_cast<SwitchState>(field_value_ | bit << field_bit_);
      if (++field_bit_ == fabric_->fields[field_].bits) finish_field();
    } else if (bit) {
      note_error(Refusal::kFiller, kFillerRule);
    }
  } else if (position_ < payload_bits_ + 32) {
    received_crc_ |= std::uint32_t{bit} << (position_ - payload_bits_);
  }
  ++position_;
  if (position_ % 8 == 0 && position_ <= payload_bits_) finish_byte();
}

void ConfigChain::finish_byte() {
  crc_.add(std::exchange(byte_, std::uint8_t{0}));
}

void ConfigChain::finish_field() {
  const ConfigField& field = fabric_->fields[field_];
  if (field_value_ < field.states) {
    for (const SwitchId id : driven_[field_]) switches_[id.value]->shift_in(field_value_);
  } else {
    note_error(Refusal::kState, field.name + " has no state " + std::to_string(field_value_));
  }
  ++field_;
  field_bit_ = 0;
  field_value_ = 0;
}

void ConfigChain::check() {
  if (stream_bits_ != payload_bits_ + 32) {
    const std::uint64_t rest = stream_bits_ % 8;
    return refuse(Refusal::kLength, "the stream has " + std::to_string(stream_bits_ / 8) + " bytes" +
                                        (rest == 0 ? "" : " and " + std::to_string(rest) + " bits") +
                                        ", this fabric takes " + std::to_string(payload_bits_ / 8 + 4));
  }
  if (received_crc_ != crc_.value()) {
    return refuse(Refusal::kChecksum,
                  "the checksum is wrong: the stream is damaged, or it was made for another fabric or network");
  }
  if (!error_.empty()) return refuse(refusal_, error_);
  if (inspection_) {
    if (auto complaint = inspection_()) return refuse(Refusal::kInspection, std::move(*complaint));
  }
  clock_->at_end_of_cycle([this] { commit(); });
}

void ConfigChain::commit() {
  if (admission_) {
    std::vector<SwitchModule*> changing;
    std::ranges::copy_if(switches_, std::back_inserter(changing),
                         [](const SwitchModule* module) { return module->shadow() != module->state(); });
    if (auto complaint = admission_(changing)) return refuse(Refusal::kAdmission, std::move(*complaint));
  }
  std::vector<SwitchModule*> changed;
  for (SwitchModule* module : switches_) {
    if (module->commit()) changed.push_back(module);
  }
  enter(Phase::kActive, clock_->now());
  end_read();
  scrub_.forget(clock_->now());
  ++accepted_;
  if (on_commit_) on_commit_(changed);
  ended_.notify(sc_core::SC_ZERO_TIME);
}

/// Keeps the first error in the values of a stream.
void ConfigChain::note_error(Refusal kind, std::string why) {
  if (!error_.empty()) return;
  refusal_ = kind;
  error_ = std::move(why);
}

void ConfigChain::refuse(Refusal kind, std::string why) {
  refusal_ = kind;
  ++refused_[static_cast<std::size_t>(kind)];
  for (SwitchModule* module : switches_) module->discard_shadow();
  error_ = "bitstream refused, the old states stay: " + std::move(why);
  enter(Phase::kRefused, clock_->now());
  end_read();
  report_event(kRefusalReport, name(), clock_->now(), [this] { return error_; });
  ended_.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace kintsugi

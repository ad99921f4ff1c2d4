#include "hw/pins/chain_pins.hpp"

namespace kintsugi {

namespace {

bool is_high(const OpenInput<bool>& pin) {
  return pin.size() > 0 && pin->read();
}

template <class Value>
void write_if_bound(OpenOutput<Value>& pin, Value value) {
  if (pin.size() > 0) pin->write(value);
}

}  // namespace

ChainPins::ChainPins(sc_core::sc_module_name name, ConfigChain& chain)
    : sc_module(name),
      load_i("load_i"),
      valid_i("valid_i"),
      word_i("word_i"),
      last_i("last_i"),
      bits_i("bits_i"),
      phase_o("phase_o"),
      refused_o("refused_o"),
      read_i("read_i"),
      read_shadows_i("read_shadows_i"),
      read_ready_i("read_ready_i"),
      read_valid_o("read_valid_o"),
      read_word_o("read_word_o"),
      read_last_o("read_last_o"),
      read_bits_o("read_bits_o"),
      upset_o("upset_o"),
      chain_(chain),
      clock_(chain.module_clock()),
      index_(clock_.add(*this)) {
  clock_.before_each_cycle([this](Cycle now) { sample(now); });
  clock_.after_each_cycle([this] { drive(); });
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.set_sensitivity(&load_i);
  options.set_sensitivity(&valid_i);
  options.set_sensitivity(&read_i);
  options.set_sensitivity(&read_ready_i);
  // A cycle takes what is valid when it begins, so it must be evaluated.
  sc_core::sc_spawn(
      [this] {
        if (load_i.read() || valid_i.read() || is_high(read_i) || takes_word()) clock_.set_alarm(index_, clock_.next());
      },
      "valid", &options);
}

bool ChainPins::takes_word() const {
  return chain_.reader().is_reading() && is_high(read_ready_i);
}

void ChainPins::sample_reading(Cycle now) {
  if (is_high(read_i)) {
    chain_.begin_read(now, is_high(read_shadows_i) ? ConfigReader::Source::kShadows : ConfigReader::Source::kStates);
  } else if (takes_word()) {
    chain_.take_read_word(now);
  } else {
    return;
  }
  clock_.set_alarm(index_, now + 1);  // the next word may be taken
}

void ChainPins::sample(Cycle now) {
  sample_reading(now);
  const bool loads = load_i.read();
  const bool is_valid = valid_i.read();
  if (!loads && !is_valid) return;
  clock_.set_alarm(index_, now + 1);  // they may stay valid
  if (loads) {
    if (chain_.phase() != ConfigChain::Phase::kCheck) chain_.begin_words();
  } else if (chain_.takes_words()) {
    const bool is_last = last_i.read();
    chain_.put_word(now, word_i.read(), is_last ? bits_i.read() : chain_.bits_per_cycle(), is_last);
  }
}

void ChainPins::drive_word() {
  const ConfigReader::Word word = chain_.reader().word();
  if (word == shown_word_) return;
  shown_word_ = word;
  write_if_bound(read_valid_o, word.bits > 0);
  write_if_bound(read_word_o, sc_dt::uint64{word.word});
  write_if_bound(read_last_o, word.last);
  write_if_bound(read_bits_o, std::uint32_t{word.bits});
}

void ChainPins::drive() {
  drive_word();
  if (chain_.has_noticed_upset() != shown_upset_) {
    shown_upset_ = !shown_upset_;
    write_if_bound(upset_o, shown_upset_);
  }
  // A stream can end and the next one be refused for another reason before the phase is shown again.
  const std::uint32_t refusal = ConfigChain::code(chain_.refusal());
  if (refusal != shown_refusal_) write_if_bound(refused_o, refusal);
  shown_refusal_ = refusal;
  if (shown_ == chain_.phase()) return;
  shown_ = chain_.phase();
  phase_o.write(static_cast<std::uint32_t>(shown_));
}

}  // namespace kintsugi

#include "hw/pins/chain_pins.hpp"

namespace kintsugi {

ChainPins::ChainPins(sc_core::sc_module_name name, ConfigChain& chain)
    : sc_module(name),
      load_i("load_i"),
      valid_i("valid_i"),
      word_i("word_i"),
      last_i("last_i"),
      bits_i("bits_i"),
      phase_o("phase_o"),
      refused_o("refused_o"),
      chain_(chain),
      clock_(chain.module_clock()),
      index_(clock_.add(*this)) {
  clock_.before_each_cycle([this](Cycle now) { sample(now); });
  clock_.after_each_cycle([this] { drive(); });
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.set_sensitivity(&load_i);
  options.set_sensitivity(&valid_i);
  // A cycle takes what is valid when it begins, so it must be evaluated.
  sc_core::sc_spawn(
      [this] {
        if (load_i.read() || valid_i.read()) clock_.set_alarm(index_, clock_.next());
      },
      "valid", &options);
}

void ChainPins::sample(Cycle now) {
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

void ChainPins::drive() {
  // A stream can end and the next one be refused for another reason before the phase is shown again.
  const std::uint32_t refusal = ConfigChain::code(chain_.refusal());
  if (refusal != shown_refusal_ && refused_o.size() > 0) refused_o->write(refusal);
  shown_refusal_ = refusal;
  if (shown_ == chain_.phase()) return;
  shown_ = chain_.phase();
  phase_o.write(static_cast<std::uint32_t>(shown_));
}

}  // namespace kintsugi

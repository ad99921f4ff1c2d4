#include "models/workload/collectives/transformer.hpp"

#include "models/workload/collectives/rings.hpp"

namespace kintsugi::workload {

namespace {

std::uint64_t quotient_up(std::uint64_t number, std::uint64_t divisor) {
  return number / divisor + (number % divisor == 0 ? 0 : 1);
}

class TransformerStep {
 public:
  TransformerStep(Composer& composer, const Transformer& model) : composer_(composer), model_(model) {}

  void compose() {
    const std::uint32_t batches = model_.micro_batches;
    for (std::uint32_t batch = 0; batch < batches; ++batch) forward();
    for (std::uint32_t batch = 0; batch < batches; ++batch) backward();
    sum_gradients();
  }

 private:
  RankId rank(std::uint32_t replica, std::uint32_t stage, std::uint32_t part) const {
    return RankId{(replica * model_.pipeline + stage) * model_.tensor + part};
  }

  /// Calls each(members) for the tensor parts of every stage of every replica.
  template <class Each>
  void for_stages(Each each) const {
    for (std::uint32_t replica = 0; replica < model_.data; ++replica) {
      for (std::uint32_t stage = 0; stage < model_.pipeline; ++stage) {
        Members parts;
        for (std::uint32_t part = 0; part < model_.tensor; ++part) parts.push_back(rank(replica, stage, part));
        each(parts);
      }
    }
  }

  void calculate_and_sum(const std::string& group, std::uint64_t nanoseconds) {
    composer_.begin_group(group);
    for_stages([&](const Members& parts) {
      for (const RankId part : parts) composer_.go_on(part, {composer_.calc(part, nanoseconds)});
    });
    if (model_.tensor == 1) return;
    composer_.begin_group(group + "_sum");
    const Buffer buffer{model_.activation_bytes(), model_.tensor};
    for_stages([&](const Members& parts) { ring_all_reduce(composer_, parts, buffer, buffer.all()); });
  }

  void forward() {
    receive(true);
    calculate_and_sum("attention", model_.attention_nanoseconds());
    calculate_and_sum("feed_forward", model_.feed_forward_nanoseconds());
    send(true);
  }

  void backward() {
    receive(false);
    calculate_and_sum("feed_forward_back", 2 * model_.feed_forward_nanoseconds());
    calculate_and_sum("attention_back", 2 * model_.attention_nanoseconds());
    send(false);
  }

  /// Posts what comes from the stage before, or backward from the stage behind.
  void receive(bool is_forward) {
    composer_.begin_group(is_forward ? "activations_in" : "gradients_in");
    tag_ = composer_.take_tags(1);
    for_links(is_forward, [&](RankId from, RankId to) {
      composer_.go_on(to, {composer_.recv(to, from, model_.activation_bytes(), tag_)});
    });
  }
  void send(bool is_forward) {
    composer_.begin_group(is_forward ? "activations_out" : "gradients_out");
    for_links(is_forward, [&](RankId from, RankId to) { composer_.send(from, to, model_.activation_bytes(), tag_); });
  }

  /// Calls each(from, to) for all pairs of ranks between which values go.
  template <class Each>
  void for_links(bool is_forward, Each each) const {
    for (std::uint32_t replica = 0; replica < model_.data; ++replica) {
      for (std::uint32_t stage = 0; stage + 1 < model_.pipeline; ++stage) {
        for (std::uint32_t part = 0; part < model_.tensor; ++part) {
          const RankId before = rank(replica, stage, part);
          const RankId behind = rank(replica, stage + 1, part);
          is_forward ? each(before, behind) : each(behind, before);
        }
      }
    }
  }

  void sum_gradients() {
    if (model_.data == 1) return;
    composer_.begin_group("gradients_sum");
    const Buffer buffer{model_.gradient_bytes(), model_.data};
    for (std::uint32_t stage = 0; stage < model_.pipeline; ++stage) {
      for (std::uint32_t part = 0; part < model_.tensor; ++part) {
        Members replicas;
        for (std::uint32_t replica = 0; replica < model_.data; ++replica)
          replicas.push_back(rank(replica, stage, part));
        ring_all_reduce(composer_, replicas, buffer, buffer.all());
      }
    }
  }

  Composer& composer_;
  const Transformer& model_;
  std::uint32_t tag_ = 0;
};

}  // namespace

std::uint64_t Transformer::attention_nanoseconds() const {
  return quotient_up(tokens() * (8 * hidden + 4 * sequence) * hidden / tensor, operations_per_ns);
}

std::uint64_t Transformer::feed_forward_nanoseconds() const {
  return quotient_up(4 * tokens() * hidden * feed_forward / tensor, operations_per_ns);
}

std::uint64_t Transformer::gradient_bytes() const {
  return (4 * hidden + 2 * feed_forward) * hidden / tensor * value_bytes;
}

void compose_transformer(Composer& composer, const Transformer& transformer) {
  TransformerStep(composer, transformer).compose();
}

}  // namespace kintsugi::workload

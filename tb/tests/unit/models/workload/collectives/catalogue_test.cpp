// Programs that are made by their names; the transformer.
#include "models/workload/collectives/catalogue.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "models/workload/collectives/transformer.hpp"
#include "models/workload/goal.hpp"
#include "models/workload/validation.hpp"
#include "tb/tests/oracles/collectives_alone.hpp"
#include "tb/tests/unit/models/workload/contention_free.hpp"

namespace kintsugi::workload::test {
namespace {

std::string message_of(const std::string& name, const Parameters& parameters) {
  try {
    find_workload(name)->make(parameters);
  } catch (const ParameterError& error) {
    return error.parameter() + ": " + error.what();
  }
  return "";
}

/// The example of each required parameter.
Parameters example_of(const WorkloadInfo& info) {
  Parameters parameters;
  for (const ParameterSpec& spec : info.parameters) {
    if (spec.required) parameters[spec.name] = *spec.example;
  }
  return parameters;
}

TEST(WorkloadCatalogue, each_program_can_be_made_from_its_example_is_right_and_survives_as_text) {
  ASSERT_EQ(workloads().size(), 9u);
  for (const WorkloadInfo& info : workloads()) {
    std::vector<Parameters> all{example_of(info)};
    for (const ParameterSpec& spec : info.parameters) {
      for (const std::string& choice : spec.choices) {
        all.push_back(example_of(info));
        all.back()[spec.name] = choice;
        if (choice == "ring2d") all.back()["columns"] = std::int64_t{4};
      }
    }
    for (const Parameters& parameters : all) {
      const Composed composed = info.make(parameters);
      EXPECT_EQ(composed.program.ranks(), 16u) << info.name;
      EXPECT_GT(composed.program.size(), 16u) << info.name;
      for (const std::uint64_t eager : {std::uint64_t{0}, ~std::uint64_t{0}}) {
        Protocol protocol;
        protocol.eager_bytes = eager;
        EXPECT_TRUE(check(composed.program, protocol).list.empty()) << info.name;
      }
      std::ostringstream text;
      write_goal(composed.program, text);
      const GoalFile again = read_goal(text.str());
      ASSERT_TRUE(again.program) << info.name << ": " << again.mistakes.front().message;
      std::ostringstream text_again;
      write_goal(*again.program, text_again);
      EXPECT_EQ(text.str(), text_again.str()) << info.name;
    }
  }
}

TEST(WorkloadCatalogue, repeated_collectives_are_groups_of_their_own) {
  const Composed composed =
      find_workload("allreduce")
          ->make({{"ranks", std::int64_t{4}}, {"bytes", std::int64_t{64}}, {"times", std::int64_t{3}}});
  std::map<std::string, std::size_t> groups;
  for (std::uint32_t op = 0; op < composed.program.size(); ++op)
    ++groups[std::string(composed.program.group(OpId{op}))];
  EXPECT_EQ(groups, (std::map<std::string, std::size_t>{{"allreduce", 48}, {"allreduce2", 48}, {"allreduce3", 48}}));
}

TEST(WorkloadCatalogue, wrong_parameters_are_refused_with_what_is_valid) {
  const ParameterValue four = std::int64_t{4};
  EXPECT_EQ(message_of("allreduce", {{"bytes", four}}), "ranks: ranks is missing: ranks that take part, 2 to 65536");
  EXPECT_EQ(message_of("allreduce", {{"ranks", std::int64_t{1}}, {"bytes", four}}),
            "ranks: ranks must be 2 to 65536, not 1");
  EXPECT_EQ(message_of("allreduce", {{"ranks", four}, {"bytes", four}, {"algorithm", "star"}}),
            "algorithm: algorithm is star; valid is ring, doubling, rabenseifner, tree, ring2d, multicast");
  EXPECT_EQ(message_of("allreduce", {{"ranks", four}, {"bytes", four}, {"algorithm", "ring2d"}}),
            "columns: columns is missing: the length of the rows in which the ranks are arranged");
  EXPECT_EQ(message_of("allreduce",
                       {{"ranks", four}, {"bytes", four}, {"algorithm", "ring2d"}, {"columns", std::int64_t{3}}}),
            "columns: columns is 3 and does not divide the 4 ranks");
  for (const std::string algorithm : {"ring", "doubling", "rabenseifner", "tree", "multicast"}) {
    EXPECT_EQ(message_of("allreduce", {{"ranks", four}, {"bytes", four}, {"algorithm", algorithm}, {"columns", four}}),
              "columns: columns is a parameter of algorithm ring2d, not of " + algorithm +
                  "; omit columns, or set algorithm to ring2d");
  }
  EXPECT_EQ(
      message_of("allreduce", {{"ranks", four}, {"bytes", four}, {"columns", four}}),
      "columns: columns is a parameter of algorithm ring2d, not of ring; omit columns, or set algorithm to ring2d");
  EXPECT_EQ(message_of("reduce_scatter", {{"ranks", std::int64_t{6}}, {"bytes", four}, {"algorithm", "halving"}}),
            "ranks: ranks is 6; algorithm halving needs a power of two; ring takes any number");
  EXPECT_EQ(
      message_of("halo", {{"sides", std::vector<std::int64_t>{0, 4}}, {"face_bytes", std::vector<std::int64_t>{1}}}),
      "sides: sides is [0, 4]; valid is a list of 1 to 3 sides with 2 to 65536 ranks in all, such as [4, 4]");
  EXPECT_EQ(message_of("halo", {{"sides", std::vector<std::int64_t>{2, 2, 2}},
                                {"face_bytes", std::vector<std::int64_t>{1, 2}}}),
            "face_bytes: face_bytes has 2 numbers; valid is one, or one for each of the sides: 3");
  const ParameterValue one = std::int64_t{1};
  EXPECT_EQ(message_of("transformer", {{"tensor", one}, {"pipeline", one}, {"data", one}}),
            "tensor: tensor * pipeline * data is 1; valid is 2 to 65536 ranks");
  const std::int64_t most = 65536;
  EXPECT_EQ(message_of("transformer", {{"tensor", one},
                                       {"data", one},
                                       {"pipeline", std::int64_t{2}},
                                       {"hidden", most},
                                       {"sequence", most},
                                       {"micro_batch", std::int64_t{256}},
                                       {"value_bytes", std::int64_t{8}},
                                       {"operations_per_ns", std::int64_t{1'000'000'000}}}),
            "tensor: the size of a message must be 0 to 2^40, not 8796093022208; take smaller sizes");
}

TEST(WorkloadCatalogue, a_halo_may_have_a_side_of_one_in_any_place) {
  const auto halo = [](std::vector<std::int64_t> sides) -> Parameters {
    return {{"sides", std::move(sides)}, {"face_bytes", std::vector<std::int64_t>{8}}};
  };
  for (const std::vector<std::int64_t>& sides :
       std::vector<std::vector<std::int64_t>>{{1, 2, 2}, {2, 1, 2}, {2, 2, 1}, {1, 1, 4}, {4, 1}, {1, 4}}) {
    EXPECT_EQ(find_workload("halo")->make(halo(sides)).program.ranks(), 4u) << to_text(ParameterValue(sides));
  }
  for (const std::vector<std::int64_t>& sides : std::vector<std::vector<std::int64_t>>{
           {1}, {1, 1, 1}, {1, 0, 4}, {1, -2, -2}, {65536, 2}, {1, 65537}, {65536, 65536, 65536}, {2, 2, 1, 1}, {}}) {
    EXPECT_EQ(message_of("halo", halo(sides)).substr(0, 6), "sides:") << to_text(ParameterValue(sides));
  }
}

TEST(WorkloadCatalogue, parameters_that_are_left_out_have_the_values_that_their_specifications_say) {
  for (const WorkloadInfo& info : workloads()) {
    Parameters all = example_of(info);
    for (const ParameterSpec& spec : info.parameters) {
      if (spec.otherwise) all[spec.name] = *spec.otherwise;
    }
    std::ostringstream left_out;
    std::ostringstream given;
    write_goal(info.make(example_of(info)).program, left_out);
    write_goal(info.make(all).program, given);
    EXPECT_EQ(left_out.str(), given.str()) << info.name;
  }
}

TEST(WorkloadCatalogue, unknown_names_have_no_program) {
  EXPECT_EQ(find_workload("allreduc"), nullptr);
}

Cycle end_of(const Program& program, const Protocol& protocol, Cycle latency) {
  ProgramRun run(program, protocol);
  EXPECT_TRUE(ContentionFree(run, latency).run_to_end());
  Cycle last = 0;
  for (std::uint32_t op = 0; op < program.size(); ++op) last = std::max(last, run.ended(OpId{op}));
  return last;
}

Composed composed_of_transformer(const Transformer& model) {
  Composer composer(model.ranks());
  compose_transformer(composer, model);
  return std::move(composer).finish();
}

constexpr Transformer kModel{
    .hidden = 64, .feed_forward = 256, .sequence = 32, .micro_batch = 2, .operations_per_ns = 512};
constexpr Protocol kFast{.flit_bytes = 64, .packet_bytes = 1024, .cycles_per_ns = 1};

TEST(Transformer, a_rank_calculates_what_its_sizes_say) {
  // 64 tokens: attention 64 (8 * 64^2 + 4 * 32 * 64) operations, feed-forward 4 * 64 * 64 * 256.
  EXPECT_EQ(kModel.attention_nanoseconds(), 64u * (8 * 64 * 64 + 4 * 32 * 64) / 512);
  EXPECT_EQ(kModel.feed_forward_nanoseconds(), 4u * 64 * 64 * 256 / 512);
  EXPECT_EQ(kModel.activation_bytes(), 64u * 64 * 2);
  EXPECT_EQ(kModel.gradient_bytes(), (4u * 64 * 64 + 2 * 64 * 256) * 2);
  Transformer halved = kModel;
  halved.tensor = 2;
  EXPECT_EQ(2 * halved.attention_nanoseconds(), kModel.attention_nanoseconds());
  EXPECT_EQ(2 * halved.gradient_bytes(), kModel.gradient_bytes());
}

TEST(Transformer, alone_each_parallelism_takes_the_cycles_of_its_parts) {
  const Alone alone(kFast, 10);
  const Cycle calculation = kModel.attention_nanoseconds() + kModel.feed_forward_nanoseconds();

  Transformer tensor = kModel;
  tensor.tensor = 4;
  const Cycle sum = alone.ring_all_reduce(4, kModel.activation_bytes());
  EXPECT_EQ(end_of(composed_of_transformer(tensor).program, kFast, 10), 3 * calculation / 4 + 4 * sum);

  Transformer data = kModel;
  data.data = 4;
  data.micro_batches = 3;
  EXPECT_EQ(end_of(composed_of_transformer(data).program, kFast, 10),
            3 * 3 * calculation + alone.ring_all_reduce(4, kModel.gradient_bytes()));

  // A pipeline: the last stage begins after pipeline - 1 forward steps, each with a transfer, and the first one ends as
  // long after the last one. In between each stage is busy with all micro-batches.
  Transformer pipeline = kModel;
  pipeline.pipeline = 4;
  pipeline.micro_batches = 5;
  const Cycle transfer = alone.transfer(kModel.activation_bytes());
  EXPECT_EQ(end_of(composed_of_transformer(pipeline).program, kFast, 10), (3 + 5) * 3 * calculation + 3 * 2 * transfer);
}

TEST(Transformer, it_is_matched_and_free_of_deadlock_under_all_parallelisms_at_once) {
  Transformer model = kModel;
  model.tensor = 2;
  model.pipeline = 3;
  model.data = 2;
  model.micro_batches = 3;
  const Composed composed = composed_of_transformer(model);
  EXPECT_EQ(composed.program.ranks(), 12u);
  for (const std::uint64_t eager : {std::uint64_t{0}, ~std::uint64_t{0}}) {
    Protocol protocol = kFast;
    protocol.eager_bytes = eager;
    EXPECT_TRUE(check(composed.program, protocol).list.empty());
  }
}

/// The gradients of a replica are summed after its last calculation, whichever way dependencies and messages go.
TEST(Transformer, every_sum_of_gradients_comes_after_all_calculations_of_its_stage) {
  Transformer model = kModel;
  model.tensor = 2;
  model.pipeline = 2;
  model.data = 2;
  model.micro_batches = 2;
  const Composed composed = composed_of_transformer(model);
  ProgramRun run(composed.program, kFast);
  ASSERT_TRUE(ContentionFree(run, 10).run_to_end());
  std::size_t sums = 0;
  for (std::uint32_t rank = 0; rank < composed.program.ranks(); ++rank) {
    Cycle calculated = 0;
    Cycle summed = ~Cycle{0};
    for (OpId op = composed.program.first(RankId{rank}); op < composed.program.end(RankId{rank}); ++op.value) {
      if (composed.program.group(op) == "gradients_sum") {
        summed = std::min(summed, run.started(op));
        ++sums;
      } else if (composed.program[op].kind == OpKind::kCalc) {
        calculated = std::max(calculated, run.ended(op));
      }
    }
    EXPECT_GE(summed, calculated) << rank;
  }
  EXPECT_EQ(sums, 8u * 4);
}

TEST(WorkloadCatalogue, slow_too_many_operations_are_refused_before_the_first_is_composed) {
  bool begun = false;
  const auto progress = [&begun](std::size_t, std::size_t) { begun = true; };
  const Parameters many{{"ranks", std::int64_t{4096}}, {"bytes", std::int64_t{8}}};
  EXPECT_THROW(find_workload("alltoall")->make(many, false, progress), ParameterError);
  EXPECT_FALSE(begun);
}

TEST(WorkloadCatalogue, progress_knows_how_many_operations_there_will_be) {
  std::size_t total = 0;
  const Parameters few{{"ranks", std::int64_t{8}}, {"bytes", std::int64_t{8}}};
  const Composed composed =
      find_workload("alltoall")->make(few, false, [&total](std::size_t, std::size_t of) { total = of; });
  EXPECT_EQ(total, composed.program.size());
}

}  // namespace
}  // namespace kintsugi::workload::test

#include "models/workload/collectives/catalogue.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "models/network/text.hpp"
#include "models/workload/collectives/doubling.hpp"
#include "models/workload/collectives/exchanges.hpp"
#include "models/workload/collectives/rings.hpp"
#include "models/workload/collectives/transformer.hpp"
#include "models/workload/collectives/trees.hpp"

namespace kintsugi::workload {

namespace {

constexpr IntegerRange kManyRanks{2, 65536};
constexpr IntegerRange kTimesRange{1, 65536};

ParameterSpec integer_spec(const std::string& name, IntegerRange range, const std::string& meaning,
                           std::optional<std::int64_t> otherwise, std::int64_t example = 0) {
  ParameterSpec spec{.name = name,
                     .required = !otherwise,
                     .help = meaning + ", " + to_text(range) + (otherwise ? ", default " + readable(*otherwise) : ""),
                     .choices = {},
                     .range = range};
  if (otherwise) {
    spec.otherwise = *otherwise;
  } else {
    spec.example = example;
  }
  return spec;
}

ParameterSpec name_spec(const std::string& name, const std::string& meaning, std::vector<std::string> choices) {
  ParameterSpec spec{.name = name, .type = ParameterSpec::Type::kName, .help = meaning, .choices = choices};
  spec.otherwise = choices.front();
  return spec;
}

std::int64_t integer_of(const Parameters& parameters, const std::string& name, std::int64_t otherwise) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? otherwise : std::get<std::int64_t>(found->second);
}
std::uint32_t count_of(const Parameters& parameters, const std::string& name, std::int64_t otherwise) {
  return static_cast<std::uint32_t>(integer_of(parameters, name, otherwise));
}
std::uint64_t bytes_of(const Parameters& parameters, const std::string& name = "bytes") {
  return static_cast<std::uint64_t>(integer_of(parameters, name, 0));
}
std::string algorithm_of(const Parameters& parameters, const std::string& otherwise) {
  const auto found = parameters.find("algorithm");
  return found == parameters.end() ? otherwise : std::get<std::string>(found->second);
}

ParameterSpec ranks_spec() {
  return integer_spec("ranks", kManyRanks, "ranks that take part", std::nullopt, 16);
}
ParameterSpec bytes_spec(const std::string& meaning) {
  return integer_spec("bytes", kBytesRange, meaning, std::nullopt, 65536);
}
ParameterSpec reduce_spec() {
  return integer_spec("reduce_bytes_per_ns", {0, 1'000'000},
                      "received bytes that a rank adds in a nanosecond; 0: any number", 0);
}
ParameterSpec times_spec() {
  return integer_spec("times", kTimesRange, "how often, one after the other", 1);
}
ParameterSpec columns_spec(const std::string& meaning) {
  return integer_spec("columns", {1, kManyRanks.high}, meaning, std::nullopt, 4);
}

std::uint32_t ranks_of(const Parameters& parameters) {
  return count_of(parameters, "ranks", 0);
}
Members all_members(const Composer& composer) {
  Members members;
  for (std::uint32_t rank = 0; rank < composer.ranks(); ++rank) members.push_back(RankId{rank});
  return members;
}

void require_power_of_two(const Parameters& parameters, const std::string& algorithm) {
  if (algorithm_of(parameters, "") != algorithm || std::has_single_bit(ranks_of(parameters))) return;
  throw ParameterError("ranks", "ranks is " + std::to_string(ranks_of(parameters)) + "; algorithm " + algorithm +
                                    " needs a power of two; ring takes any number");
}

void require_columns(const Parameters& parameters) {
  const std::uint32_t columns = count_of(parameters, "columns", 0);
  const std::uint32_t ranks = ranks_of(parameters);
  if (columns == 0) {
    throw ParameterError("columns", "columns is missing: the length of the rows in which the ranks are arranged");
  }
  if (ranks % columns == 0) return;
  throw ParameterError("columns", "columns is " + std::to_string(columns) + " and does not divide the " +
                                      std::to_string(ranks) + " ranks");
}

template <class Once>
void repeat_group(Composer& composer, const Parameters& parameters, const std::string& group, Once once) {
  for (std::uint32_t i = count_of(parameters, "times", 1); i > 0; --i) {
    composer.begin_group(group);
    once();
  }
}

void check_all_reduce(const Parameters& parameters) {
  const std::string algorithm = algorithm_of(parameters, "ring");
  if (algorithm == "ring2d") {
    require_columns(parameters);
  } else if (parameters.contains("columns")) {
    throw ParameterError("columns", "columns is a parameter of algorithm ring2d, not of " + algorithm +
                                        "; omit columns, or set algorithm to ring2d");
  }
}
void compose_all_reduce(Composer& composer, const Parameters& parameters) {
  const Members members = all_members(composer);
  const std::string algorithm = algorithm_of(parameters, "ring");
  const Buffer buffer{bytes_of(parameters), composer.ranks()};
  const Buffer halves{bytes_of(parameters), power_below(composer.ranks())};
  repeat_group(composer, parameters, "allreduce", [&] {
    if (algorithm == "ring") ring_all_reduce(composer, members, buffer, buffer.all());
    if (algorithm == "ring2d") {
      ring_all_reduce_2d(composer, members, count_of(parameters, "columns", 0), buffer);
    }
    if (algorithm == "doubling") doubling_all_reduce(composer, members, buffer);
    if (algorithm == "rabenseifner") rabenseifner_all_reduce(composer, members, halves);
    if (algorithm == "tree") tree_all_reduce(composer, members, buffer);
    if (algorithm == "multicast") multicast_all_reduce(composer, members, buffer);
  });
}

void check_halving(const Parameters& parameters) {
  require_power_of_two(parameters, "halving");
}
void compose_reduce_scatter(Composer& composer, const Parameters& parameters) {
  const Members members = all_members(composer);
  const Buffer buffer{bytes_of(parameters), composer.ranks()};
  repeat_group(composer, parameters, "reduce_scatter", [&] {
    if (algorithm_of(parameters, "ring") == "ring") {
      ring_reduce_scatter(composer, members, buffer, parts_of(buffer.all(), composer.ranks()));
    } else {
      halving_reduce_scatter(composer, members, buffer);
    }
  });
}

void check_doubling(const Parameters& parameters) {
  require_power_of_two(parameters, "doubling");
}
void compose_all_gather(Composer& composer, const Parameters& parameters) {
  const Members members = all_members(composer);
  const Buffer buffer{bytes_of(parameters), composer.ranks()};
  repeat_group(composer, parameters, "allgather", [&] {
    if (algorithm_of(parameters, "ring") == "ring") {
      ring_all_gather(composer, members, buffer, parts_of(buffer.all(), composer.ranks()));
    } else {
      doubling_all_gather(composer, members, buffer);
    }
  });
}

void compose_broadcast(Composer& composer, const Parameters& parameters) {
  const Members members = all_members(composer);
  repeat_group(composer, parameters, "broadcast", [&] {
    const bool is_tree = algorithm_of(parameters, "tree") == "tree";
    (is_tree ? tree_broadcast : multicast_broadcast)(composer, members, {bytes_of(parameters), 1});
  });
}

void compose_all_to_all(Composer& composer, const Parameters& parameters) {
  const Members members = all_members(composer);
  const bool is_direct = algorithm_of(parameters, "direct") == "direct";
  repeat_group(composer, parameters, "alltoall",
               [&] { (is_direct ? direct_all_to_all : pairwise_all_to_all)(composer, members, bytes_of(parameters)); });
}

void compose_barrier(Composer& composer, const Parameters& parameters) {
  const Members members = all_members(composer);
  repeat_group(composer, parameters, "barrier", [&] { dissemination_barrier(composer, members); });
}

std::vector<std::int64_t> list_of(const Parameters& parameters, const std::string& name) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::vector<std::int64_t>() : std::get<std::vector<std::int64_t>>(found->second);
}

/// Throws ParameterError unless there are 1 to 3 sides, whose product is in range, and as many faces or one.
void check_halo(const Parameters& parameters) {
  const std::vector<std::int64_t> sides = list_of(parameters, "sides");
  const std::size_t faces = list_of(parameters, "face_bytes").size();
  std::int64_t product = 1;
  for (const std::int64_t side : sides) {
    product = side < 1 || side > kManyRanks.high ? 0 : product * side;
    if (product < 1 || product > kManyRanks.high) break;
  }
  if (sides.empty() || sides.size() > 3 || !kManyRanks.contains(product)) {
    throw ParameterError("sides", "sides is " + to_text(ParameterValue(sides)) +
                                      "; valid is a list of 1 to 3 sides with " + to_text(kManyRanks) +
                                      " ranks in all, such as [4, 4]");
  }
  for (const std::int64_t bytes : list_of(parameters, "face_bytes")) {
    if (!kBytesRange.contains(bytes)) {
      throw ParameterError("face_bytes",
                           "face_bytes must be " + to_text(kBytesRange) + ", not " + std::to_string(bytes));
    }
  }
  if (faces != 1 && faces != sides.size()) {
    throw ParameterError("face_bytes", "face_bytes has " + std::to_string(faces) +
                                           " numbers; valid is one, or one for "
                                           "each of the sides: " +
                                           std::to_string(sides.size()));
  }
}
std::uint32_t halo_ranks(const Parameters& parameters) {
  std::int64_t product = 1;
  for (const std::int64_t side : list_of(parameters, "sides")) product *= side;
  return static_cast<std::uint32_t>(product);
}
void compose_halo(Composer& composer, const Parameters& parameters) {
  Halo halo;
  const std::vector<std::int64_t> bytes = list_of(parameters, "face_bytes");
  for (const std::int64_t side : list_of(parameters, "sides")) {
    halo.face_bytes.push_back(static_cast<std::uint64_t>(bytes[bytes.size() == 1 ? 0 : halo.sides.size()]));
    halo.sides.push_back(static_cast<std::uint32_t>(side));
  }
  halo.wraps = integer_of(parameters, "wraps", 1) != 0;
  halo.calc_nanoseconds = bytes_of(parameters, "calc_ns");
  repeat_group(composer, parameters, "halo", [&] { halo_exchange(composer, halo); });
}

void compose_fft(Composer& composer, const Parameters& parameters) {
  for (std::uint32_t i = count_of(parameters, "times", 1); i > 0; --i) {
    fft_transposes(composer, count_of(parameters, "columns", 1), bytes_of(parameters), bytes_of(parameters, "calc_ns"));
  }
}

/// What parameters that are left out are: 16 ranks under all three parallelisms.
constexpr Transformer kStandardTransformer{.tensor = 4, .pipeline = 2, .data = 2};

Transformer transformer_of(const Parameters& parameters) {
  const Transformer& standard = kStandardTransformer;
  const auto size = [&](const std::string& name, std::uint64_t otherwise) {
    return static_cast<std::uint64_t>(integer_of(parameters, name, static_cast<std::int64_t>(otherwise)));
  };
  return {.tensor = count_of(parameters, "tensor", standard.tensor),
          .pipeline = count_of(parameters, "pipeline", standard.pipeline),
          .data = count_of(parameters, "data", standard.data),
          .hidden = size("hidden", standard.hidden),
          .feed_forward = size("feed_forward", standard.feed_forward),
          .sequence = size("sequence", standard.sequence),
          .micro_batch = size("micro_batch", standard.micro_batch),
          .micro_batches = count_of(parameters, "micro_batches", standard.micro_batches),
          .value_bytes = size("value_bytes", standard.value_bytes),
          .operations_per_ns = size("operations_per_ns", standard.operations_per_ns)};
}
void check_transformer(const Parameters& parameters) {
  const Transformer model = transformer_of(parameters);
  const std::uint64_t ranks = std::uint64_t{model.tensor} * model.pipeline * model.data;
  if (!kManyRanks.contains(static_cast<std::int64_t>(ranks))) {
    throw ParameterError("tensor", "tensor * pipeline * data is " + std::to_string(ranks) + "; valid is " +
                                       to_text(kManyRanks) + " ranks");
  }
}
std::uint32_t transformer_ranks(const Parameters& parameters) {
  return transformer_of(parameters).ranks();
}
void compose_layers(Composer& composer, const Parameters& parameters) {
  compose_transformer(composer, transformer_of(parameters));
}

void check_no_more(const Parameters&) {}

std::vector<ParameterSpec> transformer_specs() {
  const Transformer& standard = kStandardTransformer;
  const auto spec = [](const std::string& name, IntegerRange range, const std::string& meaning,
                       std::uint64_t otherwise) {
    return integer_spec(name, range, meaning, static_cast<std::int64_t>(otherwise));
  };
  return {spec("tensor", {1, 1024}, "parts of a layer", standard.tensor),
          spec("pipeline", {1, 1024}, "stages, one layer each", standard.pipeline),
          spec("data", {1, 1024}, "replicas", standard.data),
          spec("hidden", {1, 1 << 16}, "values of a token", standard.hidden),
          spec("feed_forward", {1, 1 << 18}, "values of the feed-forward part", standard.feed_forward),
          spec("sequence", {1, 1 << 16}, "tokens of a sequence", standard.sequence),
          spec("micro_batch", {1, 256}, "sequences that are in work at a time", standard.micro_batch),
          spec("micro_batches", {1, 1024}, "micro-batches of a step", standard.micro_batches),
          spec("value_bytes", {1, 8}, "bytes of a value", standard.value_bytes),
          spec("operations_per_ns", {1, 1'000'000'000}, "operations that a rank calculates in a nanosecond",
               standard.operations_per_ns)};
}

ParameterSpec list_spec(const std::string& name, const std::string& help, std::vector<std::int64_t> example) {
  ParameterSpec spec{
      .name = name, .type = ParameterSpec::Type::kIntegers, .required = true, .help = help, .choices = {}};
  spec.example = std::move(example);
  return spec;
}

std::vector<WorkloadInfo> make_workloads() {
  const ParameterSpec calc = integer_spec("calc_ns", kNanosecondsRange, "nanoseconds of each calculation", 0);
  ParameterSpec columns = columns_spec("length of the rows in which the ranks are arranged, with ring2d");
  columns.required = false;
  return {
      {"allreduce",
       "gives all ranks the sum of the data of all",
       {ranks_spec(), bytes_spec("bytes of each rank"),
        name_spec("algorithm", "how", {"ring", "doubling", "rabenseifner", "tree", "ring2d", "multicast"}), columns,
        reduce_spec(), times_spec()},
       check_all_reduce,
       ranks_of,
       compose_all_reduce,
       WorkloadInfo::Asked::kBytes},
      {"reduce_scatter",
       "leaves with each rank a part of the sum of the data of all",
       {ranks_spec(), bytes_spec("bytes of each rank"), name_spec("algorithm", "how", {"ring", "halving"}),
        reduce_spec(), times_spec()},
       check_halving,
       ranks_of,
       compose_reduce_scatter,
       WorkloadInfo::Asked::kBytes},
      {"allgather",
       "gives all ranks the part of each",
       {ranks_spec(), bytes_spec("bytes of all parts"), name_spec("algorithm", "how", {"ring", "doubling"}),
        times_spec()},
       check_doubling,
       ranks_of,
       compose_all_gather,
       WorkloadInfo::Asked::kBytes},
      {"broadcast",
       "gives all ranks the data of rank 0",
       {ranks_spec(), bytes_spec("bytes of rank 0"), name_spec("algorithm", "how", {"tree", "multicast"}),
        times_spec()},
       check_no_more,
       ranks_of,
       compose_broadcast,
       WorkloadInfo::Asked::kBytes},
      {"alltoall",
       "each rank has data for each other one",
       {ranks_spec(), bytes_spec("bytes from one rank to another"),
        name_spec("algorithm", "how", {"direct", "pairwise"}), times_spec()},
       check_no_more,
       ranks_of,
       compose_all_to_all,
       WorkloadInfo::Asked::kBytesOfEach},
      {"barrier",
       "ends at no rank before all have begun",
       {ranks_spec(), times_spec()},
       check_no_more,
       ranks_of,
       compose_barrier},
      {"halo",
       "a stencil on a grid of ranks: calculate, then exchange faces with the neighbours",
       {list_spec("sides", "ranks in each dimension, 1 to 3 numbers, such as [4, 4]", {4, 4}),
        list_spec("face_bytes", "bytes that cross a face, one number or one for each dimension, such as [1024]",
                  {1024}),
        integer_spec("wraps", {0, 1}, "1: the grid is a torus", 1), calc, times_spec()},
       check_halo,
       halo_ranks,
       compose_halo},
      {"fft",
       "a Fourier transform in pencils: transposes within rows and within columns between calculations",
       {ranks_spec(), columns_spec("length of the rows in which the ranks are arranged"),
        bytes_spec("bytes of each rank"), calc, times_spec()},
       require_columns,
       ranks_of,
       compose_fft},
      {"transformer", "a training step of transformer layers under tensor, pipeline and data parallelism",
       transformer_specs(), check_transformer, transformer_ranks, compose_layers},
  };
}

/// Checks types, ranges and choices.
void check_value(const ParameterSpec& spec, const ParameterValue& value) {
  using Type = ParameterSpec::Type;
  if (spec.type == Type::kInteger) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number != nullptr && spec.range.contains(*number)) return;
    throw ParameterError(spec.name, spec.name + " must be " + to_text(spec.range) + ", not " + to_text(value));
  }
  if (spec.type == Type::kName) {
    const auto* name = std::get_if<std::string>(&value);
    if (name != nullptr && std::ranges::find(spec.choices, *name) != spec.choices.end()) return;
    throw ParameterError(spec.name, spec.name + " is " + to_text(value) + "; valid is " + with_commas(spec.choices));
  }
  if (!std::holds_alternative<std::vector<std::int64_t>>(value)) {
    throw ParameterError(spec.name, spec.name + " is a list of numbers: " + spec.help);
  }
}

}  // namespace

Composed WorkloadInfo::make(const Parameters& given, bool keeps_data, const Progress& progress) const {
  for (const ParameterSpec& spec : parameters) {
    const auto found = given.find(spec.name);
    if (found != given.end()) {
      check_value(spec, found->second);
    } else if (spec.required) {
      throw ParameterError(spec.name, spec.name + " is missing: " + spec.help);
    }
  }
  check(given);
  try {
    const auto speed = static_cast<std::uint64_t>(integer_of(given, "reduce_bytes_per_ns", 0));
    Composer counter(ranks(given), {.reduce_bytes_per_ns = speed, .only_counts = true});  // refuses too many at once
    compose(counter, given);
    Composer composer(ranks(given), {speed, keeps_data, progress, counter.size()});
    compose(composer, given);
    return std::move(composer).finish();
  } catch (const ParameterError&) {
    throw;
  } catch (const std::logic_error& error) {  // too long, or too many operations
    throw ParameterError(parameters.front().name, std::string(error.what()) + "; take smaller sizes");
  }
}

std::span<const WorkloadInfo> workloads() {
  static const std::vector<WorkloadInfo> kWorkloads = make_workloads();
  return kWorkloads;
}

std::optional<std::uint64_t> WorkloadInfo::asked_bytes(const Parameters& given, std::uint32_t members) const {
  if (asked == Asked::kNothing) return std::nullopt;
  return bytes_of(given) * (asked == Asked::kBytesOfEach ? members : 1);
}

const WorkloadInfo* find_workload(std::string_view name) {
  const auto found = std::ranges::find(workloads(), name, &WorkloadInfo::name);
  return found == workloads().end() ? nullptr : &*found;
}

}  // namespace kintsugi::workload

#include "models/graph/family.hpp"

#include "models/graph/read_graph.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::graph {

namespace {

class GraphDesign final : public Design {
 public:
  explicit GraphDesign(UserNetwork user) : user_(std::move(user)) {}
  const Network& network() const override { return user_.network; }
  std::vector<LinkLatency> link_latencies() const override { return user_.latencies; }
  std::vector<std::string> notes() const override { return user_.notes; }
  std::vector<std::string> original_names() const override { return user_.original_names; }
  std::vector<OwnRouting> own_routings() const override { return {}; }
  std::unique_ptr<ReconfigurableFabric> fabric(const Parameters&) const override { return nullptr; }

 private:
  UserNetwork user_;
};

/// Returns the name of a file without its folder and extension.
std::string stem(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return std::string(path.substr(0, path.rfind('.')));
}

std::string read_format(const Parameters& parameters, const ParameterFile& file) {
  const auto given = parameters.find("format");
  if (given != parameters.end()) return std::get<std::string>(given->second);
  const std::string_view format = format_of(file.path, file.text);
  if (!format.empty()) return std::string(format);
  throw ParameterError("file",
                       file.path +
                           " does not say its format by its end, such as .graphml, .dot, .csv, .txt or .anynet; "
                           "say it by network.format: graphml, dot, csv or anynet");
}

/// A ring of eight nodes with two chords.
constexpr const char* kExample =
    "a,b,kind\n0,1,ring\n1,2,ring\n2,3,ring\n3,4,ring\n4,5,ring\n5,6,ring\n6,7,ring\n"
    "7,0,ring\n0,4,chord\n2,6,chord\n";

const std::string kByFile = "file";
const std::string kPesNumbers = "1 to " + std::to_string(kMostPes);

std::vector<ParameterSpec> graph_parameters() {
  using Type = ParameterSpec::Type;
  return {
      {.name = "file",
       .type = Type::kFile,
       .required = true,
       .help =
           "the graph: nodes and links, as GraphML, in Graphviz's dot language, as an edge list or as BookSim's anynet",
       .choices = {},
       .example = ParameterFile{"graph.csv", kExample}},
      {.name = "format",
       .type = Type::kName,
       .help = "graphml, dot, csv or anynet: how the file is written; default by the end of its name",
       .choices = {kFormats.begin(), kFormats.end()}},
      {.name = "pes",
       .type = Type::kIntegerOrName,
       .help = "PEs at each router, " + kPesNumbers + ", or file: as many as the file gives it, also none; default 1",
       .choices = {kByFile},
       .otherwise = std::int64_t{1},
       .numbers = kPesNumbers}};
}

PesOfRouters read_pes_of_routers(const Parameters& parameters) {
  const auto found = parameters.find("pes");
  if (found == parameters.end()) return {};
  const auto* const number = std::get_if<std::int64_t>(&found->second);
  if (number == nullptr) return {std::nullopt};
  if (*number >= 1 && *number <= kMostPes) return {static_cast<unsigned>(*number)};
  throw ParameterError("pes", "pes is " + std::to_string(*number) + "; valid is " + kPesNumbers + ", or " + kByFile);
}

}  // namespace

GraphFamily::GraphFamily() : Family("graph", "a user's graph, read from a file", graph_parameters()) {}

std::unique_ptr<Design> GraphFamily::make(const Parameters& parameters) const {
  const auto found = parameters.find("file");
  if (found == parameters.end()) throw ParameterError("file", "file is missing: the graph");
  const auto& file = std::get<ParameterFile>(found->second);
  auto read = read_graph(file.text, read_format(parameters, file), stem(file.path), read_pes_of_routers(parameters));
  if (auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) {
    throw ParameterFileError("file", file, std::move(*mistakes));
  }
  return std::make_unique<GraphDesign>(std::move(std::get<UserNetwork>(read)));
}

}  // namespace kintsugi::graph

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "models/fabric/defective_fabric.hpp"
#include "tb/tests/fuzz/harness/bounds.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::fuzz {

namespace {

/// A file that the harness writes anew for every map, and that is removed at the end.
class MapFile {
 public:
  MapFile() : path_(std::filesystem::temp_directory_path() / ("kintsugi_map" + std::to_string(getpid()) + ".yaml")) {}
  ~MapFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  MapFile(const MapFile&) = delete;
  MapFile& operator=(const MapFile&) = delete;

  void write(std::string_view text) const {
    std::ofstream file(path_, std::ios::binary | std::ios::trunc);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  std::string scenario(const std::string& network) const {
    return network + "\ndefects: {file: " + path_.string() + "}\n";
  }

 private:
  std::filesystem::path path_;
};

/// A network whose map is read: built once, because only the defects change.
class MapCarrier {
 public:
  MapCarrier(const MapFile& file, const std::string& network) {
    document_ = *parse_document(file.scenario(network), document_name(), errors_);
    file.write("defects: {}");
    setup_ = build_setup(read_scenario(document_, document_name(), errors_), errors_);
    errors_.raise();
  }

  void read() const {
    Diagnostics errors;
    const ReadScenario scenario = read_scenario(document_, document_name(), errors);
    const Defects defects = find_defects(scenario.scenario.defects, {}, setup_.places, errors);
    if (errors.empty() && setup_.fabric && !defects.elements.empty()) {
      const DefectiveFabric built(setup_.fabric->fabric(), defects.elements);
      require(built.fabric().sites.size() == setup_.fabric->fabric().sites.size(), "defects leave the sites");
    }
    check_messages(errors);
  }

 private:
  Diagnostics errors_;
  Value document_;
  Setup setup_;
};

}  // namespace

void read_defect_map(std::string_view text) {
  static const MapFile file;
  static const MapCarrier carriers[] = {
      {file, "network: {kind: srt2d, n: 2}\nfabric: {tracks: 2}"},
      {file, "network: {kind: sse, n: 3, scheme: ksft2}"},
      {file, "network: {kind: mandala, ports: 3, levels: 2}\nrouter: {routing: hdr}"}};
  file.write(text);
  for (const MapCarrier& carrier : carriers) carrier.read();
}

}  // namespace kintsugi::fuzz

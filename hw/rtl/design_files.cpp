#include "hw/rtl/design_files.hpp"

#include <algorithm>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kDesignPage = R"(
## In a design

| file | is |
|---|---|
| `@TOP@.f` | the modules for synthesis, packages first, for `verilator -F` from any folder; `make lint` reads it |
| `Bender.yml` | the same for Bender; target `bench` adds the bench@BENDER@ |
| `@TOP@.core` | for FuseSoC: targets `default`, `lint` and `sim` |

Modules, packages, macros and their files are global names. `kintsugi export --prefix NAME` puts `NAME_` before all of
them, so that exports with different prefixes fit into one design.

## What you may do

All files of this folder are under the Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0), as kintsugi is.
You may use and change them, make and sell chips of them, and pass them on, as text or as a netlist, in open and in
closed products, and owe nothing for it. Whoever passes on text or netlist gives the licence along, leaves the first
line of each file, and says what was changed. There is no warranty, and no right to a name. The licence says all of it;
where this page is shorter, the licence counts.
)";

const char* const kBender = R"(package:
  name: @TOP@
  description: "RTL written by kintsugi @VERSION@"

sources:
  # packages first
  - include_dirs: [.]
    files:
@RTL@  # The bench needs the macros@MACROS@.
  - target: bench
    files:
@BENCH@@FURTHER@)";

/// Modules that are in no list, by the target that adds them.
struct FurtherGroup {
  std::string_view target;
  std::string_view about;
  bool (*has)(const std::string& file);
};
constexpr FurtherGroup kFurtherGroups[] = {
    {"tap", "a test access port for the chain", [](const std::string& file) { return file == "kt_tap.sv"; }},
    {"tap_bench", "its bench", [](const std::string& file) { return file == "kt_tap_bench.sv"; }},
    {"systemc", "the module that a SystemC chip has for its fabric",
     [](const std::string& file) { return !file.starts_with("kt_tap"); }}};

const char* const kCore = R"(CAPI=2:
name: "kintsugi:export:@TOP@:@VERSION@"
description: "RTL written by kintsugi @VERSION@"

filesets:
  rtl:
    files:
@RTL@    file_type: systemVerilogSource
  bench:
    files:
@BENCH@    file_type: systemVerilogSource
@FURTHER@  constraints:
    files:
@CONSTRAINTS@    file_type: SDC
  # what the Makefile of the export reads, and pages
  project:
    files:
@PROJECT@    file_type: user

targets:
  default: &default
    filesets: [rtl]
    toplevel: @TOP@
  lint:
    <<: *default
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall]
  sim:
    filesets: [rtl, bench]
    toplevel: kt_bench
    default_tool: icarus
    tools:
      icarus:
        timescale: 1ns/1ps
        iverilog_options: [-g2012, -s, @TOP@@DEFINES@]
)";

class DesignWriter {
 public:
  DesignWriter(const std::vector<RtlFile>& files, const std::string& top, const std::string& version)
      : files_(files), top_(top), version_(version) {
    const std::string bench_list = text_of("bench.f");
    modules_ = files_in_list(text_of(top + ".f"));
    for (const std::string& name : files_in_list(bench_list)) {
      if (!is_module(name)) bench_.push_back(name);
    }
    std::istringstream lines(bench_list);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("+define+")) macros_.push_back(line.substr(8));
    }
    for (const RtlFile& file : files) {
      const bool is_further = file.name.ends_with(".sv") && !is_module(file.name) && !is_of_bench(file.name);
      if (is_further) further_.push_back(file.name);
    }
  }

  RtlFile bender() const {
    return {"Bender.yml", filled(kBender, {{"RTL", items(modules_)},
                                           {"MACROS", macros_.empty() ? " of bench.f" : words(macros_, " -D ", "")},
                                           {"BENCH", items(bench_)},
                                           {"FURTHER", bender_groups()},
                                           {"VERSION", version_},
                                           {"TOP", top_}})};
  }

  RtlFile core() const {
    const auto ending = [](const char* end) { return [end](const std::string& name) { return name.ends_with(end); }; };
    std::string rtl = items(modules_), bench = items(bench_);
    for (const std::string& name : named(ending(".svh"))) rtl += item(name, "is_include_file: true");
    for (const std::string& name : named(ending(".memh"))) {
      bench += item(name, "file_type: user, copyto: " + name);
    }
    const auto is_other = [](const std::string& name) {
      for (const char* const end : {".sv", ".svh", ".memh", ".sdc"}) {
        if (name.ends_with(end)) return false;
      }
      return !is_for_systemc(name);
    };
    std::vector<std::string> project = named(is_other);
    project.emplace_back("Bender.yml");
    std::ranges::sort(project);
    return {top_ + ".core", filled(kCore, {{"RTL", rtl},
                                           {"BENCH", bench},
                                           {"FURTHER", core_groups()},
                                           {"CONSTRAINTS", items(named(ending(".sdc")))},
                                           {"PROJECT", items(project)},
                                           {"DEFINES", words(macros_, ", -D", "")},
                                           {"VERSION", version_},
                                           {"TOP", top_}})};
  }

  std::string page() const {
    return text_of("README.md") + filled(kDesignPage, {{"BENDER", bender_words()}, {"TOP", top_}});
  }

 private:
  const std::string& text_of(const std::string& name) const {
    const auto file = std::ranges::find(files_, name, &RtlFile::name);
    if (file == files_.end()) throw std::invalid_argument("an export without the file " + name);
    return file->text;
  }

  bool is_module(const std::string& name) const { return std::ranges::find(modules_, name) != modules_.end(); }
  bool is_of_bench(const std::string& name) const { return std::ranges::find(bench_, name) != bench_.end(); }
  /// CMakeLists.txt is there for a SystemC chip only.
  static bool is_for_systemc(const std::string& name) {
    return name.ends_with(".hpp") || name.ends_with(".mk") || name == "CMakeLists.txt";
  }

  std::vector<std::string> named(const std::function<bool(const std::string&)>& is_wanted) const {
    std::vector<std::string> names;
    for (const RtlFile& file : files_) {
      if (is_wanted(file.name)) names.push_back(file.name);
    }
    return names;
  }

  std::string further(const FurtherGroup& group) const {
    std::string text;
    for (const std::string& name : further_) {
      if (group.has(name)) text += "      - " + name + '\n';
    }
    return text;
  }

  std::string bender_groups() const {
    std::string text;
    for (const FurtherGroup& group : kFurtherGroups) {
      const std::string files = further(group);
      if (files.empty()) continue;
      text +=
          "  # " + std::string(group.about) + "\n  - target: " + std::string(group.target) + "\n    files:\n" + files;
    }
    return text;
  }

  std::string bender_words() const {
    std::string text;
    for (const FurtherGroup& group : kFurtherGroups) {
      if (further(group).empty()) continue;
      text += ", `" + std::string(group.target) + "` " + std::string(group.about);
    }
    return text;
  }

  /// A SystemC chip needs files for its compiler too.
  std::string core_groups() const {
    std::string text;
    for (const FurtherGroup& group : kFurtherGroups) {
      std::string files = further(group);
      if (group.target == "systemc") {
        for (const std::string& name : named(is_for_systemc)) files += item(name, "file_type: user");
      }
      if (files.empty()) continue;
      text += "  # " + std::string(group.about) + "\n  " + std::string(group.target) + ":\n    files:\n" + files +
              "    file_type: systemVerilogSource\n";
    }
    return text;
  }

  static std::string item(const std::string& name, const std::string& attributes) {
    return "      - " + name + ": {" + attributes + "}\n";
  }
  static std::string items(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += "      - " + name + '\n';
    return text;
  }
  static std::string words(const std::vector<std::string>& list, const std::string& before, const std::string& behind) {
    std::string text;
    for (const std::string& word : list) text += before + word + behind;
    return text;
  }

  const std::vector<RtlFile>& files_;
  const std::string& top_;
  const std::string& version_;
  std::vector<std::string> modules_ = {};  // for synthesis
  std::vector<std::string> bench_ = {};    // modules of the bench alone
  std::vector<std::string> further_ = {};  // all other modules
  std::vector<std::string> macros_ = {};   // of the bench
};

}  // namespace

std::vector<std::string> files_in_list(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && !line.starts_with('+') && !line.starts_with("//")) names.push_back(line);
  }
  return names;
}

std::vector<RtlFile> with_design_files(std::vector<RtlFile> files, const std::string& top, const std::string& version) {
  const DesignWriter writer(files, top, version);
  std::vector<RtlFile> more{writer.bender(), writer.core()};
  std::string page = writer.page();
  std::ranges::find(files, "README.md", &RtlFile::name)->text = std::move(page);
  append(files, std::move(more));
  std::ranges::sort(files, {}, &RtlFile::name);
  return files;
}

}  // namespace kintsugi::rtl

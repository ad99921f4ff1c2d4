// What `cmake --install` installs: programs of users build from it, and it says nothing of the machine that built it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

#include "models/version.hpp"
#include "tb/tests/system/page_commands.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

/// What a user's compiler may be told.
std::string own_warnings() {
  return std::string(" -Wall -Wextra -Wpedantic -Wshadow -Wconversion") + (warnings_are_errors() ? " -Werror" : "");
}

fs::path consumers() {
  return source_directory() / "tb/tests/system/consumers";
}

/// An installation that was moved after it was made, and programs of users built from it: CTest makes both once, by the
/// tests Installation and InstalledPrograms.
class InstallSlow : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(fs::exists(prefix())) << "run it by ctest, which makes the installation";
    fs::create_directories(scratch_.path());
  }

  static fs::path prefix() { return fs::path(program_path()).parent_path() / "installation/moved"; }
  /// Returns one of the programs of users.
  static std::string built_program(const std::string& name) {
    return (prefix().parent_path() / "programs" / name).string();
  }
  /// Returns the file from which one of them was linked.
  static std::string object_of(const std::string& name) {
    return built_program("CMakeFiles/" + name + ".dir/" + name + ".cpp.o");
  }
  fs::path build() const { return scratch_.path() / "build"; }
  fs::path headers() const {
    return prefix() / "include" /
           ("kintsugi-" + std::to_string(KINTSUGI_VERSION_MAJOR) + '.' + std::to_string(KINTSUGI_VERSION_MINOR));
  }
  /// Returns the place of the headers that programs of users do not include.
  fs::path internal_headers() const { return headers() / "kintsugi/detail"; }
  fs::path documentation() const { return prefix() / "share/doc/kintsugi"; }
  std::string program() const { return (prefix() / "bin/kintsugi").string(); }
  fs::path file_of_package(const std::string& name) const {
    for (const auto& entry : fs::recursive_directory_iterator(prefix() / "lib")) {
      if (entry.path().filename() == name) return entry.path();
    }
    return {};
  }

  /// Configures the programs of users named by `which`: "models;hw".
  ToolResult configure(const std::string& which, const std::vector<std::string>& more = {}) const {
    return configure_project(consumers(), with({"-DCONSUMERS=" + which}, more));
  }
  ToolResult configure_project(const fs::path& project, const std::vector<std::string>& more = {}) const {
    return run_program(with({"cmake", "-G", "Ninja", "-S", project.string(), "-B", build().string(),
                             "-DCMAKE_PREFIX_PATH=" + prefix().string(),
                             std::string("-DCMAKE_COMPILE_WARNING_AS_ERROR=") + (warnings_are_errors() ? "ON" : "OFF")},
                            more));
  }
  /// Returns the words that name all libraries for the linker.
  std::string libraries_by_name() const {
    return "-L" + file_of_package("libkintsugi_hw.a").parent_path().string() +
           " -lkintsugi_tb -lkintsugi_scenario -lkintsugi_testbench -lkintsugi_hw -lkintsugi_models -lyaml-cpp "
           "-lcadical -lpugixml -lsystemc -pthread";
  }
  /// Builds an example and expects that its output ends so, by whichever way it is linked: by CMake, by a module of
  /// pkg-config, and by names of libraries. Without a module: by CMake.
  void expect_example(const std::string& name, const std::string& ending, const std::string& module) const {
    const ToolResult configured = configure_project(source_directory() / "tb/examples" / name);
    ASSERT_EQ(configured.status, 0) << configured.out << configured.err;
    const ToolResult built = run_program({"cmake", "--build", build().string()});
    ASSERT_EQ(built.status, 0) << built.out;
    const ToolResult result = run_program({(build() / name).string()});
    EXPECT_EQ(result.status, 0);
    EXPECT_TRUE(result.out.ends_with(ending)) << result.out;
    if (module.empty()) return;
    const std::string object = (build() / "CMakeFiles" / (name + ".dir") / "main.cpp.o").string();
    const std::string program = (scratch_.path() / name).string();
    for (const std::string& libraries : {"$(pkg-config --libs " + module + ')', libraries_by_name()}) {
      const ToolResult linked = shell("c++ " + object + ' ' + libraries + " -o " + program + " && " + program);
      EXPECT_EQ(linked.out, result.out) << libraries << '\n' << linked.err;
    }
  }
  /// Returns the memory, in MiB, that the compiler says it takes for these lines with the headers of all components:
  /// unlike time, the same on a busy machine.
  double memory_to_compile(const std::string& lines) const {
    const std::string source = (scratch_.path() / "lines.cpp").string();
    std::ofstream(source) << lines;
    const ToolResult result =
        shell("c++ -std=c++20 -ftime-report -fsyntax-only $(pkg-config --cflags kintsugi-system) " + source);
    EXPECT_EQ(result.status, 0) << result.err;
    std::smatch found;
    const bool is_there = std::regex_search(result.err, found, std::regex("\n TOTAL .* ([0-9]+)M"));
    EXPECT_TRUE(is_there) << "c++ is to be GCC: " << result.err;
    return is_there ? std::stod(found[1]) : 0;
  }
  /// Runs words of the shell in the folder of the programs, with the modules of the installation.
  ToolResult shell(const std::string& words) const {
    const fs::path modules = file_of_package("kintsugi-models.pc").parent_path();
    return run_program(
        {"sh", "-c",
         "cd '" + consumers().string() + "' && export PKG_CONFIG_PATH='" + modules.string() + "' && " + words});
  }
  ToolResult compile_by_pkg_config(const std::string& consumer, const std::string& modules) const {
    const std::string program = (scratch_.path() / ("uses_" + consumer)).string();
    return shell("c++ -std=c++20" + own_warnings() + " uses_" + consumer + ".cpp $(pkg-config --cflags --libs " +
                 modules + ") -o " + program + " && " + program);
  }
  /// Links what is compiled already: which libraries a module names, and in which order.
  ToolResult link_by_pkg_config(const std::string& consumer, const std::string& modules) const {
    const std::string program = (scratch_.path() / ("uses_" + consumer)).string();
    return shell("c++ " + object_of("uses_" + consumer) + " $(pkg-config --libs " + modules + ") -o " + program +
                 " && " + program);
  }
  /// Returns what the compiler says to a header, with the flags of the module and more.
  std::string complaint(const std::string& header, const std::string& module, const std::string& flags) const {
    const ToolResult result = shell("echo '#include \"" + header + "\"' | c++ -fsyntax-only -x c++ - $(pkg-config " +
                                    "--cflags " + module + ") " + flags);
    EXPECT_NE(result.status, 0) << flags;
    return result.err;
  }
  void replace_in(const fs::path& file, const std::string& what, const std::string& by) const {
    const std::string text = text_of(file);
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what << " is not in " << text;
    std::ofstream(file) << std::string(text).replace(at, what.size(), by);
  }

  TemporaryDirectory scratch_;
};

/// Returns the lines of a program that are neither blank nor a comment.
std::size_t lines_of_code(const fs::path& program) {
  const std::regex no_code("\\s*(//.*)?");
  return static_cast<std::size_t>(std::ranges::count_if(
      lines_of(text_of(program)), [&](const std::string& line) { return !std::regex_match(line, no_code); }));
}

TEST(Programs, a_scenario_takes_15_lines_a_processor_and_a_memory_40_and_an_example_fewer_than_80) {
  EXPECT_LE(lines_of(text_of(consumers() / "uses_system.cpp")).size(), 15u);
  EXPECT_LE(lines_of_code(consumers() / "uses_tlm.cpp"), 40u);
  EXPECT_GT(lines_of_code(consumers() / "uses_tlm.cpp"), 30u);
  std::size_t examples = 0;
  for (const auto& entry : fs::directory_iterator(source_directory() / "tb/examples")) {
    if (!entry.is_directory()) continue;
    ++examples;
    EXPECT_LT(lines_of(text_of(entry.path() / "main.cpp")).size(), 80u) << entry.path();
  }
  EXPECT_GE(examples, 3u);
  for (const std::string small : {"messages", "own_pe", "memory_mapped"}) {
    EXPECT_LE(lines_of(text_of(source_directory() / "tb/examples" / small / "main.cpp")).size(), 40u) << small;
  }
}

TEST_F(InstallSlow, programs_build_by_find_package_with_warnings_of_their_own) {
  const auto output_of = [](const std::string& name) { return run_program({built_program(name)}).out; };
  EXPECT_EQ(output_of("uses_models"), version() + " 16 1\n");
  EXPECT_EQ(lines_of(output_of("uses_hw")).back(), "10");
  EXPECT_EQ(lines_of(output_of("uses_tlm")).back(), "Info: processor: reads what it wrote");
  EXPECT_EQ(lines_of(output_of("uses_testbench")).back(), "240 sent, 240 received");
  EXPECT_TRUE(std::regex_match(lines_of(output_of("uses_system")).back(), std::regex("deadlock +none")));
  EXPECT_TRUE(
      std::regex_match(lines_of(output_of("uses_scenario")).back(), std::regex("[1-9][0-9]* delivered, 0 under way")));
}

TEST_F(InstallSlow, a_program_writes_a_waveform_of_a_part_of_its_chip) {
  const std::string file = (scratch_.path() / "node.vcd").string();
  EXPECT_EQ(lines_of(run_program({built_program("uses_testbench"), file}).out).back(), "240 sent, 240 received");
  const std::string waves = text_of(file);
  EXPECT_NE(waves.find("$scope module x1 $end"), std::string::npos) << waves.substr(0, 1000);
  EXPECT_NE(waves.find("$scope module router $end"), std::string::npos);
  EXPECT_EQ(waves.find("$scope module x2 $end"), std::string::npos) << "of this node only";
  EXPECT_GT(std::ranges::count(waves, '#'), 100) << "time steps with changes";
}

TEST_F(InstallSlow, programs_build_by_pkg_config_and_a_line_of_the_compiler) {
  const ToolResult models = compile_by_pkg_config("models", "kintsugi-models");
  EXPECT_EQ(models.out, version() + " 16 1\n") << models.err;
  const ToolResult hardware = compile_by_pkg_config("hw", "kintsugi-hw");
  EXPECT_EQ(hardware.status, 0) << hardware.err;
  EXPECT_EQ(shell("pkg-config --modversion kintsugi-hw").out, version() + "\n");
}

TEST_F(InstallSlow, programs_are_linked_by_pkg_config) {
  const ToolResult transactions = link_by_pkg_config("tlm", "kintsugi-hw");
  EXPECT_EQ(transactions.status, 0) << transactions.err;
  EXPECT_EQ(lines_of(transactions.out).back(), "Info: processor: reads what it wrote");
  const ToolResult testbench = link_by_pkg_config("testbench", "kintsugi-testbench");
  EXPECT_EQ(testbench.status, 0) << testbench.err;
  const ToolResult scenario = link_by_pkg_config("scenario", "kintsugi-scenario kintsugi-hw");
  EXPECT_EQ(scenario.status, 0) << scenario.err;
  const ToolResult system = link_by_pkg_config("system", "kintsugi-system");
  EXPECT_EQ(system.status, 0) << system.err;
  for (const std::string module : {"kintsugi-testbench", "kintsugi-scenario", "kintsugi-system"}) {
    EXPECT_NE(shell("pkg-config --cflags " + module).out.find("/include/" + headers().filename().string() + ' '),
              std::string::npos)
        << module;
  }
}

TEST_F(InstallSlow, processors_and_memories_of_the_example_live_on_while_a_pe_dies) {
  expect_example("memory_mapped",
                 "799 accesses good, 1 with an error response, 0 wrong data\n"
                 "node 18 moved from site 31 to 30\n",
                 "kintsugi-system");
}

TEST_F(InstallSlow, the_repaired_wafer_of_the_example_is_the_whole_one_flit_by_flit) {
  expect_example("two_chips", "10016 flits reached the same nodes in the same cycles; 0 packets are under way\n",
                 "kintsugi-system");
}

TEST_F(InstallSlow, the_network_of_the_example_is_proved_and_runs) {
  expect_example("own_network",
                 "without the second channel: refused\n"
                 "proved; 132 packets delivered, 0 under way\n",
                 "kintsugi-hw");
}

TEST_F(InstallSlow, the_testbench_of_the_example_checks_three_configurations) {
  expect_example("own_testbench",
                 "the checksum is wrong: the stream is damaged, or it was made for another fabric or network\n"
                 "480 packets have arrived\n",
                 "kintsugi-testbench");
}

TEST_F(InstallSlow, the_threads_of_the_example_send_each_other_messages) {
  expect_example("messages", "1000 sums, 17982000 in all; 0 lost\n", "kintsugi-hw");
}

TEST_F(InstallSlow, the_pes_of_the_example_pass_on_a_token) {
  expect_example("own_pe", "round 3 ends in cycle 478\n", "kintsugi-hw");
}

/// Runs the example with a part of the wafer in RTL, and expects so many parts, and streams shifted into a chain in RTL
/// if there is one. Returns what it says.
std::string expect_part_in_rtl(const std::string& program, const std::string& part, int parts, bool has_chain) {
  const ToolResult result = run_program({program, part});
  EXPECT_EQ(result.status, 0) << part << '\n' << result.out;
  const std::string streams = "2 streams shifted into the chain in RTL\n";
  EXPECT_EQ(result.out.find(streams) != std::string::npos, has_chain) << part << '\n' << result.out;
  EXPECT_TRUE(std::regex_match(
      lines_of(result.out).back(),
      std::regex(std::to_string(parts) + " parts? in RTL, [1-9][0-9]* cycles: "
                                         "[1-9][0-9]* flits and [1-9][0-9]* credits compared, no difference")))
      << part << '\n'
      << result.out;
  return result.out;
}

TEST_F(InstallSlow, the_wafer_of_the_example_in_rtl_does_what_its_model_does) {
  if (!runs_whole_tests()) GTEST_SKIP() << "Verilator's code takes a minute to compile; KINTSUGI_WHOLE=1 runs it";
  if (run_program({"sh", "-c", "command -v verilator"}).status != 0) GTEST_SKIP() << "Verilator is not there";
  const std::string name = "rtl_in_the_loop";
  expect_example(name, " compared, no difference\n", "");
  const std::string by_cmake = (build() / name).string();
  expect_part_in_rtl(by_cmake, "router", 1, false);
  expect_part_in_rtl(by_cmake, "routers", 32, false);
  expect_part_in_rtl(by_cmake, "fabric", 1, true);
  const std::string all = expect_part_in_rtl(by_cmake, "all", 33, true);
  const ToolResult unknown = run_program({by_cmake, "wafer"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("no part 'wafer'; valid: router, routers, fabric, all\n"), std::string::npos)
      << unknown.err;
  // The makefiles of the same exports make the same program.
  const std::string routers = (build() / "chip/kt_routers.mk").string();
  const std::string fabric = (build() / "fabric/kt_fabric.mk").string();
  for (const std::string& makefile : {routers, fabric}) {
    const ToolResult made = shell("CXXFLAGS=-O0 make -s -f " + makefile);
    ASSERT_EQ(made.status, 0) << makefile << '\n' << made.err;
  }
  const std::string example = (source_directory() / "tb/examples" / name).string();
  const std::string by_make = (scratch_.path() / name).string();
  const ToolResult linked = shell("c++ -std=c++20 -DSCENARIO='\"" + example + "/wafer.yaml\"' " + example +
                                  "/main.cpp $(make -s -f " + routers + " flags) $(make -s -f " + fabric +
                                  " flags) $(pkg-config --cflags --libs kintsugi-system) -o " + by_make);
  ASSERT_EQ(linked.status, 0) << linked.err;
  EXPECT_EQ(expect_part_in_rtl(by_make, "all", 33, true), all);
}

TEST_F(InstallSlow, models_need_no_systemc) {
  const ToolResult configured = configure(
      "models", {"-DCMAKE_DISABLE_FIND_PACKAGE_SystemCLanguage=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON",
                 "-DCMAKE_CXX_FLAGS=-I" + (consumers() / "no_systemc").string()});
  ASSERT_EQ(configured.status, 0) << configured.out << configured.err;
  const ToolResult built = run_program({"cmake", "--build", build().string()});
  EXPECT_EQ(built.status, 0) << built.out;
  EXPECT_EQ(run_program({"ldd", (build() / "uses_models").string()}).out.find("systemc"), std::string::npos);
  EXPECT_EQ(shell("pkg-config --libs kintsugi-models").out.find("systemc"), std::string::npos);
}

TEST_F(InstallSlow, systemc_is_found_by_its_cmake_package_too) {
  fs::create_directories(scratch_.path() / "systemc");
  std::ofstream(scratch_.path() / "systemc/SystemCLanguageConfig.cmake")
      << "add_library(SystemC::systemc INTERFACE IMPORTED)\n"
         "set_target_properties(SystemC::systemc PROPERTIES INTERFACE_LINK_LIBRARIES systemc)\n";
  const ToolResult configured = configure("hw", {"-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON",
                                                 "-DSystemCLanguage_DIR=" + (scratch_.path() / "systemc").string()});
  ASSERT_EQ(configured.status, 0) << configured.out << configured.err;
  const ToolResult built = run_program({"cmake", "--build", build().string()});
  EXPECT_EQ(built.status, 0) << built.out;
}

TEST_F(InstallSlow, the_hardware_without_systemc_says_what_is_missing) {
  const ToolResult configured = configure(
      "models;hw", {"-DCMAKE_DISABLE_FIND_PACKAGE_SystemCLanguage=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON"});
  EXPECT_NE(configured.status, 0);
  const std::string message = std::regex_replace(configured.err, std::regex("\\s+"), " ");
  EXPECT_NE(message.find("component hw: no SystemC: neither a CMake package SystemCLanguage nor a pkg-config module "
                         "systemc was found."),
            std::string::npos)
      << configured.err;
  EXPECT_NE(message.find("The component models needs no SystemC."), std::string::npos) << configured.err;
}

TEST_F(InstallSlow, a_misspelled_component_says_which_there_are) {
  const ToolResult configured = configure("model");
  EXPECT_NE(configured.status, 0);
  const std::string message = std::regex_replace(configured.err, std::regex("\\s+"), " ");
  EXPECT_NE(message.find("component model: no such component; valid: models, hw, testbench, scenario, system."),
            std::string::npos)
      << configured.err;
}

TEST_F(InstallSlow, no_file_but_programs_and_libraries_holds_a_path_of_this_machine_and_none_for_builds_a_warning) {
  const std::vector<std::string> paths = {source_directory().string(), scratch_.path().string(),
                                          fs::path(program_path()).parent_path().string()};
  const std::regex warning("-W[a-z]");
  EXPECT_TRUE(std::regex_search(own_warnings(), warning)) << "a warning would be found";
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(prefix())) {
    if (!entry.is_regular_file() || entry.path().extension() == ".a" ||
        entry.path().parent_path() == prefix() / "bin") {
      continue;
    }
    ++files;
    const std::string text = text_of(entry.path());
    const std::set<std::string> kinds = {".cmake", ".pc", ".hpp"};
    if (kinds.contains(entry.path().extension()) && !entry.path().string().starts_with(documentation().string())) {
      EXPECT_FALSE(std::regex_search(text, warning)) << entry.path();
    }
    for (const std::string& path : paths) EXPECT_EQ(text.find(path), std::string::npos) << entry.path();
  }
  EXPECT_GT(files, 500u);
}

/// Debug information names the sources: it is for a debugger, and `strip -g` takes it away.
TEST_F(InstallSlow, no_program_or_library_holds_a_path_of_this_machine) {
  const std::vector<std::string> paths = {source_directory().string() + '/',
                                          fs::path(program_path()).parent_path().string() + '/'};
  EXPECT_NE(text_of("/proc/self/exe").find(source_directory().string()), std::string::npos)
      << "a path would be found: this program has one";
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(prefix())) {
    const fs::path folder = entry.path().parent_path().filename();
    if (!entry.is_regular_file() || (folder != "bin" && entry.path().extension() != ".a")) continue;
    const std::string stripped = (scratch_.path() / entry.path().filename()).string();
    ASSERT_EQ(run_program({"strip", "-g", "-o", stripped, entry.path().string()}).status, 0) << entry.path();
    ++files;
    const std::string text = text_of(stripped);
    for (const std::string& path : paths) EXPECT_EQ(text.find(path), std::string::npos) << entry.path();
  }
  EXPECT_GE(files, 6u) << "the tool and five libraries";
}

TEST_F(InstallSlow, every_header_of_models_hw_and_testbench_is_there_and_includes_only_installed_ones) {
  for (const std::string house : {"models", "hw", "tb/testbench"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_directory() / house)) {
      if (entry.path().extension() != ".hpp") continue;
      EXPECT_TRUE(fs::exists(internal_headers() / entry.path().lexically_relative(source_directory()))) << entry.path();
    }
  }
  const std::regex include("(^|\n)#include \"([^\"]+)\"");
  for (const auto& entry : fs::recursive_directory_iterator(headers())) {
    if (!entry.is_regular_file()) continue;
    const std::string text = text_of(entry.path());
    for (std::sregex_iterator each(text.begin(), text.end(), include), end; each != end; ++each) {
      EXPECT_TRUE(fs::exists(internal_headers() / (*each)[2].str())) << entry.path() << " includes " << (*each)[2];
    }
  }
}

TEST_F(InstallSlow, programs_of_users_include_public_headers_which_lie_apart_from_the_others) {
  const auto names_in = [](const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
    return names;
  };
  std::set<std::string> of_users = names_in(source_directory() / "tb/install/kintsugi");
  EXPECT_GE(of_users.size(), 10u);
  std::set<std::string> here = of_users;
  here.insert("detail");
  EXPECT_EQ(names_in(headers()), std::set<std::string>{"kintsugi"});
  EXPECT_EQ(names_in(headers() / "kintsugi"), here);
  const std::regex include("#include (<kintsugi/([^>]+)>|\"([^\"]+)\")");  // its own, or generated ones, are in quotes
  std::size_t included = 0;
  for (const fs::path& folder : {consumers(), source_directory() / "tb/examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      const std::string text = text_of(entry.path());
      for (std::sregex_iterator each(text.begin(), text.end(), include), end; each != end; ++each) {
        const std::string of_kintsugi = (*each)[2], of_the_program = (*each)[3];
        ++included;
        EXPECT_TRUE(of_kintsugi.empty() ? !fs::exists(internal_headers() / of_the_program)
                                        : of_users.contains(of_kintsugi))
            << entry.path() << " includes " << (*each)[1];
      }
    }
  }
  EXPECT_GT(included, 15u);
  EXPECT_TRUE(fs::exists(internal_headers() / "hw/chip/chip.hpp")) << "such a header would be found";
}

TEST_F(InstallSlow, the_header_of_all_others_takes_about_twice_the_memory_that_systemc_and_tlm_take) {
  const std::string all = "#include <kintsugi/kintsugi.hpp>\n";
  const double least = memory_to_compile(
      "#include <systemc>\n#include <tlm>\n#include <tlm_utils/simple_initiator_socket.h>\n"
      "#include <tlm_utils/simple_target_socket.h>\n");
  EXPECT_GT(least, 0);
  EXPECT_LE(memory_to_compile(all), 2.2 * least);
  const std::string left_out = "#include <kintsugi/chip_setup.hpp>\n#include <kintsugi/modules.hpp>\n";
  EXPECT_GT(memory_to_compile(all + left_out), 2.2 * least) << "a header that takes more would be found";
  const std::string text = text_of(source_directory() / "tb/install/kintsugi/kintsugi.hpp");
  for (const auto& entry : fs::directory_iterator(source_directory() / "tb/install/kintsugi")) {
    if (entry.path().filename() == "kintsugi.hpp") continue;
    EXPECT_NE(text.find("kintsugi/" + entry.path().filename().string()), std::string::npos)
        << entry.path() << " is neither included nor named";
  }
}

TEST_F(InstallSlow, a_program_is_compiled_by_pkg_config_and_by_a_line_that_names_all) {
  const std::string source = (source_directory() / "tb/examples/own_pe/main.cpp").string();
  const std::string program = (scratch_.path() / "own_pe").string();
  const std::string named = "$(pkg-config --cflags-only-other kintsugi-hw) -I" + headers().string() + " -I" +
                            internal_headers().string() + ' ' + source + ' ' + libraries_by_name();
  for (const std::string& words : {source + " $(pkg-config --cflags --libs kintsugi-hw)", named}) {
    const ToolResult result =
        shell("c++ -std=c++20" + own_warnings() + ' ' + words + " -o " + program + " && " + program);
    EXPECT_EQ(result.status, 0) << words << '\n' << result.err;
    EXPECT_TRUE(result.out.ends_with("round 3 ends in cycle 478\n")) << result.out;
  }
}

TEST_F(InstallSlow, another_abi_of_the_standard_library_is_refused_by_a_sentence) {
  const std::string header = "models/network/network.hpp";
  EXPECT_NE(complaint(header, "kintsugi-models", "-std=c++17").find("kintsugi needs C++20: compile with -std=c++20"),
            std::string::npos);
  EXPECT_NE(complaint(header, "kintsugi-models", "-std=c++20 -D_GLIBCXX_USE_CXX11_ABI=0")
                .find("the strings here are not those that kintsugi::models was built with"),
            std::string::npos);
  EXPECT_NE(complaint(header, "kintsugi-models", "-std=c++20 -D_GLIBCXX_DEBUG")
                .find("the containers here are not those that kintsugi::models was built with"),
            std::string::npos);
}

TEST_F(InstallSlow, another_systemc_is_refused_by_a_sentence) {
  const std::string header = "hw/clock/clock_domain.hpp";
  EXPECT_NE(complaint(header, "kintsugi-hw", "-std=c++20 -USC_CPLUSPLUS")
                .find("SystemC is used here for another C++ standard than the one it was built for"),
            std::string::npos);
  const fs::path changed = scratch_.path() / "changed";  // a copy: the installation is for all tests
  fs::copy(headers(), changed, fs::copy_options::recursive);
  const fs::path internal = changed / "kintsugi/detail";
  replace_in(internal / "hw/clock/built_with.hpp", "int kSystemC = ", "int kSystemC = 1");
  const ToolResult result = shell("echo '#include \"" + header + "\"' | c++ -fsyntax-only -x c++ - -I" +
                                  internal.string() + " $(pkg-config --cflags kintsugi-hw) -std=c++20");
  EXPECT_NE(result.status, 0);
  EXPECT_NE(result.err.find("this is not the release of SystemC that kintsugi::hw was built with"), std::string::npos);
}

TEST_F(InstallSlow, the_installed_program_runs) {
  const ToolResult result = run_program({program(), "--version"});
  EXPECT_EQ(result.out, "kintsugi " + version() + "\n");
}

TEST_F(InstallSlow, every_page_is_there_and_its_links_lead_to_what_is_installed) {
  std::vector<fs::path> pages;
  for (const auto& entry : fs::recursive_directory_iterator(documentation())) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  EXPECT_EQ(pages.size(), all_pages().size());
  const PageLinks links = links_of(pages);
  EXPECT_EQ(links.dead, std::vector<std::string>());
  EXPECT_GE(links.headings, 3u);
  EXPECT_NE(text_of(documentation() / "README.md").find("\nkintsugi prove traces/two_tracks.yaml\n"),
            std::string::npos);
  EXPECT_NE(text_of(documentation() / "models/traffic/README.md").find("/include/kintsugi-"), std::string::npos);
}

TEST_F(InstallSlow, scenarios_run_where_they_are_installed) {
  for (const auto& entry : fs::directory_iterator(source_directory() / "traces")) {
    if (entry.path().extension() == ".yaml") {
      EXPECT_EQ(text_of(documentation() / "traces" / entry.path().filename()), text_of(entry.path()));
    }
  }
  EXPECT_EQ(run_program({program(), "prove", (documentation() / "traces/two_tracks.yaml").string(), "--quiet"}).status,
            0);
  // This one names a table beside it.
  EXPECT_EQ(run_program({program(), "prove", (documentation() / "traces/soc_table.yaml").string(), "--quiet"}).status,
            0);
}

TEST_F(InstallSlow, examples_are_installed_whole) {
  for (const auto& entry : fs::recursive_directory_iterator(source_directory() / "tb/examples")) {
    if (!entry.is_regular_file() || entry.path().extension() == ".md") continue;
    const fs::path installed = documentation() / entry.path().lexically_relative(source_directory());
    EXPECT_EQ(text_of(installed), text_of(entry.path())) << installed;
  }
}

TEST_F(InstallSlow, the_help_names_what_is_installed_where_the_prefix_has_been_moved_to) {
  const std::string folder = documentation().string();
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"--help"}, {"help", "run"}}) {
    const std::string help = run_program(with({program()}, words)).out;
    EXPECT_NE(help.find("\nInstalled:  pages (begin with README.md), scenarios (traces)"), std::string::npos) << help;
    EXPECT_NE(help.find(folder + '\n'), std::string::npos) << help;
  }
  EXPECT_EQ(run_program({program_path(), "--help"}).out.find("Installed:"), std::string::npos) << "a build tree";
}

TEST_F(InstallSlow, the_program_and_each_command_has_a_man_page) {
  const fs::path folder = prefix() / "share/man/man1";
  const std::regex row("\n  ([a-z]+)  ");
  std::string help = run_program({program(), "help"}).out;
  help = help.substr(help.find("\nCommands:\n"));
  help.resize(help.find("\n\n"));
  std::set<std::string> pages = {"kintsugi.1"};
  for (std::sregex_iterator each(help.begin(), help.end(), row), end; each != end; ++each) {
    pages.insert("kintsugi-" + (*each)[1].str() + ".1");
  }
  EXPECT_GT(pages.size(), 20u);
  for (const std::string& page : pages)
    EXPECT_NE(text_of(folder / page).find("\n.SH OPTIONS\n"), std::string::npos) << page;
  EXPECT_EQ(text_of(folder / "kintsugi-prove.1"), run_program({program(), "help", "--man", "prove"}).out);
  if (fs::exists(prefix() / "bin/kintsugi-mpi")) pages.insert("kintsugi-mpi.1");
  for (const auto& entry : fs::directory_iterator(folder))
    EXPECT_TRUE(pages.contains(entry.path().filename())) << entry;
}

}  // namespace
}  // namespace kintsugi::test

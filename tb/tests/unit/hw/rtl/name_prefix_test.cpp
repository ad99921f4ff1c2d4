// A prefix for the names that an export has in common with a design: which names get it, and which do not.
#include "hw/rtl/name_prefix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "hw/rtl/file_heads.hpp"

namespace kintsugi::rtl {
namespace {

std::string prefixed_text(const std::string& name, const std::string& text, std::vector<RtlFile> others = {}) {
  others.push_back({name, text});
  const std::vector<RtlFile> files = with_prefix(std::move(others), "left");
  const auto file = std::ranges::find_if(
      files, [&](const RtlFile& each) { return each.name == name || each.name == "left_" + name; });
  return file == files.end() ? "no file" : file->text;
}

const std::vector<RtlFile> kModules = {
    {"kt_fifo.sv", "`include \"kt_macros.svh\"\nmodule kt_fifo;\n`ifdef KT_PROBES\n`endif\nendmodule\n"},
    {"kt_macros.svh", "`define KT_ENSURE\n"},
    {"kt_wafer_pkg.sv", "package kt_wafer_pkg;\nendpackage\n"},
    {"wafer.sdc", "# of `wafer`\n"},
    {"wafer_flat.sdc", ""}};

std::string of_modules(const std::string& name, const std::string& text) {
  return prefixed_text(name, text, kModules);
}

TEST(NamePrefix, is_put_before_modules_packages_and_macros_where_they_are_declared_and_used) {
  EXPECT_EQ(prefixed_text("kt_fifo.sv", kModules[0].text, {kModules[1]}),
            "`include \"left_kt_macros.svh\"\nmodule left_kt_fifo;\n`ifdef left_KT_PROBES\n`endif\nendmodule\n");
  EXPECT_EQ(of_modules("wafer.sv",
                       "module wafer;\n  import kt_wafer_pkg::*;\n  kt_fifo #(.Depth(2)) fifo (.clk_i);\n  `KT_ENSURE\n"
                       "  assign x = kt_wafer_pkg::A;\nendmodule\n"),
            "module left_wafer;\n  import left_kt_wafer_pkg::*;\n  left_kt_fifo #(.Depth(2)) fifo (.clk_i);\n"
            "  `left_KT_ENSURE\n  assign x = left_kt_wafer_pkg::A;\nendmodule\n");
}

TEST(NamePrefix, is_not_put_before_names_within_a_module) {
  const std::string inside =
      "  wire kt_in_flit_0, KT_PROBES, kt_n_7;\n  assign a.kt_fifo = b.wafer;\n  initial $display(\"kt_fifo "
      "wafer\");\n";
  EXPECT_EQ(of_modules("wafer.sv", "module wafer;\n" + inside + "endmodule\n"),
            "module left_wafer;\n" + inside + "endmodule\n");
}

TEST(NamePrefix, of_a_comment_needs_a_name_that_is_one_of_a_module) {
  EXPECT_EQ(of_modules("wafer.sv",
                       "module wafer;\n// a wafer: `wafer`, wafer.sv, wafer_flat.sdc, kt_fifo, kt_other\n"
                       "/* wafer\n kt_fifo */ wire a;\nendmodule // wafer\n"),
            "module left_wafer;\n// a wafer: `left_wafer`, left_wafer.sv, left_wafer_flat.sdc, left_kt_fifo, kt_other\n"
            "/* wafer\n left_kt_fifo */ wire a;\nendmodule // wafer\n");
}

TEST(NamePrefix, is_put_before_the_names_of_the_files_and_where_others_name_them) {
  std::vector<RtlFile> files = kModules;
  files.push_back({"wafer.sv", "module wafer;\nendmodule\n"});
  files.push_back({"Makefile", ""});
  files.push_back({"kt_toy.lib", ""});
  files.push_back({"placement.memh", ""});
  std::vector<std::string> names;
  for (const RtlFile& file : with_prefix(files, "left")) names.push_back(file.name);
  EXPECT_EQ(names, (std::vector<std::string>{"Makefile", "kt_toy.lib", "left_kt_fifo.sv", "left_kt_macros.svh",
                                             "left_kt_wafer_pkg.sv", "left_wafer.sdc", "left_wafer.sv",
                                             "left_wafer_flat.sdc", "placement.memh"}));
  EXPECT_EQ(of_modules("Makefile", "# the wafer\nTOP := wafer\nread kt_fifo.sv kt_toy.lib -DKT_PROBES\n"),
            "# the wafer\nTOP := left_wafer\nread left_kt_fifo.sv kt_toy.lib -Dleft_KT_PROBES\n");
}

TEST(NamePrefix, leaves_values_and_names_in_constraints_as_they_are) {
  const std::string memory = "// kt_fifo, `wafer`\n00ff\n", states = "set_case_analysis 0 [get_pins {kt_fifo/wafer}]\n";
  EXPECT_EQ(of_modules("placement.memh", memory), memory);
  EXPECT_EQ(of_modules("kt_router.sdc", "# of kt_router\n" + states), "# of left_kt_router\n" + states);
}

TEST(NamePrefix, is_put_before_what_a_program_in_cpp_sees_of_an_export) {
  EXPECT_EQ(of_modules("kt_routers.hpp",
                       "#include \"Vkt_fifo.h\"\nnamespace kt_rtl {\nusing Fifo = Vkt_fifo;\n"
                       "const char* name = \"kt_fifo\";  // kt_rtl::routers()\n}\n"),
            "#include \"Vleft_kt_fifo.h\"\nnamespace left_kt_rtl {\nusing Fifo = Vleft_kt_fifo;\n"
            "const char* name = \"kt_fifo\";  // left_kt_rtl::routers()\n}\n");
  EXPECT_EQ(prefixed_text("kt_routers.mk", "libkt_routers.a: kt_routers.mk\n"),
            "libleft_kt_routers.a: left_kt_routers.mk\n");
}

TEST(NamePrefix, is_put_before_patterns_on_a_page) {
  EXPECT_EQ(of_modules("README.md", "`kt_*.sv`, a wafer, `kt_node_*.sv`, `wafer.sdc`, kt_n_7\n"),
            "`left_kt_*.sv`, a wafer, `left_kt_node_*.sv`, `left_wafer.sdc`, kt_n_7\n");
}

TEST(NamePrefix, is_put_before_what_is_global_in_descriptions_of_the_chain) {
  EXPECT_EQ(of_modules("chain.rdl",
                       "// `wafer`\nenum track_e { A = 0; };\naddrmap wafer_chain {\n  field { encode = "
                       "track_e; } wafer_x[1:0];\n};\n"),
            "// `left_wafer`\nenum left_track_e { A = 0; };\naddrmap left_wafer_chain {\n  field { encode = "
            "left_track_e; } wafer_x[1:0];\n};\n");
  const RtlFile icl{"chain.icl",
                    "Module wafer_chain {\n  Enum track { }\n}\nModule wafer_access {\n  Instance chain "
                    "Of wafer_chain;\n  BSDLEntity kt_fifo;\n}\n"};
  EXPECT_EQ(of_modules(icl.name, icl.text),
            "Module left_wafer_chain {\n  Enum track { }\n}\nModule left_wafer_access {\n  Instance chain Of "
            "left_wafer_chain;\n  BSDLEntity left_kt_fifo;\n}\n");
  EXPECT_EQ(prefixed_text("chain.pdl", "iProcsForModule wafer_chain;\n  iWrite chain 1;\n", {icl}),
            "iProcsForModule left_wafer_chain;\n  iWrite chain 1;\n");
}

TEST(NamePrefix, is_an_identifier_and_no_keyword) {
  for (const char* good : {"left", "_", "A9_", "kt", "Module"}) EXPECT_EQ(prefix_problem(good), "") << good;
  for (const char* bad : {"", "7up", "a-b", "a b", "a$", "\xc3\xa4"}) {
    EXPECT_NE(prefix_problem(bad).find("is no identifier"), std::string::npos) << bad;
  }
  for (const char* word : {"module", "wire", "uwire", "bool"}) {
    EXPECT_NE(prefix_problem(word).find("is a keyword"), std::string::npos) << word;
  }
  EXPECT_EQ(prefix_problem(std::string(kMostPrefix, 'a')), "");
  EXPECT_NE(prefix_problem(std::string(kMostPrefix + 1, 'a')), "");
}

TEST(FileHeads, are_comments_in_the_language_of_each_file) {
  const auto headed = [](const std::string& name, const std::string& text) {
    return with_heads({{name, text}}, "by */ and -->")[0].text;
  };
  const std::string id = "SPDX-License-Identifier: Apache-2.0\n";
  for (const char* name : {"a.sv", "a.svh", "a.hpp", "a.memh", "a.f", "a.rdl", "a.icl"}) {
    EXPECT_EQ(headed(name, "x\n"), "// " + id + "// by */ and -->\nx\n") << name;
  }
  for (const char* name : {"Makefile", "CMakeLists.txt", "a.sdc", "a.ys", "a.tcl", "a.mk", "a.pdl", "Bender.yml"}) {
    EXPECT_EQ(headed(name, "x\n"), "# " + id + "# by */ and -->\nx\n") << name;
  }
  EXPECT_EQ(headed("a.lib", "x\n"), "/* " + id + "   by * / and --> */\nx\n");
  EXPECT_EQ(headed("README.md", "x\n"), "<!-- " + id + "     by */ and -- > -->\nx\n");
  EXPECT_EQ(headed("a.core", "CAPI=2:\nx\n"), "CAPI=2:\n# " + id + "# by */ and -->\nx\n");
}

}  // namespace
}  // namespace kintsugi::rtl

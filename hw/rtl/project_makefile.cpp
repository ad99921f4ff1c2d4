#include "hw/rtl/project_makefile.hpp"

#include <algorithm>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

const char* const kMakefile =
    R"(# Targets: lint sim@PHONY@ synth sta@TAP@ clean.
# Tools: Verilator 5, Icarus Verilog 11, Yosys 0.23, OpenSTA 2.0, or later ones.
TOP := @TOP@
SOURCES := @SOURCES@
VERILATOR ?= verilator
IVERILOG ?= iverilog
VVP ?= vvp
YOSYS ?= yosys
STA ?= sta

.PHONY: lint sim@PHONY@ synth sta@TAP@ clean
# Verilator prints its statistics on standard output, messages on standard error.
lint:
	$(VERILATOR) --lint-only -Wall@LINT@ --top-module @LINT_TOP@ -f $(TOP).f > /dev/null
	$(IVERILOG) -g2012 -Wall -tnull -s @LINT_TOP@ -c $(TOP).f

# Icarus Verilog 11 does not carry wide values from the bench to a top module that it elaborates first. A warning is of
# a file with too few or too many words.
bench.vvp: $(SOURCES) kt_bench.sv bench.f
	$(IVERILOG) -g2012 -Wall -s kt_bench -s $(TOP) -c bench.f -o $@
sim: bench.vvp
	$(VVP) -n bench.vvp | tee sim.log
	@grep -qx PASS sim.log && ! grep -qE '^(WARNING|ERROR)' sim.log
@WAVE@
synth:
	$(YOSYS) -q -s synth.ys
	@cat synth.txt

sta.v: $(SOURCES) sta.ys kt_toy.lib
	$(YOSYS) -q -s sta.ys
sta: sta.v
	$(STA) -no_splash -exit sta.tcl | tee sta.txt
	@! grep -q '^Error' sta.txt
@TAP_RULES@
clean:
	rm -f bench.vvp@TAP_FILES@ sim.log trace.txt read.txt upsets.txt readback.memh $(TOP).vcd synth.txt sta.v sta.txt
)";

const char* const kTimedNetlist = R"(read_verilog -sv @SOURCES@
@FORM@hierarchy -check -top @TOP@
synth -top @TOP@
dfflibmap -liberty kt_toy.lib
abc -liberty kt_toy.lib
opt_clean
# OpenSTA reads neither concatenations on the left of an assignment nor x
setundef -zero
write_verilog -noattr -simple-lhs sta.v
)";

const char* const kTiming = R"(read_liberty kt_toy.lib
read_verilog sta.v
link_design @TOP@
read_sdc @CONSTRAINTS@
if {[check_setup -loops]} {puts "No loop."}
report_checks -path_delay max -digits 2
@MODEL@)";

const char* const kWave = R"(wave: bench.vvp
	$(VVP) -n bench.vvp +vcd | tee sim.log
	@grep -qx PASS sim.log && ! grep -qE '^(WARNING|ERROR)' sim.log
)";

const char* const kTap = R"(
# The test access port is a module of its own: a design puts it before the ports of the chain.
tap.vvp: kt_tap.sv kt_config_chain.sv kt_tap_bench.sv
	$(VERILATOR) --lint-only -Wall --top-module kt_tap kt_tap.sv > /dev/null
	$(IVERILOG) -g2012 -Wall -s kt_tap_bench -o $@ kt_tap.sv kt_config_chain.sv kt_tap_bench.sv
tap: tap.vvp
	$(VVP) -n tap.vvp | tee tap.log
	@grep -qx PASS tap.log && ! grep -qE '^(WARNING|ERROR)' tap.log
)";

}  // namespace

std::string synthesis_by_module(const std::string& top) {
  return "synth -top " + top + "\ncheck -assert\n";
}

std::vector<RtlFile> project_makefile(const ProjectForm& form, const std::vector<RtlFile>& sources) {
  const std::string timed = form.timed.empty() ? form.top : form.timed;
  std::string list, sources_list = "+incdir+.\n", bench = "+timescale+1ns/1ps\n";
  for (const std::string& macro : form.defines) bench += "+define+" + macro + '\n';
  for (const RtlFile& file : sources) {
    list += (list.empty() ? "" : " ") + file.name;
    bench += file.name + '\n';
    sources_list += file.name + '\n';
  }
  std::vector<RtlFile> files{
      {"Makefile", filled(kMakefile, {{"PHONY", form.wave ? " wave" : ""},
                                      {"WAVE", form.wave ? kWave : ""},
                                      {"TAP", form.tap ? " tap" : ""},
                                      {"TAP_RULES", form.tap ? kTap : ""},
                                      {"TAP_FILES", form.tap ? " tap.vvp tap.log" : ""},
                                      {"LINT", form.lint_options},
                                      {"LINT_TOP", form.lint_top.empty() ? "$(TOP)" : form.lint_top},
                                      {"SOURCES", list},
                                      {"TOP", form.top}})},
      {"sta.ys", filled(kTimedNetlist, {{"SOURCES", list}, {"FORM", form.timed_form}, {"TOP", timed}})},
      {"sta.tcl", filled(kTiming, {{"TOP", timed},
                                   {"CONSTRAINTS", form.constraints},
                                   {"MODEL", form.model_says.empty() ? "" : "puts {" + form.model_says + "}\n"}})},
      rtl_library({"kt_toy.lib"}).front(),
      {"synth.ys", "read_verilog -sv " + list + '\n' + form.synthesis + "tee -q -o synth.txt stat\n"},
      {"bench.f", bench + "kt_bench.sv\n"},
      {form.top + ".f", sources_list}};
  if (std::ranges::count(form.defines, "KT_ASSERTIONS") > 0) append(files, rtl_library({"kt_assertions.svh"}));
  return files;
}

}  // namespace kintsugi::rtl

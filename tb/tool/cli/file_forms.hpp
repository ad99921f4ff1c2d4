/// How the files of the commands begin, so that a command knows those that kintsugi has written: it replaces no others.
/// Most have a beginning of their own. A file that other programs would begin in the same way says who has written it.
#pragma once

#include <string>

#include "tb/tool/console/output.hpp"

namespace kintsugi::cli {

inline const FileForm kPictureForm = {"<?xml *<style>\nsvg { background: *.paper { fill: "};
inline const FileForm kPlotForm = {"<?xml *<!-- Written by kintsugi -->"};
inline const FileForm kPageForm = {"<!DOCTYPE html>\n<!-- Written by kintsugi -->"};
inline const FileForm kDefectMapForm = {"# * defect* of *, for defects.file of a scenario\ndefects:"};

inline const FileForm kMapCsvForm = {"x,y,bin,good"};
inline const FileForm kMapGridForm = {"# Written by kintsugi map"};
inline const FileForm kMapSinfForm = {"DEVICE:*\nSOURCE:kintsugi map\n"};

/// Of flows and traces, and of programs, that other simulators have had.
inline const FileForm kConvertedForm = {"# Written by kintsugi convert"};
inline const FileForm kConvertedProgramForm = {"// Written by kintsugi convert"};

inline const FileForm kDotForm = {"graph \"*\" {\n*  * [label=\"*\", pos=\"*!\", "};
inline const FileForm kGraphmlForm = {"<?xml *<key id=\"source_port\" for=\"edge\" attr.name=\"source_port\" "};
inline const FileForm kAssignmentForm = {"# *: the upper ranks of the classes, rows b = "};

inline const FileForm kBitstreamTextForm = {"offset *bits *name *value *state\n"};
inline const FileForm kBitstreamForm = {kBitstreamTextForm.beginning, "bitstream.txt"};
inline const FileForm kRepairForm = {"{\n  \"network\": \"*\",\n  \"defects\": {"};
inline const FileForm kStatesForm = {"{\n  \"network\": \"*\",\n  \"fabric_number\": \""};
inline const FileForm kStatesCsvForm = {"kind,name,far,lane,pitches,before,after,offset,"};
inline const FileForm kFormulaForm = {"c plans of *of a wafer with a core of "};
inline const FileForm kProofForm = {kFormulaForm.beginning, "formula.cnf"};

inline const FileForm kSweepForm = {"{\n  \"points\": *,\n  \"axes\": "};
inline const FileForm kPointsForm = {"point,*degree,vcs,status,signal"};
inline const FileForm kQuantilesForm = {"*runs,failed,silent,min,"};

inline const FileForm kYieldForm = {"{\n  \"network\": \"*\",\n  \"pes\": *,\n  \"spares\": *,\n  \"core_only\": "};
inline const FileForm kYieldCsvForm = {"curve,faults,maps,repairable,*probability,ci_low,ci_high"};
inline const FileForm kRivalsForm = {"{\n  \"network\": \"*\",\n  \"wanted\": *,\n  \"seed\": "};
inline const FileForm kRivalsCsvForm = {"pe_defect,cluster,scheme,map,repaired,"};

inline const FileForm kFlowsForm = {"source,destination,rate,flits,from,to,*packets,delivered,"};
inline const FileForm kRouteTableForm = {"routing,*\nnetwork,*\nchannels,"};
inline const FileForm kRouteTableJsonForm = {"{\n  \"routing\": *,\n  \"network\": *,\n  \"channels\": "};
inline const FileForm kPacketLogForm = {"{\"packets\":*,\"nodes\":*,\"cycles\":*,\"routes\":"};
inline const FileForm kCoverageForm = {"{\n  \"coverage\": *,\n  \"chips\": ["};
inline const FileForm kTimeLineForm = {R"({"displayTimeUnit":"ns","traceEvents":[)"
                                       "\n"
                                       R"({"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"links"}})"};

inline const FileForm kTransactionsForm = {R"(scv_tr_stream (ID 1, name "events", kind "kintsugi.events"))"};

/// Of a program, whose text begins as any other one in GOAL.
inline const std::string kProgramHead = "// Written by kintsugi workload\n";
inline const FileForm kProgramForm = {kProgramHead};

}  // namespace kintsugi::cli

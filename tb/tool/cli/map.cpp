/// `kintsugi map`: shows what is read of a file of wafer maps, and writes it in another format.
#include <algorithm>

#include "models/network/number_in.hpp"
#include "models/network/text.hpp"
#include "models/wafermap/write_maps.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/scenario/wafer_file.hpp"

namespace kintsugi::cli {

namespace {

using nlohmann::ordered_json;

constexpr unsigned kPictureColumns = 96;
constexpr unsigned kPictureRows = 48;
constexpr std::size_t kMostPictures = 8;
constexpr std::size_t kMostBinsNamed = 12;

struct MapCommand {
  CommonOptions common;
  WaferMapOptions options;
  std::string write;  ///< a format; empty: nothing is written
  std::optional<std::filesystem::path> out = {};
};

FileForm form_of(const std::string& format) {
  if (format == "csv") return kMapCsvForm;
  return format == "sinf" ? kMapSinfForm : kMapGridForm;
}

void refuse_half_an_output(const MapCommand& command) {
  if (command.out && command.write.empty()) {
    refuse("--out", "in which format? Add --write csv, grid or sinf");
  }
  if (command.common.json && !command.write.empty() && !command.out) {
    refuse("--json", "what --write prints is no JSON; add --out FILE, or leave --json out");
  }
}

WaferMaps read(const MapCommand& command) {
  const std::string& argument = command.common.input;
  const std::string text = read_input(argument, kMapLimit);
  const auto place = [](const std::string& option) { return Where{"--" + option, 0, 0}; };
  Diagnostics errors;
  auto maps = read_wafer_maps(text, input_name(argument), command.options, place, errors);
  errors.raise();
  return std::move(*maps);
}

ordered_json bins_json(const wafermap::View& view) {
  ordered_json list = ordered_json::array();
  const std::vector<std::uint64_t> dies = dies_by_bin(view.map);
  for (std::size_t i = 0; i < view.map.bins.size(); ++i) {
    const wafermap::Bin& bin = view.map.bins[i];
    list.push_back({{"code", bin.code}, {"good", static_cast<bool>(view.good[i])}, {"dies", dies[i]}});
    if (!bin.description.empty()) list.back()["description"] = bin.description;
  }
  return list;
}

ordered_json view_json(const wafermap::View& view) {
  const wafermap::WaferMap& map = view.map;
  const wafermap::DieCounts counts = count_dies(view);
  ordered_json json;
  for (const auto& [key, text] :
       {std::pair("lot", &map.lot), std::pair("wafer", &map.wafer), std::pair("device", &map.device)}) {
    if (!text->empty()) json[key] = *text;
  }
  json["columns"] = map.columns;
  json["rows"] = map.rows;
  json["good"] = counts.good;
  json["bad"] = counts.bad;
  json["absent"] = counts.absent;
  json["notch"] = to_text(map.notch);
  json["bins"] = bins_json(view);
  json["picture"] = picture_of(view, map.columns, map.rows);
  return json;
}

/// Returns "2 (3 dies), 7 (1 die)".
std::string bins_text(const wafermap::View& view, bool good) {
  const std::vector<std::uint64_t> dies = dies_by_bin(view.map);
  std::vector<std::string> bins;
  for (std::size_t i = 0; i < view.map.bins.size(); ++i) {
    if (view.good[i] == good) bins.push_back(view.map.bins[i].code + " (" + counted(dies[i], "die") + ')');
  }
  const std::size_t more = bins.size() - std::min(bins.size(), kMostBinsNamed);
  bins.resize(bins.size() - more);
  if (more > 0) bins.push_back("and " + std::to_string(more) + " more");
  return bins.empty() ? "none" : with_commas(bins);
}

std::string picture_text(const wafermap::View& view) {
  std::string text = "\n";
  for (const std::string& line : picture_of(view, kPictureColumns, kPictureRows)) text += "  " + line + '\n';
  const unsigned columns = std::min(view.map.columns, kPictureColumns);
  const unsigned rows = std::min(view.map.rows, kPictureRows);
  if (columns == view.map.columns && rows == view.map.rows) return text;
  return text + "  the first " + wafermap::size_text(columns, rows) + " of " +
         wafermap::size_text(view.map.columns, view.map.rows) + " places; --window shows others, --json all\n";
}

std::string view_text(const wafermap::View& view, bool with_picture) {
  TextTable table;
  table.add({"size", wafermap::size_text(view.map.columns, view.map.rows) + ", columns x rows"});
  const wafermap::DieCounts counts = count_dies(view);
  table.add({"dies", std::to_string(counts.good + counts.bad) + ": " + std::to_string(counts.good) + " good, " +
                         std::to_string(counts.bad) + " bad; " + counted(counts.absent, "place") + " without a die"});
  table.add({"good bins", bins_text(view, true)});
  table.add({"bad bins", bins_text(view, false)});
  table.add({"notch", view.map.notch == wafermap::Side::kUnknown ? "the file does not say where"
                                                                 : std::string(to_text(view.map.notch))});
  return '\n' + view.name + '\n' + table.text() + (with_picture ? picture_text(view) : "");
}

Report report_on(const WaferMaps& maps) {
  Report report;
  ReportRows rows(report);
  rows.add("file", maps.file);
  rows.add("format", wafermap::kFormats[static_cast<std::size_t>(maps.format)], "format",
           std::string(title_of(maps.format)));
  const std::string shown = maps.views.size() == maps.in_file ? "" : ", of which " + std::to_string(maps.views.size());
  rows.add("maps_in_file", maps.in_file, "maps",
           std::to_string(maps.in_file) + (shown.empty() ? "" : shown + " shown"));
  rows.add("notes", maps.notes, "notes", notes_text(maps.notes));
  report.json["maps"] = ordered_json::array();
  report.text = rows.table.text();
  for (std::size_t i = 0; i < maps.views.size(); ++i) {
    report.json["maps"].push_back(view_json(maps.views[i]));
    report.text += view_text(maps.views[i], i < kMostPictures);
  }
  report.text += std::string("\nin pictures ") + wafermap::kGoodCharacter + " is a good die, " +
                 wafermap::kBadCharacter + " a bad one, " + wafermap::kNoCharacter + " no die";
  if (maps.views.size() > kMostPictures) {
    report.text += "; the first " + std::to_string(kMostPictures) + " maps have one, --wafer chooses another";
  }
  report.text += '\n';
  return report;
}

wafermap::WrittenMaps written(const WaferMaps& maps, const std::string& format) {
  auto made = write_maps(*wafermap::format_named(format), maps.views);
  if (auto* why = std::get_if<std::string>(&made)) refuse("--write", *why);
  return std::move(std::get<wafermap::WrittenMaps>(made));
}

int map_command(const MapCommand& command) {
  refuse_half_an_output(command);
  OutputDirectory directory({}, files_of_options({{"--out", command.out, form_of(command.write)}}),
                            {{command.common.input, "the wafer map"}});
  const WaferMaps maps = read(command);
  if (command.write.empty()) {
    return print(report_on(maps), command.common);
  }
  const wafermap::WrittenMaps made = written(maps, command.write);
  if (!command.out) {
    if (!made.notes.empty() && !command.common.quiet) std::cerr << "--write: " << notes_text(made.notes) << '\n';
    return print({.json = {}, .text = made.text, .is_data = true}, command.common);
  }
  Report report = report_on(maps);
  directory.write_elsewhere(*command.out, made.text);
  directory.commit();
  report.json["written"] = {{"file", command.out->string()}, {"format", command.write}, {"notes", made.notes}};
  report.text += "\nwritten  " + command.out->string() + ", " + command.write +
                 (made.notes.empty() ? "" : "; " + notes_text(made.notes)) + '\n';
  return print(std::move(report), command.common);
}

/// Returns the numbers of "0,0,8,8"; empty if one of them is none.
std::vector<std::int64_t> numbers_in(const std::string& text) {
  std::vector<std::int64_t> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto number = number_in<std::int64_t>(std::string_view(text).substr(begin, end - begin));
    if (!number) return {};
    numbers.push_back(*number);
    begin = end + 1;
  }
  return numbers;
}

void add_view_options(CLI::App& command, WaferMapOptions& into) {
  add_choice(command, "--format", names_of_map_formats(), into.format,
             "read the file in this format; auto: the one that it has by its content");
  add_text(command, "--wafer ID", into.wafer,
           "show this wafer only: its ID, or the number of its map in the file (default: all)", "the wafer",
           "give its ID, or leave --wafer out");
  add_names(command, "--good BIN[,BIN]", into.good,
            "these bins are good, all others bad (default: those that the file says have passed, else 1, G, P, GOOD, "
            "PASS and a full stop)");
  add_names(command, "--bad BIN[,BIN]", into.bad, "these bins are bad, all others good");
  add_choice(command, "--rotate", names_of_map_turns(), into.rotate,
             "turn the maps clockwise by so many degrees; notch: until the notch is down");
  add_choice(
      command, "--origin", names_of_map_origins(), into.origin,
      "the corner of the wafer at which columns and rows of the file begin; auto: as the file or its format says");
  const auto read_window = [](const std::string& text) { return window_of(numbers_in(text)); };
  add_read(
      command, "--window C,R,COLUMNS,ROWS", read_window, stored_in(into.window), kWindowForm,
      "take only these places: so many columns and rows from column C and row R on, which count from 0 at the upper "
      "left (default: all)");
}

}  // namespace

void add_map(CLI::App& app, Action& action) {
  auto [command, options] = add_command<MapCommand>(
      app, action, "map", "show what is read of a file of wafer maps, or write it in another format", map_command);
  add_argument(command, "FILE", options.common.input,
               "wafer maps in CSV, a grid, SINF, SEMI G85 or E142, or KLARF; - is standard input",
               not_empty("the name of the file", "name a file with wafer maps"));
  add_view_options(command, options.options);
  add_name(command, "--write FORMAT", {"csv", "grid", "sinf"}, options.write,
           "write the maps, as they are shown, in this format (csv, grid, sinf)");
  add_file(command, "--out", options.out, {},
           "write them to this file and report what was read; without it, print them");
  add_report_options(command, options.common);
  describe_end(command,
               {.notes = "Columns and rows count from the upper left of the wafer as it lies in the file.",
                .examples = {"kintsugi map traces/maps/lot.sinf --wafer 2",
                             "kintsugi map traces/maps/wafer.g85.xml --rotate notch --write csv --out out/wafer.csv"},
                .pages = "models/wafermap/README.md describes the formats and what is mended"});
}

}  // namespace kintsugi::cli

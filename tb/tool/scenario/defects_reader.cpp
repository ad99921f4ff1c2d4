#include "tb/tool/scenario/defects_reader.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <utility>

#include "tb/tool/console/files.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kCoordinate{0, std::numeric_limits<int>::max()};
constexpr IntegerRange kCount{0, 1'000'000'000};

/// A number in quotes is one too, as that of a node is.
std::optional<int> read_coordinate(Value value) {
  value.quoted = false;
  const auto number = as_integer(value);
  if (!number || *number < kCoordinate.low || *number > kCoordinate.high) return std::nullopt;
  return static_cast<int>(*number);
}

using AddressReader = std::function<std::optional<WrittenAddress>(const Value&)>;

/// Reads the list in a key; `read` returns the address that an item is, or nullopt if it is none.
void read_list(MapReader& map, const std::string& key, const std::string& form, const std::string& no_entry,
               const AddressReader& read, DefectsSection& defects) {
  const Value* list = map.find(key);
  if (list == nullptr) return;
  Diagnostics& errors = map.context().errors;
  if (list->type != Value::Type::kList) {
    return errors.add(list->where, map.path_of(key), " must be a list of ", form, ", not ", describe(*list));
  }
  for (const Value& item : list->items) {
    if (std::optional<WrittenAddress> address = read(item)) {
      defects.named.push_back(std::move(*address));
    } else {
      errors.add(item.where, map.path_of(key), no_entry, not_null(item));
    }
  }
}

void read_elements(MapReader& map, const FabricInfo& fabric, DefectsSection& defects) {
  for (const ElementSpec& element : fabric.elements) {
    map.explain(element.key,
                {.type = "list of " + element.form(), .help = element.help, .condition = "not together with file"});
    read_list(
        map, element.key, "addresses ([" + element.form() + ", ...])", no_element(element),
        [&element](const Value& value) -> std::optional<WrittenAddress> {
          auto address = read_element(value, element.key);
          return address ? std::optional(WrittenAddress{std::move(*address), value.where}) : std::nullopt;
        },
        defects);
  }
}

void read_cluster(MapReader& map, RandomDefects& random) {
  map.real("cluster", kClusterRange, random.cluster,
           {.help = "alpha of clustered defects of PEs; random is then their mean number",
            .otherwise = "no clusters",
            .condition = "only with random PEs",
            .example = "2"});
  std::vector<std::int64_t> sides;
  map.say("field", {.help = "[columns, rows] of the blocks of PEs that share a cluster",
                    .otherwise = "the whole chip",
                    .condition = "only with cluster",
                    .example = "[4, 4]"});
  const std::string meaning = "columns and rows of a block of PEs";
  if (map.integers("field", kFieldRange, sides, meaning)) {
    if (sides.size() == 2) {
      random.field = FieldSize{static_cast<unsigned>(sides[0]), static_cast<unsigned>(sides[1])};
    } else {
      map.complain("field", " must be two numbers, [columns, rows]");
    }
  }
  map.refuse_without("cluster", "random");
  map.refuse_without("field", "cluster");
}

/// Reads a number of defects, or the probability of each.
void read_kind(MapReader& random, const std::string& key, const std::string& help, std::vector<RandomKind>& kinds) {
  double amount = 0;
  const bool given = random.real(
      key, {0, static_cast<double>(kCount.high)}, amount,
      {.help = help + ": a number from 1 on, or below 1 the probability of each", .otherwise = "none", .example = "2"});
  if (!given) return;
  if (amount >= 1 && amount != std::floor(amount)) {
    return random.complain(key, " must be a whole number from 1 on, or a probability below 1, not ", readable(amount));
  }
  const DefectAmount read = amount < 1 ? DefectAmount(amount) : DefectAmount(static_cast<std::uint64_t>(amount));
  kinds.push_back({key, read, random.find(key)->where});
}

void read_kinds(MapReader& map, const FabricInfo& fabric, std::vector<RandomKind>& kinds) {
  map.section("random", [&](MapReader& random) {
    read_kind(random, "pe", "random defective PEs", kinds);
    read_kind(random, "link", "random dead links; not on a wafer", kinds);
    for (const ElementSpec& element : fabric.elements) {
      read_kind(random, element.key, "random defects of " + element.key, kinds);
    }
  });
}

void read_random(MapReader& map, const FabricInfo& fabric, DefectsSection& defects) {
  const Value* value = map.find("random");
  const bool by_kind = value != nullptr && value->type == Value::Type::kMap;
  RandomDefects random;
  if (by_kind || map.explains()) read_kinds(map, fabric, random.kinds);
  std::uint64_t pes = 0;
  if (!by_kind && map.integer("random", kCount, pes)) random.kinds.push_back({"pe", pes, value->where});
  map.say("random", {.help = "number of defective PEs, drawn from all PEs, spares included; or a mapping of kinds",
                     .otherwise = "none",
                     .type = "integer, 0 to 10^9, or mapping",
                     .example = "2"});
  map.integer("seed", kSeedRange, random.seed, {.help = "seed of the random defects", .condition = "only with random"});
  map.refuse_without("seed", "random");
  read_cluster(map, random);
  if (by_kind && map.has("cluster") && map.knows("random") &&
      std::ranges::find(random.kinds, "pe", &RandomKind::key) == random.kinds.end()) {
    map.refuse_whole("cluster", " has no meaning without ", map.path_of("random.pe"));
  }
  if (value == nullptr || !map.knows("random")) return;
  if (defects.random) {
    return map.complain("random", ": the defect map has random defects itself; leave out one of them");
  }
  defects.random = std::move(random);
}

/// A fabric whose chain can be segmented has the key.
void read_chain(MapReader& map, const FabricInfo& fabric, DefectsSection& defects) {
  if (std::ranges::find(fabric.options, "chain", &ParameterSpec::name) == fabric.options.end()) return;
  std::vector<std::string> names;
  map.texts(
      "chain", names,
      {.help = "dead segments of the configuration chain, by name: their PEs are dead, their tracks pass straight on",
       .otherwise = "none",
       .condition = "only with fabric.chain: segmented, and not together with file",
       .example = "[r2]"});
  const Value* list = map.find("chain");
  if (list == nullptr || list->items.size() != names.size()) return;  // a mistake, which is reported
  for (std::size_t i = 0; i < names.size(); ++i) defects.segments.push_back({names[i], list->items[i].where});
}

/// "[[row, column], ...]", "[number, ...]"
std::string list_of_pes(const FabricInfo& fabric) {
  return '[' + (fabric.pe.size() == 1 ? fabric.pe.front() : fabric.pe_form()) + ", ...]";
}

/// Whether a defect map has its lists, or the number of random defects, without `defects` around them.
bool has_bare_lists(const Value& document, const FabricInfo& fabric) {
  const auto has = [&document](const std::string& key) { return document.find(key) != nullptr; };
  return !has("defects") && (has("random") || std::ranges::any_of(keys_of_defects(fabric), has));
}

/// What is listed and what is in a file exclude each other; all lists may be given together.
void refuse_lists_beside_a_file(MapReader& map, const FabricInfo& fabric) {
  std::vector<std::string> ways = {"pe", "file"};
  bool listed = false;
  for (const std::string& list : keys_of_defects(fabric)) {
    if (map.has(list) && !std::exchange(listed, true)) ways.front() = list;
  }
  if (!listed && map.has("chain")) ways.front() = "chain";
  map.exclude_each_other(ways);
}

void read_lists(MapReader& map, const FabricInfo& fabric, DefectsSection& defects) {
  map.say("pe", {.help = "dead PEs; without a fabric, nodes by name or number",
                 .otherwise = "none",
                 .type = "list of addresses: [row, column], a number or a name",
                 .condition = "not together with file",
                 .example = "[]"});
  map.say("link", {.help = "dead links, each by what is at its ends; not on a wafer",
                   .otherwise = "none",
                   .type = "list of [a, b]",
                   .condition = "not together with file",
                   .example = "[]"});
  read_list(map, "pe", "addresses (" + list_of_pes(fabric) + ")", no_address(fabric), read_pe, defects);
  read_list(map, "link", "pairs of addresses ([[4, 8], ...])", kNoLink, read_link, defects);
  read_elements(map, fabric, defects);
  read_chain(map, fabric, defects);
}

/// The keys that say how a wafer map of another tool is seen. Returns whether one of them is given.
bool read_map_keys(MapReader& map, WaferMapOptions& options) {
  constexpr std::string_view kCondition = "only with file, of wafer maps";
  map.choice(
      "format", terms_of(names_of_map_formats()), options.format,
      {.help = "the format of the wafer map; auto: the one that it has by its content", .condition = kCondition});
  map.text("wafer", options.wafer,
           {.help = "which wafer of a file with several: its ID, or the number of its map in the file",
            .otherwise = "the only one",
            .condition = kCondition,
            .example = "7"});
  const bool good =
      map.texts("good", options.good,
                {.help = "the bins that are good; all others are bad",
                 .otherwise = "those that the file says have passed, else 1, G, P, GOOD, PASS and a full stop",
                 .condition = kCondition,
                 .example = "[1, 2]"});
  if (good && options.good.empty()) {
    map.complain("good", " must name a bin, or be left out");
  }
  map.texts("bad", options.bad,
            {.help = "the bins that are bad; all others are good",
             .otherwise = "those that are not good",
             .condition = "only with file, of wafer maps, and without good",
             .example = "[7]"});
  map.choice("rotate", terms_of(names_of_map_turns()), options.rotate,
             {.help = "degrees by which the map is turned clockwise; notch: until the notch is down",
              .condition = kCondition});
  map.choice("origin", terms_of(names_of_map_origins()), options.origin,
             {.help = "the corner of the wafer at which columns and rows of the file begin; auto: as the file or its "
                      "format says",
              .condition = kCondition});
  map.say("window", {.help = "[column, row, columns, rows] of the places that are the array",
                     .otherwise = "all, or those with dies",
                     .condition = kCondition,
                     .example = "[1, 1, 10, 10]"});
  std::vector<std::int64_t> window;
  if (map.integers("window", {0, wafermap::kMostSide}, window, kWindowForm)) {
    options.window = window_of(window);
    if (!options.window) {
      map.complain("window", " must be ", kWindowForm);
    }
  }
  map.choice("spares", terms_of(names_of_places_of_spares()), options.spares,
             {.help = "where the spares of a fabric lie; off-map: the map has only the PEs that are in use without "
                      "defects, and all spares are good",
              .condition = kCondition});
  bool any = false;
  for (const std::string_view key : kMapKeys) any = map.has(key) || any;
  return any;
}

void read_wafer_maps(MapReader& section, const std::string& text, const std::filesystem::path& path,
                     const WaferMapOptions& options, DefectsSection& defects) {
  const Where& where = section.find("file")->where;
  const auto place = [&](const std::string& option) {
    const Value* const value = section.find(option);
    return value == nullptr ? where : value->where;
  };
  auto maps = read_wafer_maps(text, path.string(), options, place, section.context().errors);
  if (maps) defects.measured = MeasuredMaps{std::move(*maps), where};
}

/// Reads a defect map, or wafer maps of another tool: what is no YAML mapping by its first lines, or has keys that say
/// how it is seen.
void read_map_file(MapReader& scenario, const std::filesystem::path& path, const FabricInfo& fabric,
                   const WaferMapOptions& options, bool has_options, DefectsSection& defects) {
  Diagnostics& errors = scenario.context().errors;
  const FileText file = read_file(path, kMapLimit);
  if (!file.text) {
    return errors.add(scenario.find("file")->where, "cannot read the defect map ", path.string(), ": ", file.error);
  }
  if (has_options || wafermap::format_of(*file.text)) {
    return read_wafer_maps(scenario, *file.text, path, options, defects);
  }
  const auto document = parse_document(*file.text, path.string(), errors);
  if (!document) return;
  if (document->type != Value::Type::kMap) {
    return errors.add(document->where, "a defect map is a mapping with the key defects, not ", describe(*document));
  }
  if (has_bare_lists(*document, fabric)) {
    return errors.add(document->where, "a defect map has its lists under defects: {defects: {pe: [...]}}");
  }
  std::map<std::string, Where, std::less<>> positions;  // not those of the scenario
  ReadContext context{errors, positions};
  MapReader map(context, *document, "");
  map.require("defects");
  map.section("defects", [&](MapReader& inner) {
    read_lists(inner, fabric, defects);
    read_random(inner, fabric, defects);
  });
  map.report_unknown_keys();
}

}  // namespace

std::optional<PeAddress> read_address(const Value& value) {
  if (value.type != Value::Type::kList) {
    const auto number = read_coordinate(value);
    return number ? std::optional(PeAddress{*number}) : std::nullopt;
  }
  PeAddress address;
  for (const Value& item : value.items) {
    const auto number = read_coordinate(item);
    if (!number) return std::nullopt;
    address.push_back(*number);
  }
  return address.empty() ? std::nullopt : std::optional(address);
}

std::optional<WrittenAddress> read_pe(const Value& value) {
  std::optional<PeAddress> address = read_address(value);
  const bool is_word = value.type == Value::Type::kScalar && !value.text.empty();
  if (!address && !is_word) return std::nullopt;
  WrittenAddress written{address.value_or(PeAddress{}), value.where};
  if (is_word) written.nodes = {value.text};
  return written;
}

std::optional<WrittenAddress> read_link(const Value& value) {
  if (value.type != Value::Type::kList || value.items.size() != 2) return std::nullopt;
  const auto a = read_pe(value.items[0]);
  const auto b = read_pe(value.items[1]);
  if (!a || !b) return std::nullopt;
  WrittenAddress link{LinkAddress{std::get<PeAddress>(a->address), std::get<PeAddress>(b->address)}, value.where};
  if (a->nodes.size() != b->nodes.size()) return std::nullopt;
  if (!a->nodes.empty()) link.nodes = {a->nodes.front(), b->nodes.front()};
  return link;
}

std::optional<ElementAddress> read_element(const Value& value, const std::string& key) {
  if (value.type != Value::Type::kList || value.items.empty()) return std::nullopt;
  ElementAddress address{key, {}};
  for (const Value& item : value.items) {
    if (item.type != Value::Type::kScalar) return std::nullopt;
    const auto number = read_coordinate(item);
    address.parts.push_back(number ? AddressPart(*number) : AddressPart(item.text));
  }
  return address;
}

std::vector<std::string> keys_of_defects(const FabricInfo& fabric) {
  std::vector<std::string> lists = {"pe", "link"};
  for (const ElementSpec& element : fabric.elements) lists.push_back(element.key);
  return lists;
}

std::string no_element(const ElementSpec& element) {
  return ": not an address: " + element.form();
}

std::string not_null(const Value& value) {
  const auto is_null = [](const Value& each) { return each.type == Value::Type::kEmpty && !each.text.empty(); };
  if (is_null(value)) return ", not " + describe_no_name(value);
  const auto found = std::ranges::find_if(value.items, is_null);
  return found == value.items.end() ? "" : ", not " + describe_no_name(*found);
}

std::string no_address(const FabricInfo& fabric) {
  const std::string form = fabric.pe.size() == 1 ? "" : fabric.pe_form() + " or ";
  return ": not an address: " + form + "a number, " + (form.empty() ? "" : "each ") + to_text(kCoordinate);
}

void read_defects(MapReader& map, const FabricInfo& fabric, DefectsSection& defects) {
  refuse_lists_beside_a_file(map, fabric);
  read_lists(map, fabric, defects);
  std::filesystem::path file;
  const bool named =
      map.file("file", file,
               {.help = "a defect map: a YAML file with the section defects, or a wafer map of another tool",
                .otherwise = "none",
                .condition = "not together with lists",
                .example = "map.yaml"});
  WaferMapOptions options;
  const bool is_alone = map.knows("file");
  const std::size_t before = map.context().errors.size();
  const bool has_options = read_map_keys(map, options);
  for (const std::string_view key : kMapKeys) map.refuse_without(key, "file");
  if (named && is_alone && map.context().errors.size() == before)
    read_map_file(map, file, fabric, options, has_options, defects);
  read_random(map, fabric, defects);
}

}  // namespace kintsugi

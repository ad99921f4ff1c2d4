/// Writes lists of states, bitstreams and plans in the forms of other tools, right or with one mistake.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/tests/unit/tool/states/foreign_plan.hpp"

namespace kintsugi::test {

struct ForeignText {
  std::string name;  ///< of the file
  std::string text;
};

/// A mistake that was made.
struct ForeignMistake {
  std::string what;
  std::string named;         ///< what a message must say of it; empty: any place of the wafer
  bool is_harmless = false;  ///< the network is right all the same
};

inline std::string in_any_case(std::string text, Draw& draw) {
  const int way = draw.below(4);
  for (char& c : text) {
    if (way == 0 || (way == 1 && draw.one_in(2))) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (way == 2) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

/// Joins lines, with comments, empty lines and the line ends of Windows in some files.
inline std::string as_lines(const std::vector<std::string>& lines, const std::string& comment, Draw& draw) {
  const std::string end = draw.one_in(3) ? "\r\n" : "\n";
  const bool has_comments = draw.one_in(2);
  std::string text = !comment.empty() && draw.one_in(6) ? "\xef\xbb\xbf" : "";
  for (const std::string& line : lines) {
    if (has_comments && !comment.empty() && draw.one_in(8)) text += comment + " of another tool, 2 words" + end;
    if (has_comments && draw.one_in(10)) text += end;
    text += line + (has_comments && !comment.empty() && draw.one_in(6) ? "  " + comment + " as planned" : "") + end;
  }
  if (draw.one_in(4) && text.ends_with(end)) text.resize(text.size() - end.size());
  return text;
}

// --- Lists of states -------------------------------------------------------------------------------------------------

class ForeignList {
 public:
  ForeignList(const ForeignWafer& wafer, SwitchStates states) : wafer_(&wafer), states_(std::move(states)) {}

  const Placement* placement = nullptr;  ///< nullptr: not in the file

  /// Leaves out switches that can be in state 0.
  void leave_out(const ForeignJudge& judge, const Placement& placed, Draw& draw) {
    for (int i = 0; i < 8; ++i) {
      const auto id = static_cast<std::size_t>(draw.below(static_cast<int>(states_.size())));
      SwitchStates changed = states_;
      changed[id] = 0;
      if (!judge.is_right(changed, placed)) continue;
      states_ = changed;
      left_out_.insert(id);
    }
  }

  ForeignMistake spoil(const ForeignJudge& judge, const ForeignRepair& repair, Draw& draw) {
    const int kind = draw.below(placement != nullptr ? 12 : 7);
    const auto id = static_cast<std::size_t>(draw.below(static_cast<int>(states_.size())));
    const FabricSwitch& chosen = wafer_->fabric().switches[id];
    const auto is_right = [&] {
      return placement != nullptr ? judge.is_right(states_, *placement) : judge.is_right(states_);
    };
    switch (kind) {
      case 0:
        more_.push_back({"switch", chosen.name, name_of(id, other_state(id, draw))});
        rows_only_ = true;
        return {"a switch with two states", "the switch " + chosen.name + " is "};
      case 1:
        left_out_.insert(id);
        more_.push_back({"switch", chosen.name + "q", name_of(id, states_[id])});
        return {"an unknown name", chosen.name + "q'"};
      case 2:
        left_out_.insert(id);
        more_.push_back({"switch", chosen.name, "D3"});
        return {"an unknown state", "'" + chosen.name + "' cannot be 'D3'"};
      case 3: {
        const SiteId dies = draw.of(repair.placement.site_of);
        const_cast<ForeignWafer*>(wafer_)->input.setup.defects.add(dies);
        return {"a dead PE", wafer_->fabric().sites[dies.value].name + " is dead"};
      }
      case 4: {
        const auto first = static_cast<std::size_t>(draw.below(static_cast<int>(states_.size())));
        for (std::size_t i = first; i < states_.size(); ++i) {
          states_[i] = 0;
          left_out_.insert(i);
        }
        if (first == 0) return {"no states", "no switch has a state"};
        return {"a file that ends early", "", is_right()};
      }
      case 7:
      case 8: {
        changed_ = *placement;
        placement = &changed_;
        const auto a = static_cast<std::size_t>(draw.below(static_cast<int>(changed_.site_of.size())));
        const auto b = (a + 1 + static_cast<std::size_t>(draw.below(static_cast<int>(changed_.site_of.size()) - 1))) %
                       changed_.site_of.size();
        const std::string at = wafer_->fabric().sites[changed_.site_of[a].value].name;
        if (kind == 8) {
          changed_.node_at[changed_.site_of[a].value] = NodeId::from(b);
          return {"a node twice", " already"};
        }
        std::swap(changed_.site_of[a], changed_.site_of[b]);
        changed_.node_at[changed_.site_of[a].value] = NodeId::from(a);
        changed_.node_at[changed_.site_of[b].value] = NodeId::from(b);
        return {"two nodes exchanged", at + "."};
      }
      case 9: {
        changed_ = *placement;
        placement = &changed_;
        const NodeId node = NodeId::from(draw.below(static_cast<int>(changed_.site_of.size())));
        changed_.node_at[changed_.site_of[node.value].value] = kNoNode;
        return {"a node without PE", "has no node '" + wafer_->network().node_name(node) + "'"};
      }
      case 10:
        more_.push_back({"pe", "r1.c1", "x99.y0"});
        return {"an unknown node", "the network has no node 'x99.y0'"};
      case 11:
        number_ = "0badcafe";
        return {"another fabric", "the states are of the fabric with the number 0badcafe"};
      default:
        states_[id] = other_state(id, draw);
        // Without the placement, another one can explain the states as well.
        return {"a switch in a wrong state", placement == nullptr ? "" : chosen.name, is_right()};
    }
  }

  ForeignText write(Draw& draw) {
    std::vector<Row> rows = this->rows(draw);
    draw.shuffle(rows);
    const bool has_kinds = placement != nullptr || !number_.empty();
    const int form = has_kinds ? draw.from(3, 6) : draw.below(8);
    if (rows_only_ || form <= 4 || form == 7) {
      if (form <= 2 && !has_kinds) return pairs(rows, draw);
      if (form == 7 && !has_kinds) return json_pairs(rows, draw);
      return table(rows, draw);
    }
    return form == 5 ? document(rows, true, draw) : document(rows, false, draw);
  }

 private:
  struct Row {
    std::string kind, name, state;
  };

  SwitchState other_state(std::size_t id, Draw& draw) const {
    const auto states = static_cast<int>(wafer_->fabric().switches[id].type->states());
    return static_cast<SwitchState>((states_[id] + 1 + draw.below(states - 1)) % states);
  }
  bool is_bunch(std::size_t id) const { return wafer_->fabric().switches[id].name.find("bunch") != std::string::npos; }
  std::string name_of(std::size_t id, SwitchState state) const {
    static const std::array<std::string, 4> kTrack{"OPEN", "X", "D1", "D2"};
    if (!is_bunch(id)) return kTrack[state];
    if (state > wafer_->wires()) return std::to_string(state);  // isolated
    return state == 0 ? "cross" : "connect_0" + (state == 1 ? "" : "_" + std::to_string(state - 1));
  }
  std::string written(std::size_t id, Draw& draw) const {
    return draw.one_in(2) ? std::to_string(states_[id]) : in_any_case(name_of(id, states_[id]), draw);
  }

  std::vector<Row> rows(Draw& draw) {
    std::vector<Row> rows = more_;
    const auto& switches = wafer_->fabric().switches;
    for (std::size_t id = 0; id < switches.size(); ++id) {
      if (left_out_.contains(id)) continue;
      const bool is_pair = is_bunch(id) && id + 1 < switches.size() && switches[id + 1].field == switches[id].field &&
                           states_[id] == states_[id + 1] && !left_out_.contains(id + 1);
      if (is_pair && draw.one_in(2)) {
        const std::string& field = wafer_->fabric().fields[switches[id].field].name;
        rows.push_back({"field", in_any_case(field, draw), written(id, draw)});
        ++id;
        continue;
      }
      rows.push_back({is_bunch(id) || draw.one_in(2) ? "switch" : "field", in_any_case(switches[id].name, draw),
                      written(id, draw)});
    }
    for (std::size_t site = 0; placement != nullptr && site < placement->node_at.size(); ++site) {
      const NodeId node = placement->node_at[site];
      const std::string& name = wafer_->fabric().sites[site].name;
      if (std::ranges::any_of(more_, [&](const Row& row) { return row.kind == "pe" && row.name == name; })) continue;
      if (node != kNoNode) {
        rows.push_back({"pe", in_any_case(name, draw),
                        draw.one_in(2) ? wafer_->network().node_name(node) : std::to_string(node.value)});
      } else if (draw.one_in(2)) {
        rows.push_back({"pe", name, ""});
      }
    }
    return rows;
  }

  static ForeignText pairs(const std::vector<Row>& rows, Draw& draw) {
    const std::string between = draw.of(std::vector<std::string>{" ", "\t", "   ", ",", ", ", ";", " ; "});
    std::vector<std::string> lines;
    for (const Row& row : rows) lines.push_back((draw.one_in(9) ? " " : "") + row.name + between + row.state);
    return {draw.of(std::vector<std::string>{"list", "states.txt", "read_back.CSV"}), as_lines(lines, "#", draw)};
  }

  ForeignText table(const std::vector<Row>& rows, Draw& draw) const {
    const std::string between = draw.of(std::vector<std::string>{",", ", ", ";"});
    std::vector<std::string> columns{"kind", "name", "state", "note", "before"};
    if (draw.one_in(2)) columns[2] = "after";
    if (columns[2] == "state") columns.push_back("node");
    draw.shuffle(columns);
    const auto line_of = [&](const std::function<std::string(const std::string&)>& cell) {
      std::string line;
      for (const std::string& column : columns)
        line += (line.empty() && &column == &columns[0] ? "" : between) + cell(column);
      return line;
    };
    const bool quotes = draw.one_in(3);
    std::vector<std::string> lines{line_of([&](const std::string& column) { return in_any_case(column, draw); })};
    std::vector<Row> all = rows;
    if (!number_.empty()) all.insert(all.begin(), {"fabric", "wafer", number_});
    if (draw.one_in(2)) all.push_back({"wire", "r1.c1.bunch_ew.line_a", "1"});
    for (const Row& row : all) {
      lines.push_back(line_of([&](const std::string& column) -> std::string {
        if (column == "kind") return in_any_case(row.kind, draw);
        if (column == "name") return quotes ? '"' + row.name + '"' : row.name;
        if (column == "note") return draw.one_in(3) ? "spare" : "";
        if (column == "node") return row.kind == "pe" ? row.state : "";
        if (column == "before") return "OPEN";
        return column == "state" && row.kind == "pe" ? "" : row.state;
      }));
    }
    return {draw.one_in(2) ? "states.csv" : "table", as_lines(lines, "#", draw)};
  }

  static ForeignText json_pairs(const std::vector<Row>& rows, Draw& draw) {
    std::string text;
    for (const Row& row : rows) {
      text += (text.empty() ? "[" : ",") + std::string(draw.one_in(3) ? "\n" : "") + "[\"" + row.name + "\", \"" +
              row.state + "\"]";
    }
    return {"pairs.json", text + "]"};
  }

  /// A JSON or YAML document of lists of rows, or of mappings.
  ForeignText document(const std::vector<Row>& rows, bool by_rows, Draw& draw) const {
    std::vector<std::string> lists;
    const bool is_block = !by_rows && draw.one_in(2);
    for (const std::string kind : {"field", "switch", "pe"}) {
      std::string list;
      for (const Row& row : rows) {
        if (row.kind != kind) continue;
        const std::string state = row.state.empty() ? "null" : is_block ? row.state : '"' + row.state + '"';
        if (is_block) {
          list += "\n  " + row.name + ": " + state;
          continue;
        }
        list += (list.empty() ? "" : ", ") + (by_rows ? row_of(row, state, draw) : '"' + row.name + "\": " + state);
      }
      if (kind == "pe" && placement == nullptr && list.empty()) continue;
      const std::string brackets = by_rows ? "[]" : "{}";
      const std::string key = kind == "switch" ? "switches" : kind + "s";
      lists.push_back(is_block ? key + ":" + (list.empty() ? " {}" : list)
                               : '"' + key + "\": " + brackets[0] + list + brackets[1]);
    }
    if (!number_.empty())
      lists.push_back((is_block ? "fabric_number: " : "\"fabric_number\": ") + ('"' + number_ + '"'));
    lists.push_back(is_block ? "made_by: another tool" : "\"made_by\": [\"another\", {\"tool\": 2}]");
    draw.shuffle(lists);
    std::string text;
    for (const std::string& each : lists) text += (text.empty() ? "" : is_block ? "\n" : ",\n") + each;
    if (is_block) return {"states.yaml", "# of another tool\n" + text + "\n"};
    return {draw.one_in(2) ? "states.json" : "document", "{" + text + "}"};
  }

  std::string row_of(const Row& row, const std::string& state, Draw& draw) const {
    std::vector<std::string> keys{"\"name\": \"" + row.name + '"', "\"note\": {\"seen\": true}"};
    if (row.kind == "pe") {
      const auto site = std::ranges::find(wafer_->fabric().sites, lower(row.name), &Site::name);
      if (site != wafer_->fabric().sites.end() && draw.one_in(2)) {
        keys[0] = "\"pe\": [" + std::to_string(site->address[0]) + ", " + std::to_string(site->address[1]) + "]";
      }
      keys.push_back((draw.one_in(2) ? "\"node\": " : "\"after\": ") + state);
    } else {
      keys.push_back((draw.one_in(2) ? "\"state\": " : draw.one_in(2) ? "\"after\": " : "\"value\": ") + state);
    }
    draw.shuffle(keys);
    std::string text;
    for (const std::string& key : keys) text += (text.empty() ? "{" : ", ") + key;
    return text + "}";
  }
  static std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  }

  const ForeignWafer* wafer_;
  SwitchStates states_;
  std::set<std::size_t> left_out_;
  std::vector<Row> more_;
  bool rows_only_ = false;
  Placement changed_;
  std::string number_;
};

// --- Bitstreams ------------------------------------------------------------------------------------------------------

class ForeignStream {
 public:
  ForeignStream(const ForeignWafer& wafer, ForeignStates states)
      : wafer_(&wafer), states_(std::move(states)), number_(wafer.fabric().number) {}

  ForeignMistake spoil(const ForeignJudge& judge, Draw& draw) {
    form_ = draw.below(2);
    const int kind = draw.below(10);
    switch (kind) {
      case 0:
        form_ = 1;
        flipped_ = static_cast<std::size_t>(draw.below(static_cast<int>(payload().size() * 8)));
        return {"a flipped bit", "the checksum at the end is "};
      case 1:
        form_ = 1;
        number_ ^= 1U << draw.below(32);
        return {"another fabric", "damaged, or of another fabric or network"};
      case 2:
        cut_ = draw.one_in(2) ? -1 : 2;
        return {"a wrong length", cut_ < 0 ? "bytes, or" : "a bitstream of this fabric has"};
      case 3:
        form_ = draw.from(2, 6);
        digit_ = draw.one_in(2) ? 'g' : 'x';
        return {"a wrong digit", digit_ == 'x' ? "unknown bits" : "is no word"};
      case 4:
        form_ = draw.from(2, 5);
        repeats_ = true;
        return {"a word twice", "has a word already"};
      case 5:
        form_ = 2;
        cut_ = 1;
        return {"a word left out", "is no stream of"};
      default: {
        const ConfigField& field = draw.of(wafer_->fabric().fields);
        SwitchState& state = states_.at(field.name);
        state = static_cast<SwitchState>((state + 1U + static_cast<unsigned>(draw.below((1 << field.bits) - 1))) %
                                         (1U << field.bits));
        if (state >= field.states) return {"a value that is no state", "field '" + field.name + "' cannot be "};
        return {"a wrong state", "", judge.is_right(judge.switches(states_))};
      }
    }
  }

  ForeignText write(Draw& draw) {
    if (form_ < 0) form_ = draw.below(7);
    std::vector<std::uint8_t> bytes = payload();
    const std::uint32_t crc = checksum(bytes);
    if (flipped_) bytes[*flipped_ / 8] ^= static_cast<std::uint8_t>(1U << *flipped_ % 8);
    if (form_ == 1 || (form_ > 1 && draw.one_in(2))) {
      for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(crc >> (8 * i)));
    }
    if (form_ <= 1) {
      if (cut_ < 0) bytes.push_back(0);
      if (cut_ > 0) bytes.resize(bytes.size() - static_cast<std::size_t>(cut_));
      return {"bitstream.bin", std::string(bytes.begin(), bytes.end())};
    }
    return image(bytes, draw);
  }

 private:
  std::vector<std::uint8_t> payload() const {
    std::vector<std::uint8_t> bytes;
    std::size_t at = 0;
    for (const ConfigField& field : wafer_->fabric().fields) {
      for (unsigned bit = 0; bit < field.bits; ++bit, ++at) {
        if (at % 8 == 0) bytes.push_back(0);
        if ((states_.at(field.name) >> bit & 1U) != 0) bytes.back() |= static_cast<std::uint8_t>(1U << at % 8);
      }
    }
    return bytes;
  }

  std::uint32_t checksum(const std::vector<std::uint8_t>& bytes) const {
    std::uint32_t crc = 0xffffffff;
    const auto add = [&crc](std::uint8_t byte) {
      for (unsigned bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (((crc ^ byte >> bit) & 1U) != 0 ? 0xedb88320U : 0U);
    };
    for (unsigned i = 0; i < 4; ++i) add(static_cast<std::uint8_t>(number_ >> (8 * i)));
    for (const std::uint8_t byte : bytes) add(byte);
    return ~crc;
  }

  /// A memory image of words of so many bits, each digit of so many.
  ForeignText image(const std::vector<std::uint8_t>& bytes, Draw& draw) const {
    static const std::map<int, std::pair<unsigned, unsigned>> kForms{
        {2, {8, 4}}, {3, {32, 4}}, {4, {8, 1}}, {5, {16, 1}}, {6, {0, 4}}};
    auto [width, digit] = kForms.at(form_);
    const std::size_t bits = 8 * bytes.size();
    if (width == 0) width = static_cast<unsigned>(bits);
    std::vector<std::string> words;
    for (std::size_t from = 0; from < bits; from += width) {
      std::string word;
      for (std::size_t at = from; at < from + width; at += digit) {
        unsigned value = 0;
        for (std::size_t bit = 0; bit < digit && at + bit < bits; ++bit) {
          value |= (bytes[(at + bit) / 8] >> (at + bit) % 8 & 1U) << bit;
        }
        if (!word.empty() && draw.one_in(6)) word.insert(word.begin(), '_');
        word.insert(word.begin(), (draw.one_in(2) ? "0123456789abcdef" : "0123456789ABCDEF")[value]);
      }
      words.push_back(word);
    }
    if (cut_ > 0) words.pop_back();
    if (digit_ != ' ') words[static_cast<std::size_t>(draw.below(static_cast<int>(words.size())))].back() = digit_;
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i == 0 && draw.one_in(3)) lines.push_back("@0");
      const bool joins = !lines.empty() && draw.one_in(3);
      if (joins) lines.back() += draw.one_in(2) ? " " : "\t";
      if (!joins) lines.emplace_back();
      lines.back() += (draw.one_in(9) ? "/* next */ " : "") + words[i];
    }
    if (repeats_) lines.push_back("@0 " + words[0]);
    const std::string ending = digit_ == 'g' || draw.one_in(2) ? (digit == 1 ? ".memb" : ".memh") : ".txt";
    std::string text = as_lines(lines, "//", draw);
    if (text.starts_with("\xef")) text.erase(0, 3);
    return {"stream" + ending, text};
  }

  const ForeignWafer* wafer_;
  ForeignStates states_;
  std::uint32_t number_;
  int form_ = -1;  ///< 0 bytes, 1 with the checksum, 2 to 6 memory images; -1: drawn
  std::optional<std::size_t> flipped_;
  int cut_ = 0;
  char digit_ = ' ';
  bool repeats_ = false;
};

// --- Plans -----------------------------------------------------------------------------------------------------------

class ForeignPlanText {
 public:
  explicit ForeignPlanText(const ForeignRepair& repair)
      : wafer_(repair.plan.wafer), plan_(&repair.plan), placement_(repair.placement), turned_(repair.is_turned) {}

  ForeignMistake spoil(ForeignWafer& wafer, Draw& draw) {
    const bool is_straight = !turned_ && plan_->is_straight();
    const int kind = draw.below(is_straight ? 13 : turned_ ? 7 : 9);
    const auto nodes = static_cast<int>(placement_.site_of.size());
    const auto a = static_cast<std::size_t>(draw.below(nodes));
    const auto b = (a + 1 + static_cast<std::size_t>(draw.below(nodes - 1))) % placement_.site_of.size();
    form_ = draw.from(2, 4);
    switch (kind) {
      case 0:
        placement_.site_of[a] = placement_.site_of[b];
        return {"two nodes at one PE", "are both at " + site_name(placement_.site_of[b])};
      case 1:
        std::swap(placement_.site_of[a], placement_.site_of[b]);
        return {"two nodes exchanged", ""};
      case 2:
      case 3: {
        if (is_straight || draw.one_in(2)) form_ = -1;
        const SiteId dies = placement_.site_of[a];
        wafer.input.setup.defects.add(dies);
        return {"a dead PE", site_name(dies) + " is dead"};
      }
      case 4:
        form_ = draw.from(2, 3);
        more_ = form_ == 2 ? "\"x99.y0\": [1, 1]" : "{\"pe\": [1, 1], \"node\": \"x99.y0\"}";
        return {"an unknown node", "the network has no node 'x99.y0'"};
      case 5:
        form_ = 4;
        more_ = "[1, 1]";
        return {"a PE too much", "placement has " + std::to_string(nodes + 1) + " PEs"};
      case 6:
        form_ = draw.from(2, 3);
        more_ = form_ == 2 ? "\"x0.y0\": [0, 99]" : "{\"pe\": [0, 99], \"node\": \"x0.y0\"}";
        if (form_ == 2) without_ = NodeId{0};
        return {"a place without PE", "no PE at [0, 99]: the column must be "};
      case 7:
        form_ = 1;
        more_ = "{\"ring\": \"column 99\", \"passes\": [[1, 1], [2, 1]]}";
        return {"an unknown ring", "no ring is named 'column 99'"};
      case 8:
        form_ = 1;
        more_ = "{\"ring\": \"row 1\", \"passes\": [[1, 1]]}";
        return {"half a ring", "must be a list of two addresses"};
      case 9:
        form_ = 0;
        more_ = "{\"pe\": [1, 1], \"direction\": \"up\"}";
        return {"an unknown direction", "unknown name 'up'"};
      case 10:
        form_ = 0;
        more_ = "{\"pe\": [0, 1], \"direction\": \"north\"}";
        return {"a path from a spare", "the path r0.c1 north begins at a spare"};
      case 11:
        form_ = 0;
        more_ = "{\"pe\": [1, 1], \"direction\": \"north\"}, {\"pe\": [1, 1], \"direction\": \"west\"}";
        return {"two paths from one PE", "two paths begin at r1.c1"};
      default:
        form_ = 0;
        more_ = "{\"pe\": [2, 1], \"direction\": \"east\"}, {\"pe\": [1, 2], \"direction\": \"south\"}";
        return {"two paths that cross", "no switch setting carries both "};
    }
  }

  ForeignText write(Draw& draw) const {
    const int least = turned_ ? 2 : plan_->is_straight() ? 0 : 1;
    const int form = form_ < 0 ? draw.from(least, 4) : form_;
    std::vector<std::string> items;
    if (form == 0) items = paths(draw);
    if (form == 1) items = rings(draw);
    for (const NodeId node : ids<NodeId>(form >= 2 ? placement_.site_of.size() : 0)) {
      if (node != without_) items.push_back(item_of(node, form, draw));
    }
    if (form < 4) draw.shuffle(items);
    if (!more_.empty()) items.push_back(more_);
    std::string text;
    for (const std::string& item : items) text += (text.empty() ? "" : draw.one_in(3) ? ",\r\n  " : ", ") + item;
    static const std::array<std::string, 5> kKeys{"paths", "rings_of_nodes", "placement", "pes", "placement"};
    const std::string brackets = form == 2 ? "{}" : "[]";
    const auto key = kKeys[static_cast<std::size_t>(form)];
    return {draw.one_in(2) ? "plan.json" : "plan", "{\"" + key + "\": " + brackets[0] + text + brackets[1] + "}\n"};
  }

 private:
  const std::string& site_name(SiteId site) const { return wafer_->fabric().sites[site.value].name; }
  std::string place(int row, int column, Draw& draw) const {
    if (draw.one_in(3)) return '"' + in_any_case("r" + std::to_string(row) + ".c" + std::to_string(column), draw) + '"';
    return "[" + std::to_string(row) + ", " + std::to_string(column) + "]";
  }
  std::string place(SiteId site, Draw& draw) const {
    const std::vector<int>& address = wafer_->fabric().sites[site.value].address;
    return place(address[0], address[1], draw);
  }

  std::string item_of(NodeId node, int form, Draw& draw) const {
    const std::string at = place(placement_.site_of[node.value], draw);
    const std::string name = draw.one_in(3) ? std::to_string(node.value) : wafer_->network().node_name(node);
    if (form == 4) return at;
    if (form == 2) return '"' + name + "\": " + at;
    return draw.one_in(2) ? "{\"pe\": " + at + ", \"node\": \"" + name + "\"}"
                          : "{\"after\": \"" + name + "\", \"pe\": " + at + ", \"before\": null}";
  }

  std::vector<std::string> paths(Draw& draw) const {
    std::vector<std::string> paths;
    const auto add = [&](int row, int column, const std::string& direction) {
      paths.push_back("{\"direction\": \"" + in_any_case(direction, draw) + "\", \"pe\": " + place(row, column, draw) +
                      "}");
    };
    for (const int plane : {0, 1}) {
      for (int number = 1; number <= wafer_->rings(plane); ++number) {
        const auto& ring = plan_->ring(plane, number);
        if (ring.low > 0) plane == 0 ? add(ring.low, number, "north") : add(number, ring.low, "west");
        if (ring.high > wafer_->lines(plane)) continue;
        plane == 0 ? add(ring.high, number, "south") : add(number, ring.high, "east");
      }
    }
    return paths;
  }

  std::vector<std::string> rings(Draw& draw) const {
    std::vector<std::string> rings;
    for (const int plane : {0, 1}) {
      for (int number = 1; number <= wafer_->rings(plane); ++number) {
        const auto& ring = plan_->ring(plane, number);
        const auto at = [&](int line, int position) {
          return plane == 0 ? place(line, position, draw) : place(position, line, draw);
        };
        std::vector<std::string> passes{at(ring.low, ring.low_at), at(ring.high, ring.high_at)};
        draw.shuffle(passes);
        const std::string name = (plane == 0 ? "column " : "row ") + std::to_string(number);
        rings.push_back("{\"passes\": [" + passes[0] + ", " + passes[1] + "], \"ring\": \"" + in_any_case(name, draw) +
                        "\"}");
      }
    }
    return rings;
  }

  const ForeignWafer* wafer_;
  const ForeignPlan* plan_;
  Placement placement_;
  bool turned_;
  int form_ = -1;  ///< 0 paths, 1 rings, 2 a mapping, 3 rows of PEs, 4 a list; -1: drawn
  std::string more_;
  NodeId without_ = kNoNode;
};

}  // namespace kintsugi::test

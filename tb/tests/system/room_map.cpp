#include "tb/tests/system/room_map.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

/// Returns the header that a line includes by a name in quotation marks; empty if it includes none.
std::string header_in(const std::string& line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#') return {};
  const std::size_t word = line.find_first_not_of(" \t", hash + 1);
  if (word == std::string::npos || line.compare(word, 7, "include") != 0) return {};
  const std::size_t open = line.find_first_not_of(" \t", word + 7);
  if (open == std::string::npos || line[open] != '"') return {};
  return line.substr(open + 1, line.find('"', open + 1) - open - 1);
}

struct Row {
  std::size_t floor;
  std::size_t place;
};

std::map<std::string, Row> rows_of(const RoomMap& map) {
  std::map<std::string, Row> rows;
  for (std::size_t floor = 0; floor < map.size(); ++floor) {
    for (std::size_t place = 0; place < map[floor].size(); ++place)
      rows.insert({map[floor][place].name, {floor, place}});
  }
  return rows;
}

/// Returns what is wrong with an arrow of the map; empty if it points down.
std::string mistake_of(const Room& room, const Row& row, const std::string& to,
                       const std::map<std::string, Row>& rows) {
  const std::string arrow = room.name + " -> " + to;
  const auto target = rows.find(to);
  if (target == rows.end()) return arrow + ": " + to + " has no row";
  const auto [floor, place] = target->second;
  if (floor > row.floor) return arrow + ": points to a higher floor";
  if (floor == row.floor && place >= row.place) return arrow + ": the row of " + to + " does not come before";
  return {};
}

}  // namespace

std::string room_of(const std::string& path) {
  const std::size_t depth = path.starts_with("tb/tool/") ? 3 : 2;
  std::string room;
  std::size_t taken = 0;
  for (const fs::path& name : fs::path(path).parent_path()) {
    if (taken++ == depth) break;
    room += (room.empty() ? "" : "/") + name.string();
  }
  return room;
}

void add_arrows(const std::string& path, const std::string& text, Arrows& arrows) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::string header = header_in(line);
    if (header.empty() || room_of(header) == room_of(path)) continue;
    arrows[{room_of(path), room_of(header)}].push_back(path + " includes " + header);
  }
}

Arrows read_arrows(const fs::path& checkout, const std::vector<std::string>& folders) {
  Arrows arrows;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(checkout / folder)) {
      if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
      std::ifstream file(entry.path());
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      add_arrows(entry.path().lexically_relative(checkout), text, arrows);
    }
  }
  return arrows;
}

std::vector<std::string> mistakes_of(const RoomMap& map) {
  const std::map<std::string, Row> rows = rows_of(map);
  std::vector<std::string> mistakes;
  for (std::size_t floor = 0; floor < map.size(); ++floor) {
    for (std::size_t place = 0; place < map[floor].size(); ++place) {
      const Room& room = map[floor][place];
      const Row first = rows.at(room.name);
      if (first.floor != floor || first.place != place) mistakes.push_back(room.name + ": has two rows");
      for (const std::string& to : room.may_include) {
        const std::string mistake = mistake_of(room, {floor, place}, to, rows);
        if (!mistake.empty()) mistakes.push_back(mistake);
      }
    }
  }
  return mistakes;
}

std::vector<std::string> differences(const RoomMap& map, const Arrows& arrows) {
  std::map<std::string, std::set<std::string>> allowed;
  for (const Floor& floor : map) {
    for (const Room& room : floor) allowed[room.name] = room.may_include;
  }
  std::vector<std::string> found;
  for (const auto& [arrow, uses] : arrows) {
    const auto& [from, to] = arrow;
    if (!allowed.contains(from)) {
      found.push_back(from + ": has no row: " + uses.front());
    } else if (!allowed.at(from).contains(to)) {
      found.push_back(from + " -> " + to + ": is not in the map: " + uses.front());
    }
  }
  for (const auto& [from, rooms] : allowed) {
    for (const std::string& to : rooms) {
      if (!arrows.contains({from, to})) found.push_back(from + " -> " + to + ": is in the map, but no file uses it");
    }
  }
  return found;
}

}  // namespace kintsugi::test

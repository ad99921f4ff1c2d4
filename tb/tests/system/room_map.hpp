/// The map of rooms: which room's files may include which other room's headers.
///
/// A room is a folder `models/X`, `hw/X` or `tb/tool/X` with all that lies below it; the tests (`tb/tests`) and the
/// measurements (`tb/bench`) are one room each. An arrow goes from the room of a file to the room of a header that the
/// file includes.
/// Not seen: includes in angle brackets (libraries), includes that a macro makes.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kintsugi::test {

/// A row of the map: a room and the rooms that it may include.
struct Room {
  std::string name;
  std::set<std::string> may_include;
};

/// Rooms of the same height. A room includes rooms of lower floors, or rooms listed before it on its own floor.
using Floor = std::vector<Room>;
/// The lowest floor first.
using RoomMap = std::vector<Floor>;

/// From a room to a room, with the files that draw the arrow as "FILE includes HEADER".
using Arrows = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

/// Returns the room of a file or of an included header: its folder, at most "tb/tool/X" deep for the tool and two names
/// deep elsewhere.
std::string room_of(const std::string& path);

/// Adds the arrows that the text of a file draws. A header without a room ("x.hpp", "../x.hpp") counts as the room it
/// literally names, which no map holds.
void add_arrows(const std::string& path, const std::string& text, Arrows& arrows);

/// Returns the arrows of all .hpp and .cpp files in these folders of a checkout.
Arrows read_arrows(const std::filesystem::path& checkout, const std::vector<std::string>& folders);

/// Returns what is wrong with the map itself, a sentence each: an arrow to a room of a higher floor, to a later room of
/// the same floor, to itself or to a room without a row; a room with two rows.
std::vector<std::string> mistakes_of(const RoomMap& map);

/// Returns where arrows and map differ, a sentence each: a room without a row, an arrow that is not in the map, an
/// arrow in the map that no file uses.
std::vector<std::string> differences(const RoomMap& map, const Arrows& arrows);

}  // namespace kintsugi::test

/// What the readers of all formats fill: maps by rows of codes or by single dies, and notes of what was mended or left
/// out.
///
/// Rows  begin at the corner of the wafer that the reader names
/// Dies  have coordinates; their smallest ones lie at that corner
/// Errors  a map that is too large, bins or maps that are too many and a die that is there twice become mistakes at
///         their places. Such a map is dropped
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/network/cells.hpp"
#include "models/wafermap/format.hpp"
#include "models/wafermap/wafer_map.hpp"

namespace kintsugi::wafermap {

/// Which codes are one bin.
enum class CodeKind : std::uint8_t {
  kText,    ///< those that are written alike
  kNumber,  ///< those of one number, decimal or hexadecimal: 0a and A. The code of the bin is the one written first
};

/// Returns the form in which codes of that kind are compared: numbers in capitals and without leading zeros.
std::string compared_code(std::string_view code, CodeKind kind);

/// The bins of one map by their codes.
class BinTable {
 public:
  explicit BinTable(std::vector<Bin>& bins, CodeKind kind = CodeKind::kText) : bins_(bins), kind_(kind) {}
  /// Returns the number of the bin; nullopt if no bin has this code.
  std::optional<BinIndex> find(std::string_view code) const;
  /// Returns the number of the bin; adds it if it is new. Returns kNoDie, and adds a mistake, if there are too many.
  BinIndex number_of(std::string_view code, Place place, Mistakes& mistakes);
  /// Returns the bin of that code; adds it if it is new. There must be room for it.
  Bin& define(std::string_view code);
  bool is_full() const { return bins_.size() >= kMostBins; }

 private:
  std::vector<Bin>& bins_;
  CodeKind kind_;
  std::map<std::string, BinIndex, std::less<>> number_of_;  // by compared_code()
};

/// One die by its coordinates.
struct PlacedDie {
  int x = 0;
  int y = 0;
  BinIndex bin = kNoDie;
  Place place = {};
};

/// A row of bins, and where it stands.
struct RowOfBins {
  std::vector<BinIndex> bins;
  Place place = {};
};

/// The names of what a reader leaves out, each once; a note lists the first few.
class NamesLeftOut {
 public:
  void add(std::string_view name);
  bool empty() const { return names_.empty(); }
  /// Returns "A, B", or "A, B and others".
  std::string list() const;

 private:
  std::vector<std::string> names_;  // one more than are listed, at most
};

/// The maps that a note is about: it names the first and counts the others.
class MapsOfNote {
 public:
  void add(std::string name) {
    if (count_++ == 0) first_ = std::move(name);
  }
  bool empty() const { return count_ == 0; }
  /// Returns "wafer 3", or "wafer 3 and 4 other maps".
  std::string list() const;

 private:
  std::string first_;
  std::size_t count_ = 0;
};

class Draft {
 public:
  Draft(Format format, Mistakes& list) : mistakes(list), format_(format) {}

  /// Adds a map of rows, the first of which begins at `corner`. All rows must have the same length.
  void add_rows(WaferMap map, std::span<const RowOfBins> rows, Corner corner);
  /// Adds a map of single dies; a second die at a place is a mistake.
  void add_dies(WaferMap map, std::span<const PlacedDie> dies, Corner corner);
  /// Adds a note once.
  void note(std::string text);

  const std::vector<WaferMap>& maps() const { return maps_; }
  std::vector<WaferMap>& maps() { return maps_; }
  const std::vector<std::string>& notes() const { return notes_; }
  Format format() const { return format_; }
  /// Returns whether so many places are left for a map at `place`; adds a mistake otherwise.
  bool has_room(std::size_t columns, std::size_t rows, Place place);

  Mistakes& mistakes;

 private:
  Format format_;
  std::vector<WaferMap> maps_;
  std::vector<std::string> notes_;
  std::size_t places_ = 0;  // of all maps
};

/// Reads an integer; also one that is written as a real number, "3.0". Returns nullopt if it is none, or is more than a
/// million away from 0.
std::optional<int> read_coordinate(std::string_view text);

/// Returns the text without the blanks around it.
std::string_view trimmed(std::string_view text);

/// Returns the parts of a text between commas and blanks.
std::vector<std::string> words_of(std::string_view text);

}  // namespace kintsugi::wafermap

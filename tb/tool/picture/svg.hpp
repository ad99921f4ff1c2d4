/// Writes a drawing as SVG, element by element; pugixml does the quoting and the layout of the document.
///
/// Unit     one pixel at natural size, y downwards; numbers are written with at most one decimal
/// Bytes    the same for the same calls
/// Classes  defined by the style sheet (tb/tool/picture/style.hpp)
#pragma once

#include <pugixml.hpp>
#include <string>

namespace kintsugi::picture {

struct Point {
  double x = 0;
  double y = 0;
  friend constexpr bool operator==(Point, Point) = default;
  friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Point operator*(Point a, double factor) { return {a.x * factor, a.y * factor}; }
};

struct Size {
  double width = 0;
  double height = 0;
};

/// Returns a number with at most one decimal: "12", "12.5".
std::string number(double value);

/// Builds the data of a path, line by line.
class PathData {
 public:
  /// All points are moved by `shift`.
  explicit PathData(Point shift = {}) : shift_(shift) {}
  PathData& move(Point to) { return add("M", to); }
  PathData& line(Point to) { return add("L", to); }
  /// Adds a curve bent towards `control`.
  PathData& bend(Point control, Point to) { return add("Q", control).add(" ", to); }
  PathData& curve(Point leaving, Point arriving, Point to) { return add("C", leaving).add(" ", arriving).add(" ", to); }
  PathData& segment(Point from, Point to) { return move(from).line(to); }
  /// Adds both diagonals of the square of 2 * half pixels around a point.
  PathData& cross(Point middle, double half);
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  PathData& add(const char* command, Point at);
  std::string text_;
  Point shift_;
};

/// An element of a document, which must outlive it.
class Element {
 public:
  explicit Element(pugi::xml_node node) : node_(node) {}

  Element set(const char* name, const std::string& value);
  Element set(const char* name, double value) { return set(name, number(value)); }
  /// Moves the element and what is in it.
  Element move(Point by) { return set("transform", "translate(" + number(by.x) + ' ' + number(by.y) + ')'); }
  /// Turns it around a point, so that its words read upwards.
  Element turn_up(Point around) {
    return set("transform", "rotate(-90 " + number(around.x) + ' ' + number(around.y) + ')');
  }
  /// Sets the text that a browser shows under the mouse pointer; it becomes the first child.
  Element title(const std::string& words);

  Element group(const std::string& style);
  /// Adds the background of the whole document.
  Element paper();
  /// Adds a square with which areas are tiled; call it on definitions.
  Element pattern(const std::string& id, double side);
  /// Adds a rectangle; `corner` is the north-west one.
  Element rect(Point corner, Size size, const std::string& style, double rounding = 0);
  /// Adds a rectangle around a point.
  Element box(Point middle, Size size, const std::string& style, double rounding = 0) {
    return rect(middle - Point{size.width / 2, size.height / 2}, size, style, rounding);
  }
  Element circle(Point middle, double radius, const std::string& style);
  Element path(const PathData& data, const std::string& style);
  /// Adds the path unless it is empty.
  void path_if_any(const PathData& data, const std::string& style) {
    if (!data.empty()) path(data, style);
  }
  /// Adds a text; `at` is on the base line, in the middle of the text or where its class anchors it.
  Element text(Point at, const std::string& words, const std::string& style);
  /// Adds a copy of the definition with this id.
  Element use(const std::string& id, Point at, const std::string& style);

 private:
  Element child(const char* tag, const std::string& style);
  pugi::xml_node node_;
};

class Document {
 public:
  Document();
  Element root() { return Element(root_); }
  /// Sets the size of the document. Call it once.
  void set_size(Size size);
  /// Returns the parent of all elements that use() copies.
  Element definitions() { return Element(definitions_); }
  std::string text() const;

 private:
  pugi::xml_document document_;
  pugi::xml_node root_;
  pugi::xml_node definitions_;
};

}  // namespace kintsugi::picture

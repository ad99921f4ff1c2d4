#include "models/graph/port_assignment.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "models/graph/names.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

class PortAssigner {
 public:
  PortAssigner(const Draft& draft, Mistakes& mistakes)
      : draft_(draft), mistakes_(mistakes), named_(draft.nodes.size()), next_free_(draft.nodes.size()) {
    found_.layouts.resize(draft.nodes.size());
  }

  PortAssignment assign() {
    for (std::size_t node = 0; node < draft_.nodes.size(); ++node) read_list(node);
    for (const DraftLink& link : draft_.links) {
      for (const DraftEnd* end : {&link.a, &link.b}) reserve(*end, link.place);
    }
    for (const DraftLink& link : draft_.links) {
      const PortId a = take_port(link.a, link.place);
      found_.of_link.push_back({a, take_port(link.b, link.place)});
    }
    for (std::size_t node = 0; node < draft_.nodes.size(); ++node) refuse_too_many(node);
    return std::move(found_);
  }

 private:
  static PortId port_number(std::size_t index) {
    return PortId::from(std::min<std::size_t>(index, kMaxPorts));  // beyond it there is a mistake
  }
  std::string node_name(const DraftEnd& end) const { return quoted(draft_.nodes[end.node].name); }

  void read_list(std::size_t node) {
    const DraftNode& draft = draft_.nodes[node];
    if (!draft.ports) return;
    PortLayout& layout = found_.layouts[node];
    for (const std::string& port : *draft.ports) {
      if (!is_port_name(port)) refuse_name(port, draft.place);
      if (!number_of_.emplace(std::pair(node, port), layout.size()).second) {
        mistakes_.add(draft.place, "node ", quoted(draft.name), " has two ports ", quoted(port));
      }
      layout.push_back(port);
    }
  }

  void refuse_name(const std::string& port, Place place) {
    mistakes_.add(place, quoted(port), " cannot be the name of a port: ", kNameRule, "; it is not ", kLocalPort);
  }

  /// Notes that a link names a port.
  void reserve(const DraftEnd& end, Place place) {
    if (end.port.empty()) return;
    named_[end.node].insert(end.port);
    if (!draft_.nodes[end.node].ports || number_of_.contains(std::pair(end.node, end.port))) return;
    mistakes_.add(place, "node ", node_name(end), " has no port ", quoted(end.port), " in its list");
  }

  PortId take_port(const DraftEnd& end, Place place) {
    PortLayout& layout = found_.layouts[end.node];
    if (draft_.nodes[end.node].ports) return end.port.empty() ? take_free(end, place) : take_listed(end);
    layout.push_back(end.port.empty() ? free_name(end.node) : end.port);
    return port_number(layout.size() - 1);
  }

  PortId take_listed(const DraftEnd& end) const {
    const auto found = number_of_.find(std::pair(end.node, end.port));
    return found == number_of_.end() ? kNoPort : port_number(found->second);
  }

  PortId take_free(const DraftEnd& end, Place place) {
    const PortLayout& layout = found_.layouts[end.node];
    std::size_t& next = next_free_[end.node];
    while (next < layout.size() && named_[end.node].contains(layout[next])) ++next;
    if (next < layout.size()) return port_number(next++);
    mistakes_.add(place, "node ", node_name(end), " has no port left for this link; its list has ",
                  counted(layout.size(), "port"));
    return kNoPort;
  }

  /// Returns "p0", "p1" ..., without those that a link names.
  std::string free_name(std::size_t node) {
    std::string name;
    do {
      name = 'p' + std::to_string(next_free_[node]++);
    } while (named_[node].contains(name));
    return name;
  }

  void refuse_too_many(std::size_t node) {
    const std::size_t ports = found_.layouts[node].size();
    if (ports < kMaxPorts) return;
    mistakes_.add(draft_.nodes[node].place, "node ", quoted(draft_.nodes[node].name), " has ", counted(ports, "port"),
                  "; a router has at most ", kMaxPorts - 1);
  }

  const Draft& draft_;
  Mistakes& mistakes_;
  PortAssignment found_;
  std::vector<std::set<std::string>> named_;  // ports that links name, by node
  std::vector<std::size_t> next_free_;        // number in the list, or of p0, p1 ..., by node
  std::map<std::pair<std::size_t, std::string>, std::size_t> number_of_;  // the listed ports of a node
};

}  // namespace

PortAssignment assign_ports(const Draft& draft, Mistakes& mistakes) {
  return PortAssigner(draft, mistakes).assign();
}

}  // namespace kintsugi::graph

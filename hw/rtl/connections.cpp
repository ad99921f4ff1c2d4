#include "hw/rtl/connections.hpp"

#include <algorithm>

#include "hw/rtl/verilog_text.hpp"
#include "models/network/types.hpp"

namespace kintsugi::rtl {

namespace {

constexpr std::uint32_t kNowhere = 0xffffff;

std::string name_of(const Fabric& fabric, SitePort port) {
  return fabric.sites[port.site.value].name + '.' + fabric.layout[port.port.value];
}

}  // namespace

Connections::Connections(const Fabric& fabric, const NetworkExtractor& extractor, const Configuration& configuration)
    : fabric_(&fabric) {
  const SwitchStates states = switch_states(fabric, configuration);
  const std::vector<SiteId> attached = extractor.extract(states).attached;
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    for (const PortId port : ids<PortId>(fabric.layout.size())) {
      End end{extractor.follow({site, port}, states)};
      if (end.join) end.far = end.join->a == SitePort{site, port} ? end.join->b : end.join->a;
      end.attached = std::ranges::binary_search(attached, site);
      ends_.push_back(end);
    }
  }
}

std::string Connections::text() const {
  std::string text;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const std::size_t ports = fabric_->layout.size();
    text += std::to_string(i) + ' ' + name_of(*fabric_, {SiteId::from(i / ports), PortId::from(i % ports)}) + ' ';
    text += ends_[i].join ? name_of(*fabric_, ends_[i].far) + ' ' + std::to_string(ends_[i].join->pitches) : "-";
    text += '\n';
  }
  return text;
}

std::string Connections::memory() const {
  std::string text;
  for (const End& end : ends_) {
    const std::size_t far = end.far.site.index() * fabric_->layout.size() + end.far.port.index();
    std::uint32_t word = end.join ? static_cast<std::uint32_t>(far) : kNowhere;
    if (end.attached) word |= std::uint32_t{1} << 31;
    text += hex_word(word) + '\n';
  }
  return text;
}

}  // namespace kintsugi::rtl

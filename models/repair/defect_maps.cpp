#include "models/repair/defect_maps.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/network/text.hpp"
#include "models/random/random.hpp"
#include "models/repair/subsets.hpp"

namespace kintsugi {

namespace {

std::uint32_t count_of(const std::vector<SiteId>& sites) {
  return static_cast<std::uint32_t>(sites.size());
}

/// Returns a separate seed for each number of defects.
std::uint64_t seed_for(std::uint64_t seed, std::size_t defects) {
  return RandomStream(seed, defects).next();
}

}  // namespace

DefectMaps::DefectMaps(std::vector<SiteId> sites, std::size_t defects) : sites_(std::move(sites)), defects_(defects) {
  if (defects_ <= sites_.size()) return;
  throw std::invalid_argument(counted_are(defects_, "defective PE") + " more than the " + counted(sites_.size(), "PE") +
                              " that can be defective");
}

DefectMaps DefectMaps::all(std::vector<SiteId> sites, std::size_t defects) {
  DefectMaps maps(std::move(sites), defects);
  const auto size = subset_count(count_of(maps.sites_), static_cast<std::uint32_t>(defects));
  if (!size) throw std::invalid_argument("these are more defect maps than can be counted");
  maps.size_ = *size;
  return maps;
}

DefectMaps DefectMaps::random(std::vector<SiteId> sites, std::size_t defects, std::uint64_t maps_wanted,
                              std::uint64_t seed) {
  DefectMaps maps(std::move(sites), defects);
  maps.size_ = maps_wanted;
  maps.seed_ = seed_for(seed, defects);
  return maps;
}

DefectMaps DefectMaps::scattered(std::vector<SiteId> sites, DefectDensity density, std::uint64_t maps_wanted,
                                 std::uint64_t seed) {
  DefectMaps maps(std::move(sites), 0);
  maps.size_ = maps_wanted;
  maps.seed_ = seed;
  maps.density_ = std::move(density);
  const ScatteredDefects checked = maps.scatterer();
  return maps;
}

DefectMaps DefectMaps::with_segments(std::size_t segments, double probability) const {
  if (!seed_) throw std::logic_error("dead segments are drawn for random maps, not for all of them");
  DefectMaps maps = *this;
  maps.segments_ = segments;
  maps.segment_dies_ = Chance(probability);
  return maps;
}

/// Returns what draws the maps, with an index into `sites_` for each site.
ScatteredDefects DefectMaps::scatterer() const {
  DefectDensity density = *density_;
  if (!density.field_of.empty()) {
    density.field_of.clear();
    for (const SiteId site : sites_) density.field_of.push_back(density_->field_of.at(site.value));
  }
  return {sites_.size(), std::move(density), *seed_};
}

DefectMapReader::DefectMapReader(const DefectMaps& maps) : maps_(&maps), subset_(maps.defects_) {
  if (maps.density_) {
    scattered_ = maps.scatterer();
    return;
  }
  defects_.sites.resize(maps.defects_);
  if (!maps.seed_) return;
  order_.resize(maps.sites_.size());
  std::iota(order_.begin(), order_.end(), 0u);
}

const Defects& DefectMapReader::read(std::uint64_t number) {
  if (maps_->segments_ > 0) draw_segments(number);
  if (scattered_) {
    scatter(number);
    return defects_;
  }
  if (maps_->seed_) {
    draw(number);
  } else {
    list(number);
  }
  for (std::size_t i = 0; i < subset_.size(); ++i) defects_.sites[i] = maps_->sites_[subset_[i]];
  return defects_;
}

/// Makes the first draws of a Fisher-Yates shuffle, then undoes them.
void DefectMapReader::draw(std::uint64_t number) {
  RandomStream random(*maps_->seed_, number);
  for (std::size_t drawn = 0; drawn < subset_.size(); ++drawn) {
    const std::size_t other = drawn + random.below(order_.size() - drawn);
    std::swap(order_[drawn], order_[other]);
    subset_[drawn] = static_cast<std::uint32_t>(other);
  }
  for (std::size_t drawn = subset_.size(); drawn-- > 0;) {
    const std::size_t other = std::exchange(subset_[drawn], order_[drawn]);
    std::swap(order_[drawn], order_[other]);
  }
  std::ranges::sort(subset_);
}

void DefectMapReader::draw_segments(std::uint64_t number) {
  constexpr std::uint64_t kApart = 0x63686169;  // these draws from those of the PEs
  RandomStream random(mix64(*maps_->seed_ ^ kApart), number);
  defects_.segments.clear();
  for (const SegmentId segment : ids<SegmentId>(maps_->segments_)) {
    if (maps_->segment_dies_.happens(random)) defects_.segments.push_back(segment);
  }
}

void DefectMapReader::scatter(std::uint64_t number) {
  const std::vector<unsigned>& counts = scattered_->read(number);
  defects_.sites.clear();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) defects_.sites.push_back(maps_->sites_[i]);
  }
}

void DefectMapReader::list(std::uint64_t number) {
  const std::uint32_t items = count_of(maps_->sites_);
  if (at_ && number == *at_ + 1) {
    next_subset(items, subset_);
  } else {
    subset_at(number, items, subset_);
  }
  at_ = number;
}

}  // namespace kintsugi

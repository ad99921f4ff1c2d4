#include "tb/tool/features/energy/section.hpp"
#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/features/reconfigurations/section.hpp"
#include "tb/tool/features/waves/section.hpp"
#include "tb/tool/scenario/feature_section.hpp"

namespace kintsugi {

extern const FeatureSection kDetectionSection;

std::vector<FeatureSection>& feature_sections() {
  static std::vector<FeatureSection> sections = {kDetectionSection, kEnergySection, kWavesSection, kExpectSection,
                                                 kReconfigurationsSection};
  return sections;
}

}  // namespace kintsugi

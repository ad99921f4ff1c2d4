#include "models/registry/families.hpp"

#include "models/graph/family.hpp"
#include "models/grid/family.hpp"
#include "models/mandala/family.hpp"
#include "models/rdt/family.hpp"
#include "models/srt/family.hpp"
#include "models/sse/family.hpp"

namespace kintsugi {

namespace {

template <class T>
const Family* the() {
  static const T family;
  return &family;
}

}  // namespace

const FamilyList& families() {
  static const FamilyList kAll{
      the<srt::RingFamily>(),   the<srt::TorusFamily>(),       the<srt::SpaceFamily>(),   the<grid::MeshFamily>(),
      the<grid::TorusFamily>(), the<grid::HypercubeFamily>(),  the<grid::FullFamily>(),   the<rdt::RdtFamily>(),
      the<sse::SseFamily>(),    the<mandala::MandalaFamily>(), the<graph::GraphFamily>(),
  };
  return kAll;
}

}  // namespace kintsugi

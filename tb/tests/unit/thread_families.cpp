// The families of networks that the tests of the preset tsan build, in the place of models/registry: so the others need
// not be compiled for it.
#include "models/grid/family.hpp"
#include "models/mandala/family.hpp"
#include "models/registry/families.hpp"
#include "models/srt/family.hpp"

namespace kintsugi {

const FamilyList& families() {
  static const srt::RingFamily kRing;
  static const srt::TorusFamily kTorus;
  static const grid::MeshFamily kMesh;
  static const mandala::MandalaFamily kMandala;
  static const FamilyList kAll{&kRing, &kTorus, &kMesh, &kMandala};
  return kAll;
}

}  // namespace kintsugi

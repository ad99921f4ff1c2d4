/// Makes objects of SystemC below a module that is not under construction.
#pragma once

#include <systemc>

namespace kintsugi {

#if IEEE_1666_SYSTEMC >= 202301L

/// The scope of an object, which only its class may ask for.
struct HierarchyAccess : sc_core::sc_object {
  static auto scope_of() { return &HierarchyAccess::get_hierarchy_scope; }
};

/// While it lives, new objects become children of the module.
class HierarchyBelow {
 public:
  explicit HierarchyBelow(sc_core::sc_module& module) : scope_((module.*HierarchyAccess::scope_of())()) {}
  HierarchyBelow(const HierarchyBelow&) = delete;
  HierarchyBelow& operator=(const HierarchyBelow&) = delete;

 private:
  sc_core::sc_hierarchy_scope scope_;
};

#else

/// While it lives, new objects become children of the module.
class HierarchyBelow {
 public:
  explicit HierarchyBelow(sc_core::sc_module& module) { sc_core::sc_get_curr_simcontext()->hierarchy_push(&module); }
  ~HierarchyBelow() { sc_core::sc_get_curr_simcontext()->hierarchy_pop(); }
  HierarchyBelow(const HierarchyBelow&) = delete;
  HierarchyBelow& operator=(const HierarchyBelow&) = delete;
};

#endif

}  // namespace kintsugi

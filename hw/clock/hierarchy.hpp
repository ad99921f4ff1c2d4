/// Makes objects of SystemC below a module that is not under construction.
#pragma once

#include <systemc>

namespace kintsugi {

#if IEEE_1666_SYSTEMC >= 202301L

/// While it lives, new objects become children of the module.
class HierarchyBelow {
 public:
  explicit HierarchyBelow(sc_core::sc_module& module) : scope_((module.*Access::scope_of())()) {}
  HierarchyBelow(const HierarchyBelow&) = delete;
  HierarchyBelow& operator=(const HierarchyBelow&) = delete;

 private:
  struct Access : sc_core::sc_object {  // the function is protected
    static auto scope_of() { return &Access::get_hierarchy_scope; }
  };
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

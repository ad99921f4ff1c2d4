#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {

#if defined(KINTSUGI_SANITIZED)
const bool kSanitized = true;
#else
const bool kSanitized = false;
#endif

}  // namespace kintsugi::test

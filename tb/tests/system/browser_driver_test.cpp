// The driver of the browser itself: it reaches the page, and notices what is wrong there.
#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

#include "tb/tests/system/browser.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Pages written by hand, removed at the end.
class HandMade {
 public:
  HandMade() { fs::create_directories(directory_.path()); }

  /// Returns the step that opens a page with this body.
  json page(const std::string& body, const std::string& head = "") {
    const fs::path file = directory_.path() / ("page" + std::to_string(pages_++) + ".html");
    std::ofstream(file) << "<!doctype html><meta charset=utf-8><title>page</title>" << head << "<body>" << body;
    return {{"open", file.string()}, {"as", "paint"}};
  }
  const fs::path& path() const { return directory_.path(); }

 private:
  TemporaryDirectory directory_;
  int pages_ = 0;
};

json value(const std::string& expression, const std::string& name) {
  return {{"eval", expression}, {"as", name}};
}

const std::string kPolicy =
    "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; script-src 'unsafe-inline'\">";

TEST(BrowserDriverSlow, a_page_of_which_nothing_is_wrong_has_no_complaint) {
  HandMade made;
  const json found = visit({made.page("<p>fine</p><script>window.ready = 1;</script>", kPolicy),
                            value("[ready, new Uint16Array([3, 4]), Promise.resolve('later')]", "ready"),
                            {{"texts", true}, {"as", "texts"}},
                            {{"picture", ""}, {"as", "light"}}});
  EXPECT_EQ(found["complaints"], json::array());
  EXPECT_EQ(found["values"]["ready"][1], json::array({3, 4}));
  EXPECT_EQ(found["values"]["texts"]["texts"], 1);
  EXPECT_EQ(found["values"]["texts"]["beyond"], json::array());
  EXPECT_GT(found["values"]["light"]["colours"], 1);
  EXPECT_GT(found["values"]["light"]["lightness"], 0.9);
  EXPECT_GT(found["values"]["paint"], 0);
}

TEST(BrowserDriverSlow, notices_messages_errors_violations_and_requests) {
  HandMade made;
  const auto complaints = [&](const std::string& body, const std::string& head = "") {
    return made.page("<p>shown</p>" + body, head);
  };
  const json found =
      visit({complaints("<script>console.log('a message', 7)</script>"), complaints("<script>noSuchName()</script>"),
             complaints("<img src=http://kintsugi.invalid/picture.png>"),
             complaints("<script>eval('1')</script>", kPolicy), complaints("<link rel=stylesheet href=other.css>")});
  const std::string all = found["complaints"].dump();
  for (const std::string text : {"console.log: a message 7", "exception: ReferenceError: noSuchName",
                                 "request: http://kintsugi.invalid/picture.png", "exception: EvalError", "other.css"}) {
    EXPECT_NE(all.find(text), std::string::npos) << text << " is not in " << all;
  }
}

TEST(BrowserDriverSlow, the_policy_of_a_page_also_stops_what_is_tried_later) {
  HandMade made;
  const json found = visit({made.page("<p>fine</p>", kPolicy),
                            value("fetch('http://kintsugi.invalid').then(() => 'fetched', () => 'stopped')", "fetch")});
  EXPECT_EQ(found["values"]["fetch"], "stopped");
  EXPECT_NE(found["complaints"].dump().find("violates"), std::string::npos) << found;
}

TEST(BrowserDriverSlow, notices_texts_outside_their_boxes) {
  HandMade made;
  const std::string narrow =
      "<style>div { width: 60px; white-space: nowrap; } p { position: absolute; top: 300px; }</style>";
  const json found = visit(
      {made.page("<div style='overflow: hidden'>cut off at its box</div> <div>beyond its box, painted</div>"
                 "<div style='overflow: auto'>scrolled in its box</div> <div style='white-space: normal'>fits</div>"
                 "<div style='height: 8px; overflow: hidden'>too low</div>"
                 "<span style='position: absolute; left: 1270px'>outside</span>"
                 "<svg width=100 height=30><text x=60 y=20>beyond a picture</text></svg>"
                 "<canvas width=100 height=30></canvas><script>const context = "
                 "document.querySelector('canvas').getContext('2d'); context.fillText('on a canvas', 5, 20);"
                 "context.fillText('beyond a canvas', 80, 20); context.fillText('over it', 9, 21);</script>"
                 "<p>one text</p><p>another</p>"
                 "<div style='white-space: normal; overflow-wrap: anywhere'>overlong words break</div>",
                 narrow),
       {{"texts", true}, {"as", "texts"}}});
  const json& texts = found["values"]["texts"];
  EXPECT_EQ(texts["beyond"], json::array({"cut off at its box", "beyond its box, painted", "too low", "outside",
                                          "beyond a picture", "beyond a canvas"}));
  EXPECT_EQ(texts["overlapping"], json::array({"one text | another", "on a canvas | over it"}));
  EXPECT_EQ(texts["painted"], 3);
  EXPECT_EQ(texts["broken"], json::array({"overlong"}));
  EXPECT_EQ(texts["sideways"], json::array({"html", "div"}));
}

TEST(BrowserDriverSlow, clicks_keys_and_drags_reach_the_page) {
  HandMade made;
  const std::string slider = "document.querySelector('input').getBoundingClientRect()";
  const json found =
      visit({made.page("<button>press</button><input type=range min=0 max=100 value=0 style='width: 300px'>"
                       "<script>const events = []; for (const kind of ['click', 'dblclick', 'mouseover', 'wheel'])"
                       "document.addEventListener(kind, event => events.push(kind + ' ' + event.target.localName));"
                       "addEventListener('keydown', event => events.push(event.key + ' ' + event.shiftKey));</script>"),
             {{"hover", "input"}},
             value("events.length = 0", "forgotten"),  // wherever the pointer was before
             {{"click", "button"}, {"count", 2}},
             {{"key", "ArrowLeft"}, {"shift", true}},
             {{"key", "f"}},
             {{"hover", "input"}},
             value("events", "events"),
             {{"drag", {{"[" + slider + ".left + 8, " + slider + ".top + 8]"}, "input"}}},
             value("document.querySelector('input').value", "slider"),
             {{"show", {{"scheme", "dark"}, {"width", 700}, {"height", 500}}}},
             value("[matchMedia('(prefers-color-scheme: dark)').matches, innerWidth, innerHeight]", "window"),
             {{"unnamed", true}, {"as", "unnamed"}}});
  const json& values = found["values"];
  EXPECT_EQ(values["events"], json::array({"mouseover button", "click button", "click button", "dblclick button",
                                           "ArrowLeft true", "f false", "mouseover input"}));
  EXPECT_EQ(values["slider"], "50");
  EXPECT_EQ(values["window"], json::array({true, 700, 500}));
  EXPECT_EQ(values["unnamed"], json::array({"slider"}));
}

TEST(BrowserDriverSlow, names_the_step_that_cannot_be_done) {
  HandMade made;
  const json open = made.page("<button>a</button><div style='position: fixed; inset: 0'>cover</div>");
  const std::vector<std::pair<json, std::string>> cases = {
      {{{"click", "button"}}, "{\"click\": \"button\"}: button: is covered by <div"},
      {{{"eval", "noSuchName"}}, "ReferenceError: noSuchName"},
      {{{"wait", "false"}, {"within", 0.1}}, "not so within 0.1 s: false"}};
  for (const auto& [step, message] : cases) {
    const json found = try_visit({open, step});
    ASSERT_TRUE(found["failure"].is_string()) << step;
    EXPECT_NE(found["failure"].get<std::string>().find(message), std::string::npos) << found;
  }
}

/// Returns true if a process has this word in its command line.
bool some_process_names(const std::string& word) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    if (line.find(word) != std::string::npos) return true;
  }
  return false;
}

TEST(BrowserDriverSlow, a_page_that_hangs_is_given_up_and_leaves_no_process) {
  HandMade made;
  setenv("TMPDIR", made.path().c_str(), 1);
  const json open = made.page("<p>fine</p>");
  Browser browser;
  const json found = browser.try_visit({open, {{"eval", "(() => { for (;;); })()"}}}, {{"seconds", 2}});
  ASSERT_TRUE(found["failure"].is_string());
  EXPECT_NE(found["failure"].get<std::string>().find("the time is over"), std::string::npos) << found;
  unsetenv("TMPDIR");
  EXPECT_FALSE(some_process_names(made.path().string()));
  for (const auto& entry : fs::directory_iterator(made.path())) EXPECT_EQ(entry.path().extension(), ".html") << entry;
  EXPECT_EQ(browser.try_visit(json::array({open}))["failure"], nullptr) << "the next page has another browser";
}

TEST(BrowserDriverSlow, a_page_finds_nothing_of_the_page_before) {
  HandMade made;
  const std::string secret = "localStorage.secret || window.name";
  const json left = visit({made.page("<p>fine</p>"), value("localStorage.secret = window.name = 'kept'", "")});
  const json found = visit({made.page("<p>fine</p>"), value(secret, "secret")});
  EXPECT_EQ(found["values"]["secret"], "");
  EXPECT_EQ(found["complaints"], json::array());
}

TEST(BrowserDriver, without_a_browser_or_python_the_remedy_is_named) {
  const std::string path = getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  EXPECT_THROW(Browser(), std::runtime_error);
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  fs::create_symlink("/usr/bin/python3", directory.path() / "python3");
  setenv("PATH", directory.path().c_str(), 1);
  EXPECT_EQ(Browser().try_visit(json::array())["failure"],
            "pages are tested in a browser: apt-get install chromium-headless-shell");
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace kintsugi::test

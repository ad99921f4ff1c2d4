// Reads the document, fills what all pages have, and leaves the rest to the page of its kind.
const documentData = unpackColumns(JSON.parse(byId("data").textContent));
setText(byId("title"), documentData.title);
setText(byId("program"), documentData.program ?? "");
const factText = (value) => (typeof value === "string" ? value : JSON.stringify(value));
byId("facts").tBodies[0].append(...(documentData.facts ?? []).map(([name, value]) =>
  make("tr", {}, make("th", {scope: "row"}, name), make("td", {}, factText(value)))));
window.kintsugi = kPages[documentData.kind](documentData) ?? curvesAccess(documentData);

// A page of curves has no time and no selection of its own.
function curvesAccess(data) {
  addTheme(() => {});
  byId("help_open").hidden = true;
  return {data};
}

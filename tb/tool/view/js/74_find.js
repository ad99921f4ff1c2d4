// Finds PEs, nodes, switches, links and packets by a part of their name: all that can be clicked can be typed.
const kMostFound = 14;

const findByName = (shown, text) => {
  const {chip, epoch, packets} = shown;
  const wanted = text.trim().toLowerCase();
  const found = [];
  if (!wanted) return found;
  const search = (kind, word, count, nameOf) => {
    for (let i = 0; i < count && found.length < kMostFound; ++i) {
      const name = nameOf(i);
      if (`${word} ${name}`.toLowerCase().includes(wanted)) found.push({kind, index: i, name: `${word} ${name}`});
    }
  };
  search("pe", "PE", chip.siteCount, (site) => chip.fullName(site, epoch));
  search("switch", "switch", chip.switches.names.length, (id) => chip.switches.names[id]);
  search("link", "link", chip.directionCount, (direction) => chip.directionName(direction, epoch));
  search("packet", "packet", packets.count, (packet) => packets.name(packet));
  return found;
};

const addFindPanel = (shown) => {
  const field = make("input", {id: "find", type: "search", placeholder: "Find a PE, node, switch, link or packet",
    ariaLabel: "Find by name"});
  const list = make("div", {id: "found", role: "group", ariaLabel: "Found"});
  const choose = ({kind, index}) => (kind === "packet" ? shown.follow(index) : shown.select(kind, index));
  field.oninput = () => {
    const found = findByName(shown, field.value);
    list.replaceChildren(...found.map((each) => make("button", {onclick: () => choose(each)}, each.name)));
    if (field.value.trim() && !found.length) list.append("none");
  };
  field.onkeydown = (event) => {
    if (event.key !== "Enter") return;
    const [first] = findByName(shown, field.value);
    if (first) choose(first);
  };
  return make("div", {className: "panel finder"}, field, list);
};

// The panels beside the picture that say in text what it shows now.
const kMostRepairs = 4;
const kWhilePlaying = 250;  // milliseconds from one text to the next: faster ones cannot be read

// Calls a function at once if the page does not play, and now and then while it plays; the last call is never lost.
const restrained = (shown, action) => {
  let last = -Infinity;
  let timer = 0;
  const act = () => {
    clearTimeout(timer);
    last = performance.now();
    action();
  };
  return () => {
    clearTimeout(timer);
    const left = shown.isPlaying ? last + kWhilePlaying - performance.now() : 0;
    if (left <= 0) act(); else timer = setTimeout(act, left);
  };
};

const linkButton = (shown, direction) => make("button", {onclick: () => shown.select("link", direction)},
  shown.chip.directionName(direction, shown.epoch));
const siteButton = (shown, site) => (site < 0 ? "–" : make("button", {onclick: () => shown.select("pe", site)},
  shown.chip.fullName(site, shown.epoch)));
const packetButton = (shown, packet) => make("button", {onclick: () => shown.follow(packet)},
    shown.packets.name(packet));

// "before the traffic 4 nodes moved, in cycle 1064 54 nodes": of many repairs the first and the last.
const repairsText = (chip) => {
  const all = chip.repairs();
  const named = all.length > kMostRepairs ? [all[0], all.at(-1)] : all;
  return named.map(({cycle, moved}, i) => `${cycle === null ? "before the traffic" : `in cycle ${cycle}`} `
    + countOf(moved, "node") + (i ? "" : " moved")).join(", ");
};

const addNowPanel = (shown) => {
  const isRun = shown.data.kind === "run";
  const [box, body] = panel("now_panel", isRun ? "At this cycle" : "This state");
  const update = () => {
    const {chip, epoch, record, cycle, bin} = shown;
    const changes = chip.changes(epoch);
    const rows = [];
    if (isRun) {
      const from = bin * record.bin;
      const to = from + record.binCycles(bin) - 1;
      const sums = [[record.upTo("created", cycle), "created"], [record.queued(cycle), "queued"],
        [record.inFlight(cycle), "in flight"], [record.upTo("delivered", cycle), "delivered"],
        [record.upTo("lost", cycle), "lost"]];
      rows.push(["cycle", `${cycle}, ${record.phaseAt(cycle)?.name ?? "no reconfiguration"}`],
        ["packets", sums.map((pair) => pair.join(" ")).join(", ")],
        ["accepted", `${short(record.accepted(from, to))} flits/node/cycle in cycles ${from} to ${to}`]);
    }
    rows.push(["chip", epoch.label || "as it was at first"],
      ["PEs", `${changes.dead} dead, ${countOf(changes.moved, "node")} moved`
          + (changes.givenUp ? `, ${changes.givenUp} given up` : "")]);
    const repairs = repairsText(chip);
    if (repairs) rows.push(["repairs", repairs]);
    if (epoch.state.length) rows.push(["switches",
        `${changes.switched} of ${epoch.state.length} changed, ${changes.stuck} stuck`]);
    if (changes.deadLines) rows.push(["lines", `${changes.deadLines} dead`]);
    body.replaceChildren(pairs("State shown", rows));
  };
  shown.on("time", restrained(shown, update));
  update();
  return box;
};

// Says for a screen reader where the page is, when it rests there.
const addSpokenState = (shown) => {
  let timer = 0;
  shown.on("time", () => {
    clearTimeout(timer);
    if (shown.isPlaying) return;
    timer = setTimeout(() => {
      const {cycle, record, epoch, data} = shown;
      const phase = record.phaseAt(cycle)?.name;
      const traffic = `${record.inFlight(cycle)} packets in flight, ${record.queued(cycle)} queued, ` +
        `${record.upTo("lost", cycle)} lost`;
      setText(byId("spoken"), data.kind === "repair" ? epoch.label
        : `Cycle ${cycle}${phase ? `, ${phase}` : ""}: ${traffic}`);
    }, 300);
  });
};

// What the state shown has changed against the chip without defects, or against the first state, by name.
const addChangesPanel = (shown) => {
  const before = shown.data.home ? "without defects" : "at first";
  const [box, body] = panel("changes_panel", "Changes", shown.data.kind === "repair");
  const update = () => {
    const {chip, epoch} = shown;
    const moves = chip.moves(epoch);
    const switched = Array.from(epoch.state.keys()).filter((id) => chip.isSwitched(epoch, id));
    setText(box.querySelector("h2"), `Changes (${countOf(moves.length, "node")} moved, ${switched.length} switched)`);
    if (!box.open) return;  // it is filled when it is opened
    const parts = [];
    const list = (label, columns, rows) => {
      if (rows.length) parts.push(make("div", {className: "scroll"}, table(label, columns, rows)));
    };
    const switchButton = (id) => make("button", {onclick: () => shown.select("switch", id)}, chip.switches.names[id]);
    list("Moved nodes", [["node"], ["from PE"], ["to PE"]], moves.map(({node, from, to}) =>
      [chip.nodeName(node), siteButton(shown, from), siteButton(shown, to)]));
    list("Changed switches", [["switch"], [before], ["now"]], switched.map((id) =>
      [switchButton(id), chip.stateName(id, chip.home), chip.stateName(id, epoch)]));
    if (!parts.length) parts.push(make("p", {className: "soft"}, `Nodes and switches are as ${before}.`));
    body.replaceChildren(...parts);
  };
  shown.on("epoch", update);
  box.addEventListener("toggle", update);
  update();
  return box;
};

// Selects what is faulty; of a line, a direction that passes it, if one does.
const selectFault = (shown, {site, switch: id, lines = []}) => {
  if (Number.isInteger(site)) return shown.select("pe", site);
  if (Number.isInteger(id)) return shown.select("switch", id);
  const {chip, epoch} = shown;
  const passes = (direction) => epoch.ways[direction].some((line) => lines.includes(line));
  const direction = Array.from({length: chip.directionCount}, (_, d) => d).find(passes);
  if (direction !== undefined) shown.select("link", direction);
};

const addFaultsPanel = (shown) => {
  const {faults = []} = shown.data;
  const [box, body] = panel("faults_panel", `Faults (${faults.length})`, faults.length <= 6);
  body.className = "scroll";
  body.append(table("Faults", [["cycle", true], ["what"]], faults.map((fault) => [
    make("button", {onclick: () => { shown.show(fault.cycle); selectFault(shown, fault); }}, fault.cycle), fault.text])));
  return box;
};

const addUnmetPanel = (shown) => {
  const {unmet} = shown.data;
  const [box, body] = panel("unmet_panel", `Not as expected (${unmet.length})`, unmet.length <= 6);
  body.className = "scroll";
  body.append(table("Not as expected", [["cycle", true], ["what"]], unmet.map((each) => [
    make("button", {onclick: () => shown.show(each.cycle)}, each.cycle), each.text])));
  return box;
};

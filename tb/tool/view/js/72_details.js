// Details of what is selected, and the field that selects by name.
const plotBins = (shown, colours, values, most, colour) => {
  const canvas = make("canvas",
      {role: "img", ariaLabel: `By bins of ${shown.record.bin} cycles; highest ${short(most)}`});
  const paint = () => {
    if (!canvas.clientWidth) return;
    const context = fitCanvas(canvas);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const scale = most || 1;
    context.fillStyle = colours.of(colour);
    values.forEach((value, i) => {
      const left = i / values.length * width;
      const top = value / scale * (height - 16);
      context.fillRect(left, height - 1 - top, Math.max(0.6, width / values.length), top);
    });
    context.fillStyle = colours.of("edge");
    context.fillRect(0, height - 1, width, 1);
    context.fillStyle = colours.of("ink");
    context.fillRect((shown.bin + 0.5) / values.length * width, 14, 1, height - 14);
    context.fillStyle = colours.of("soft");
    context.font = "11px system-ui, \"DejaVu Sans\", Verdana, sans-serif";
    context.fillText(short(most), 0, 10);
  };
  canvas.paint = paint;
  requestAnimationFrame(paint);
  return canvas;
};

const plotOf = (shown, colours, column, count, index, divisor, colour, title) => {
  if (!shown.record.hasLoad) return [];
  const values = shown.record.through(column, count, index).map((value) => value / divisor);
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  return [make("p", {className: "soft"}, title), plotBins(shown, colours, values, most, colour)];
};

const overEpochs = (shown, valueOf) => {
  const rows = [];
  shown.data.epochs.forEach((_, number) => {
    const epoch = shown.chip.epoch(number);
    const value = valueOf(epoch);
    if (rows.at(-1)?.[1] !== value) rows.push([shown.data.kind === "run" ? (number ? epoch.cycle : 0) : number, value,
        epoch.label]);
  });
  return rows;
};

const peDetails = (shown, colours, site) => {
  const {chip, epoch, record, data} = shown;
  const links = [];
  for (let d = 0; d < chip.directionCount; ++d) {
    if (chip.directions.from[d] === site || epoch.to[d] === site) links.push(d);
  }
  const flits = record.loadIn(shown.bin);
  const lived = overEpochs(shown, (each) => (each.dead[site] ? "dead" : each.node[site] < 0 ? "no node"
      : `node ${chip.nodeName(each.node[site])}`));
  return ["PE " + chip.siteName(site),
    table("Who lived here", [[data.kind === "run" ? "since cycle" : "state", true], ["lived here"], ["chip"]], lived),
    ...plotOf(shown, colours, data.load?.queue, chip.siteCount, site, 1, "queue", "packets in its queue, by bin"),
    table("Its links", [["link"], [record.hasLoad ? "flits/cycle" : "lines", true]], links.map((d) =>
      [linkButton(shown, d), record.hasLoad ? short(flits[d] / record.binCycles(shown.bin)) : epoch.ways[d].length]))];
};

const switchDetails = (shown, colours, id) => {
  const {chip, epoch, wiring} = shown;
  const passing = [];
  for (let d = 0; d < chip.directionCount; ++d) {
    const passes = [...epoch.ways[d]].some((line) => chip.lines.of_switches[line]
        && (chip.lines.from[line] === id || chip.lines.to[line] === id));
    if (passes) passing.push(d);
  }
  return ["Switch " + chip.switches.names[id],
    table("Its states", [[shown.data.kind === "run" ? "since cycle" : "state", true], ["state"], ["chip"]],
      overEpochs(shown, (each) => chip.stateName(id, each) + (each.stuck[id] ? " (stuck)" : ""))),
    table("Links that pass", [["links that pass it"]], passing.map((d) => [linkButton(shown, d)]))];
};

const linkDetails = (shown, colours, direction) => {
  const {chip, epoch, record, data} = shown;
  const from = chip.directions.from[direction];
  const to = epoch.to[direction];
  const sameWay = (d) => String([...epoch.ways[d]].sort()) === String([...epoch.ways[direction]].sort());
  const back = Array.from({length: chip.directionCount}, (_, d) => d).filter((d) => to >= 0 && d !== direction &&
    chip.directions.from[d] === to && epoch.to[d] === from && sameWay(d));
  const plots = [direction, ...back.slice(0, 1)].flatMap((d) =>
    plotOf(shown, colours, data.load?.flits, chip.directionCount, d, record.bin, "accepted",
        `${chip.directionName(d, epoch)}: flits/cycle, by bin`));
  const rows = [["from", siteButton(shown, from)], ["to", siteButton(shown, to)],
      ["lines", String(epoch.ways[direction].length)]];
  if (record.hasLoad) rows.push(["in all", `${record.totals[direction]} flits`]);
  if (back.length) rows.push(["other direction", linkButton(shown, back[0])]);
  return ["Link " + chip.directionName(direction, epoch), pairs("Link", rows), ...plots];
};

const packetDetails = (shown, colours, p) => {
  const {chip, epoch} = shown;
  const {packets: columns} = shown.packets;
  const cycleOr = (cycle, word) => (cycle === kNever ? word : String(cycle));
  const [begin, end] = shown.packets.hops(p);
  const fate = kFates[columns.fate[p]];
  const rows = [["from", siteButton(shown, columns.from[p])],
    ["to", columns.destination[p] < 0 ? "several nodes" : `node ${shown.packets.destination(p)}`],
    ["flits", String(columns.flits[p])], ["created", String(columns.created[p])],
    ["injected", cycleOr(columns.injected[p], "not yet")],
    [fate, columns.fate[p] < 2 ? "at the end of the run" : cycleOr(columns.ended[p], "–")],
    [columns.fate[p] === 3 ? "dropped at" : "where", siteButton(shown, columns.at[p])]];
  if (columns.fate[p] === 3) rows.push(["reason", shown.packets.reason(p)]);
  if (columns.fate[p] === 2) rows.push(["latency", `${shown.packets.latency(p)} cycles`]);
  const hops = [];
  for (let hop = begin; hop < end; ++hop) {
    hops.push([make("button", {onclick: () => shown.show(columns.hop_head[hop])}, columns.hop_head[hop]),
      cycleOr(columns.hop_tail[hop], "–"), siteButton(shown, columns.hop_site[hop]),
      chip.portName(columns.hop_in[hop]), chip.portName(columns.hop_out[hop]), columns.hop_vc[hop]]);
  }
  return ["Packet " + shown.packets.name(p), pairs("Packet", rows), make("div", {className: "scroll"},
    table("Its way", [["head left", true], ["tail left", true], ["router"], ["in"], ["out"], ["VC", true]], hops))];
};

const kDetails = {pe: peDetails, switch: switchDetails, link: linkDetails, packet: packetDetails};

const addDetailsPanel = (shown, colours) => {
  const [box, body] = panel("details_panel", "Selection");
  const heading = box.querySelector("h2");
  const update = () => {
    const {selection} = shown;
    if (!selection) {
      setText(heading, "Selection: none");
      body.replaceChildren(make("p", {className: "soft"},
          "Click a PE, a switch, a link or a packet, or find one by its name."));
      return;
    }
    const scroll = body.querySelector(".scroll")?.scrollTop ?? 0;
    const [title, ...parts] = kDetails[selection.kind](shown, colours, selection.index);
    setText(heading, title);
    body.replaceChildren(...parts);
    const list = body.querySelector(".scroll");
    if (list) list.scrollTop = scroll;
  };
  shown.on("selection", update);
  shown.on("bin", restrained(shown, () => shown.selection && shown.selection.kind !== "packet" && update()));
  shown.on("theme", update);
  update();
  return box;
};

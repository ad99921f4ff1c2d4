// Latency by section, the hottest links, and the packets.
const kHottest = 10;
const kMostRows = 200;

const paintHistogram = (canvas, colours, section, lastCycle) => {
  if (!canvas.clientWidth) return;
  const context = fitCanvas(canvas);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const most = section.counts.reduce((a, b) => Math.max(a, b), 1);
  const bottom = height - 14;
  const xOf = (latency) => Math.min(latency / lastCycle, 1) * width;
  context.fillStyle = colours.of("accepted");
  section.counts.forEach((count, i) => {
    const bar = count / most * (bottom - 14);
    context.fillRect(xOf(i * section.width), bottom - bar, Math.max(0.8, xOf(section.width) - 0.5), bar);
  });
  context.fillStyle = colours.of("edge");
  context.fillRect(0, bottom, width, 1);
  context.font = "11px system-ui, \"DejaVu Sans\", Verdana, sans-serif";
  let taken = -Infinity;
  for (const [name, value] of [["50 %", section.p50], ["95 %", section.p95], ["99 %", section.p99]]) {
    if (value === null || value === undefined) continue;
    context.fillStyle = colours.of("fault");
    context.fillRect(xOf(value), 12, 1, bottom - 12);
    const half = context.measureText(name).width / 2;
    const x = clamp(xOf(value), half, width - half);
    if (x - half < taken + 4) continue;
    context.textAlign = "center";
    context.fillStyle = colours.of("soft");
    context.fillText(name, x, 10);
    taken = x + half;
  }
  context.textAlign = "left";
  context.fillStyle = colours.of("soft");
  context.fillText("0", 0, height - 2);
  context.textAlign = "right";
  context.fillText(`${short(lastCycle)} cycles`, width, height - 2);
};

const addLatencyPanel = (shown, colours) => {
  const sections = shown.data.sections ?? [];
  const [box, body] = panel("latency_panel", "Latency");
  if (!sections.length) {
    body.append(make("p", {className: "soft"}, "There is no measurement window."));
    return box;
  }
  const choice = make("select", {ariaLabel: "Sections whose latencies are drawn"}, ...sections.map(({name}, i) =>
    make("option", {value: i, selected: i === Math.min(1, sections.length - 1)}, name)));
  const plots = make("div");
  const draw = () => {
    const middle = Number(choice.value);
    const shownSections = sections.slice(Math.max(0, middle - 1), middle + 2);
    const last = roundUp(Math.max(1, ...shownSections.map(({max, counts, width}) =>
        Math.max(max ?? 0, counts.length * width * 0.5))));
    plots.replaceChildren(...shownSections.flatMap((section) => {
      const canvas = make("canvas", {role: "img", ariaLabel: `Latencies of ${section.name}`});
      requestAnimationFrame(() => paintHistogram(canvas, colours, section, last));
      return [make("p", {className: "soft"}, `${section.name}: cycles ${section.from} to ${section.to}, ` +
        `${countOf(section.packets, "packet")}, accepted ${short(section.accepted)} flits/node/cycle`), canvas];
    }));
  };
  const list = table("Latency by section", [["section"], ["packets", true], ["mean", true], ["50\u00a0%", true],
      ["95\u00a0%", true],
    ["99\u00a0%", true], ["max", true]], sections.map(({name, packets, mean, p50, p95, p99, max}) =>
    [name, packets, ...[mean, p50, p95, p99, max].map(short)]));
  choice.onchange = draw;
  shown.on("theme", draw);
  body.append(make("div", {className: "scroll"}, list));
  body.append(make("label", {className: "controls"}, "Drawn with its neighbours:", choice), plots);
  draw();
  return box;
};

const addHottestPanel = (shown) => {
  const {record, chip} = shown;
  const [box, body] = panel("hottest_panel", "Hottest links");
  let isWhole = true;
  const list = make("div");
  const buttons = [["whole run", true], ["this bin", false]].map(([word, value]) =>
    make("button", {onclick: () => { isWhole = value; update(); }}, word));
  const update = () => {
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(isWhole === (i === 0))));
    const flits = isWhole ? record.totals : record.loadIn(shown.bin);
    const cycles = isWhole ? Math.max(1, record.cycles - (shown.data.begin ?? 0)) : record.binCycles(shown.bin);
    const order = Array.from(flits.keys()).filter((d) => flits[d] > 0).sort((a, b) => flits[b] - flits[a] || a - b);
    list.replaceChildren(table("Hottest links", [["link"], ["flits", true], ["flits/cycle", true]],
      order.slice(0, kHottest).map((d) => [linkButton(shown, d), flits[d], short(flits[d] / cycles)])));
    if (!order.length) list.append(make("p", {className: "soft"}, "No link has sent a flit."));
  };
  shown.on("bin", restrained(shown, () => { if (!isWhole) update(); }));
  shown.on("epoch", restrained(shown, update));  // links lead elsewhere
  body.append(make("div", {className: "controls"}, ...buttons), list);
  update();
  return chip.directionCount ? box : make("span");
};

const addLostPanel = (shown) => {
  const {packets: columns, count} = shown.packets;
  const lost = Array.from({length: count}, (_, p) => p).filter((p) => columns.fate[p] === 3);
  const all = shown.record.upTo("lost", shown.record.lastCycle);
  const [box, body] = panel("lost_panel", `Lost packets (${all})`, lost.length > 0);
  if (!all) body.append(make("p", {className: "soft"}, "No packet was lost."));
  if (lost.length < all) body.append(make("p", {className: "soft"}, `${lost.length} of them are kept on this page.`));
  const placeOf = (p) => (columns.at[p] < 0 ? "–" : make("button", {onclick: () => shown.select("pe", columns.at[p])},
    shown.chip.fullName(columns.at[p], shown.chip.epoch(shown.chip.epochAt(columns.ended[p])))));
  if (lost.length) {
    body.append(make("div", {className: "scroll"}, table("Lost packets",
        [["packet"], ["to"], ["cycle", true], ["dropped at"], ["reason"]],
      lost.slice(0, kMostRows).map((p) => [packetButton(shown, p), shown.packets.destination(p), columns.ended[p],
        placeOf(p), shown.packets.reason(p)]))));
  }
  return box;
};

const kOrders = {
  "slowest first": (packets) => (a, b) => (packets.latency(b) ?? Infinity) - (packets.latency(a) ?? Infinity) || a - b,
  "fastest first": (packets) => (a, b) => (packets.latency(a) ?? Infinity) - (packets.latency(b) ?? Infinity) || a - b,
  "by creation": (packets) => (a, b) => packets.packets.created[a] - packets.packets.created[b] || a - b,
  "by source": (packets) => (a, b) => packets.packets.source[a] - packets.packets.source[b]
      || packets.packets.number[a] - packets.packets.number[b],
};

const addPacketsPanel = (shown) => {
  const {packets} = shown;
  const {kept, total, chosen} = packets.packets;
  const [box, body] = panel("packets_panel", `Packets with their way (${kept} of ${total})`);
  const field = make("input", {type: "search", placeholder: "Source, destination, fate", ariaLabel: "Search packets"});
  const order = make("select", {ariaLabel: "Order"}, ...Object.keys(kOrders).map((name) => make("option", {}, name)));
  const only = make("input", {type: "checkbox"});
  const list = make("div", {className: "scroll"});
  const update = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fateOf = (p) => kFates[packets.packets.fate[p]];
    const textOf = (p) => `${packets.name(p)} ${packets.destination(p)} ${fateOf(p)}`.toLowerCase();
    const found = Array.from({length: packets.count}, (_, p) => p)
      .filter((p) => (!only.checked || packets.isUnderWay(p, shown.cycle))
          && words.every((word) => textOf(p).includes(word)))
      .sort(kOrders[order.value](packets));
    list.replaceChildren(table("Packets", [["packet"], ["to"], ["created", true], ["latency", true], ["fate"]],
      found.slice(0, kMostRows).map((p) => [packetButton(shown, p), packets.destination(p), packets.packets.created[p],
        packets.latency(p), kFates[packets.packets.fate[p]]])));
    if (found.length > kMostRows) list.append(make("p", {className: "soft"},
        `and ${found.length - kMostRows} more: search for them`));
    if (!found.length) list.append(make("p", {className: "soft"}, "none"));
  };
  field.oninput = order.onchange = only.onchange = update;
  shown.on("time", restrained(shown, () => { if (only.checked) update(); }));
  body.append(make("p", {className: "soft"}, chosen ?? ""), make("div", {className: "controls"}, field, order,
    make("label", {}, only, " under way now")), list);
  update();
  return box;
};

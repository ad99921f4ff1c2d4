// The layers that change with time: the load of the wires in a bin, and what moves above all.
const strokePieces = (context, wiring, pieces, colour, width) => {
  if (!pieces.length) return;
  context.beginPath();
  for (const piece of pieces) for (const part of wiring.parts[piece]) tracePart(context, part);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
};

// Only what carries flits is drawn with each bin; all ways of links are among the wires already.
const paintLoads = (context, {shown, colours, scale}) => {
  const {epoch, wiring, record, bin} = shown;
  if (!record.hasLoad) return;
  const flits = record.loadIn(bin);
  const most = record.mostLoad * record.binCycles(bin);
  const classes = Array.from({length: kClasses}, () => []);
  wiring.used(epoch);  // numbers the pieces
  const busiest = new Uint32Array(wiring.parts.length);
  for (let direction = 0; direction < flits.length; ++direction) {
    if (!flits[direction]) continue;
    for (const piece of wiring.piecesOf(epoch, direction)) busiest[piece] = Math.max(busiest[piece], flits[direction]);
  }
  busiest.forEach((load, piece) => { if (load) classes[colours.classOf(load, most)].push(piece); });
  // round ends cost time, and are not seen on thin lines
  context.lineCap = scale > 0.8 ? "round" : "butt";
  classes.forEach((pieces, i) => {
    const share = i / kClasses;
    strokePieces(context, wiring, pieces, colours.ramp[i], Math.max(1.2 + 2 * share, (0.9 + 1.1 * share) / scale));
  });
};

const paintMoving = (context, stage) => {
  paintQueues(context, stage);
  paintFault(context, stage);
  paintSelection(context, stage);
  paintPackets(context, stage);
};

// The queue of a PE is a bar at the lower edge of its box, or an arc around its circle.
const paintQueues = (context, {shown, colours, scale}) => {
  const {chip: {sites}, record, bin} = shown;
  const most = record.mostQueued;
  if (!most) return;
  const queue = record.queueIn(bin);
  context.beginPath();
  for (let site = 0; site < queue.length; ++site) {
    if (!queue[site]) continue;
    const share = queue[site] / most;
    const [x, y, w, h] = [sites.x[site], sites.y[site], sites.w[site], sites.h[site]];
    if (sites.shape === "circle") {
      context.moveTo(x, y - w / 2 - 2.5);
      context.arc(x, y, w / 2 + 2.5, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * share);
    } else {
      context.moveTo(x - w / 2 + 2, y + h / 2 - 3.5);
      context.lineTo(x - w / 2 + 2 + (w - 4) * share, y + h / 2 - 3.5);
    }
  }
  context.strokeStyle = colours.of("queue");
  context.lineWidth = Math.max(4, 1.5 / scale);
  context.lineCap = "butt";
  context.stroke();
};

const paintFault = (context, {shown, colours, scale}) => {
  const fault = shown.faultNow;
  if (!fault) return;
  context.beginPath();
  if (Number.isInteger(fault.site)) traceBox(context, shown.chip.sites, fault.site, 7);
  if (Number.isInteger(fault.switch)) traceBox(context, shown.chip.switches, fault.switch, 4);
  for (const line of fault.lines ?? []) for (const part of shown.wiring.lines[line] ?? []) tracePart(context, part);
  context.strokeStyle = colours.of("fault");
  context.lineWidth = Math.max(4, 2.5 / scale);
  context.stroke();
};

const strokeWay = (context, way, colour, width) => {
  context.beginPath();
  for (const part of way.parts) tracePart(context, part);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
};

const paintSelection = (context, {shown, colours, scale}) => {
  const {selection, chip, wiring, epoch, packets} = shown;
  if (!selection) return;
  const {kind, index} = selection;
  context.lineJoin = context.lineCap = "round";
  const width = Math.max(3.4, 2.6 / scale);
  if (kind === "pe" || kind === "switch") {
    context.beginPath();
    traceBox(context, kind === "pe" ? chip.sites : chip.switches, index, 4);
    context.strokeStyle = colours.of("way");
    context.lineWidth = width;
    context.stroke();
  } else if (kind === "link") {
    const way = wiring.way(epoch, index);
    strokeWay(context, way, colours.of("way"), width);
    context.beginPath();
    paintArrow(context, way, 0.55, Math.max(6, 5 / scale));
    context.fillStyle = colours.of("way-ink");
    context.fill();
  } else {
    paintWay(context, packets, index, chip, wiring, colours, width, scale);
  }
};

const paintArrow = (context, way, share, size) => {
  const [x, y] = pointAt(way, share);
  const [beforeX, beforeY] = pointAt(way, Math.max(0, share - 0.03));
  const length = Math.hypot(x - beforeX, y - beforeY) || 1;
  const [dx, dy] = [(x - beforeX) / length * size, (y - beforeY) / length * size];
  context.moveTo(x + dx, y + dy);
  context.lineTo(x - dx - dy, y - dy + dx);
  context.lineTo(x - dx + dy, y - dy - dx);
  context.closePath();
};

const paintWay = (context, packets, packet, chip, wiring, colours, width, scale) => {
  const {hop_head: head, hop_site: site, hop_out: out} = packets.packets;
  const [begin, end] = packets.hops(packet);
  const ways = [];
  for (let hop = begin; hop < end; ++hop) {
    const link = chip.directionAt(site[hop], out[hop]);
    if (link >= 0) ways.push(wiring.way(chip.epoch(chip.epochAt(head[hop])), link));
  }
  for (const way of ways) strokeWay(context, way, colours.of("way"), width);
  context.beginPath();
  for (const way of ways) paintArrow(context, way, 0.55, Math.max(6, 4.5 / scale));
  context.fillStyle = colours.of("way-ink");
  context.fill();
  context.beginPath();
  for (const place of [packets.packets.from[packet], packets.packets.at[packet]]) {
    if (place >= 0) traceBox(context, chip.sites, place, 4);
  }
  context.strokeStyle = packets.packets.fate[packet] === 3 ? colours.of("fault") : colours.of("way");
  context.lineWidth = width;
  context.stroke();
};

const paintPackets = (context, {shown, colours, scale}) => {
  const radius = Math.max(4, 2.6 / scale);
  const dot = (x, y, size) => { context.moveTo(x + size, y); context.arc(x, y, size, 0, 2 * Math.PI); };
  const chosen = [];
  context.beginPath();
  shown.packets.places(shown.time, (packet, x, y) => {
    if (shown.selection?.kind === "packet" && shown.selection.index === packet) chosen.push([x, y]);
    else dot(x, y, radius);
  });
  context.fillStyle = colours.of("packet");
  context.strokeStyle = colours.of("halo");
  context.lineWidth = radius * 0.5;
  context.stroke();
  context.fill();
  context.beginPath();
  for (const [x, y] of chosen) dot(x, y, radius * 1.7);
  context.fillStyle = colours.of("way-ink");
  context.stroke();
  context.fill();
};

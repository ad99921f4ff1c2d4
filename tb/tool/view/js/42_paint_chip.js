// The layers that change with an epoch only: wires below, boxes of PEs and switches above.
const kNameHeight = 8;    // pixels at natural size
const kLeastText = 6.5;   // pixels on the screen: smaller names are left out

const paintWires = (context, {shown, colours, scale}) => {
  const {chip, epoch, wiring} = shown;
  paintChains(context, chip, epoch, colours);
  const trace = (isDead) => {
    context.beginPath();
    wiring.lines.forEach((parts, line) => {
      if (Boolean(epoch.deadLine[line]) === isDead) for (const part of parts) tracePart(context, part);
    });
  };
  context.lineJoin = "round";
  context.strokeStyle = colours.of("idle");
  context.lineWidth = Math.max(1, 0.7 / scale);
  trace(false);
  context.stroke();
  paintWays(context, shown, colours, scale);
  if (!epoch.deadLine.some((dead) => dead)) return;
  trace(true);
  context.setLineDash([6, 4]);
  context.strokeStyle = colours.of("fault");
  context.lineWidth = Math.max(2.2, 1.6 / scale);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  for (let line = 0; line < chip.lines.paths.length; ++line) {
    if (!epoch.deadLine[line] || !wiring.lines[line].length) continue;
    traceCross(context, ...pointAt(wiring.middleOf(line), 0.5), 6);
  }
  context.stroke();
};

// The ways of links through wires and switches; without traffic, those that are new stand out.
const paintWays = (context, {chip, epoch, wiring, record}, colours, scale) => {
  const pieces = [...wiring.used(epoch)];
  const first = wiring.used(chip.epoch(0));
  const isAdded = (piece) => !first.has(piece) && !record.hasLoad;
  const isOld = (piece) => !isAdded(piece);
  strokePieces(context, wiring, pieces.filter(isOld), colours.of("unused"), Math.max(0.8, 0.5 / scale));
  strokePieces(context, wiring, pieces.filter(isAdded), colours.of("way"), Math.max(2, 1.4 / scale));
};

// Where nodes have moved: a band from the site that a node had to the one that it has, with an arrow amid.
const paintChains = (context, chip, epoch, colours) => {
  const moves = chip.moves(epoch).map(({from, to}) => {
    const {x, y} = chip.sites;
    return addLengths({parts: [[x[from], y[from], x[to], y[to]]]});
  });
  if (!moves.length) return;
  context.lineCap = "round";
  context.beginPath();
  for (const {parts} of moves) tracePart(context, parts[0]);
  context.strokeStyle = colours.of("chain");
  context.lineWidth = chip.sites.w[0] * 0.45;
  context.stroke();
  context.lineCap = "butt";
  context.beginPath();
  for (const move of moves) paintArrow(context, move, 0.5, chip.sites.w[0] * 0.16);
  context.fillStyle = colours.of("moved");
  context.fill();
};

const traceCross = (context, x, y, half, halfHeight = half) => {
  context.moveTo(x - half, y - halfHeight);
  context.lineTo(x + half, y + halfHeight);
  context.moveTo(x - half, y + halfHeight);
  context.lineTo(x + half, y - halfHeight);
};

const traceBox = (context, boxes, i, grow = 0) => {
  const width = boxes.w[i] + 2 * grow;
  const height = boxes.h[i] + 2 * grow;
  if (boxes.shape === "circle") {
    context.moveTo(boxes.x[i] + width / 2, boxes.y[i]);
    context.arc(boxes.x[i], boxes.y[i], width / 2, 0, 2 * Math.PI);
  } else {
    context.rect(boxes.x[i] - width / 2, boxes.y[i] - height / 2, width, height);
  }
};

// Paints all boxes of one kind at once.
const paintGroup = (context, boxes, members, fill, edge, width, dash = []) => {
  if (!members.length) return;
  context.beginPath();
  for (const i of members) traceBox(context, boxes, i);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = edge;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.stroke();
  context.setLineDash([]);
};

const siteKind = (chip, epoch, site) => {
  if (epoch.dead[site]) return "dead";
  if (chip.isMoved(epoch, site)) return "moved";
  if (chip.isGivenUp(epoch, site)) return "givenUp";
  return epoch.node[site] < 0 ? "unused" : "used";
};

const paintBoxes = (context, stage) => {
  const {shown: {chip, epoch}, colours, scale} = stage;
  paintSwitches(context, stage);
  const groups = {dead: [], moved: [], givenUp: [], unused: [], used: []};
  for (let site = 0; site < chip.siteCount; ++site) groups[siteKind(chip, epoch, site)].push(site);
  const thin = Math.max(1.2, 0.8 / scale);
  const colour = (name) => colours.of(name);
  paintGroup(context, chip.sites, groups.unused, colour("site"), colour("unused"), thin, [3, 2]);
  paintGroup(context, chip.sites, groups.givenUp, colour("given-up"), colour("site-edge"), thin, [5, 3]);
  paintGroup(context, chip.sites, groups.used, colour("site"), colour("site-edge"), thin);
  paintGroup(context, chip.sites, groups.moved, colour("moved-fill"), colour("moved"), Math.max(2.6, 1.4 / scale));
  paintGroup(context, chip.sites, groups.dead, colour("dead"), colour("site-edge"), thin);
  context.beginPath();
  const share = chip.sites.shape === "circle" ? 0.35 : 0.5;  // of a box that the cross reaches over
  for (const site of groups.dead) {
    const {x, y, w, h} = chip.sites;
    traceCross(context, x[site], y[site], w[site] * share, h[site] * share);
  }
  context.strokeStyle = colour("cross");
  context.lineWidth = Math.max(2.4, 1.2 / scale);
  context.stroke();
  paintNames(context, stage);
};

const paintSwitches = (context, {shown: {chip, epoch}, colours, scale}) => {
  const {switches} = chip;
  const groups = {plain: [], changed: [], stuck: []};
  for (let id = 0; id < switches.names.length; ++id) {
    groups[epoch.stuck[id] ? "stuck" : chip.isSwitched(epoch, id) ? "changed" : "plain"].push(id);
  }
  const thin = Math.max(0.8, 0.6 / scale);
  // plain switches are only framed: the ways through them stay in sight
  if (groups.plain.length) {
    context.beginPath();
    for (const id of groups.plain) traceBox(context, switches, id);
    context.strokeStyle = colours.of("box-edge");
    context.lineWidth = thin;
    context.stroke();
  }
  context.globalAlpha = 0.75;
  paintGroup(context, switches, groups.changed, colours.of("changed"), colours.of("changed-edge"),
      Math.max(1.6, 1 / scale));
  context.globalAlpha = 1;
  paintGroup(context, switches, groups.stuck, colours.of("site"), colours.of("fault"), Math.max(2.6, 1.2 / scale));
};

// Writes a name as wide as its box at most.
const writeName = (context, name, x, y, height, width, colours, ink, halo) => {
  context.font = `${height}px system-ui, "DejaVu Sans", Verdana, sans-serif`;
  const needed = context.measureText(name).width;
  if (needed > width) context.font = `${height * width / needed}px system-ui, "DejaVu Sans", Verdana, sans-serif`;
  context.lineWidth = 2;
  context.strokeStyle = halo;
  context.strokeText(name, x, y);
  context.fillStyle = ink;
  context.fillText(name, x, y);
};

const paintNames = (context, stage) => {
  const {shown: {chip, epoch}, colours, scale} = stage;
  if (kNameHeight * scale < kLeastText) return;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  const [left, top] = stage.toPicture(0, 0);
  const [right, bottom] = stage.toPicture(...stage.size);
  const isInSight = (x, y) => x > left - 40 && x < right + 40 && y > top - 40 && y < bottom + 40;
  const {sites, switches} = chip;
  for (let site = 0; site < chip.siteCount; ++site) {
    const [x, y, width] = [sites.x[site], sites.y[site], sites.w[site] - 3];
    if (!isInSight(x, y)) continue;
    const isDead = Boolean(epoch.dead[site]);
    const ink = isDead ? "#ffffff" : colours.of("ink");
    const halo = isDead ? colours.of("dead") : colours.of("halo");
    const node = epoch.node[site] < 0 ? "" : chip.nodeName(epoch.node[site]);
    const name = chip.siteName(site);
    if (node === "" || node === name) {
      writeName(context, name, x, y, kNameHeight, width, colours, node || isDead ? ink : colours.of("soft"), halo);
    } else {
      writeName(context, name, x, y - 6, kNameHeight - 1, width, colours, isDead ? ink : colours.of("soft"), halo);
      writeName(context, node, x, y + 5, kNameHeight + 1, width, colours, ink, halo);
    }
  }
  if (scale < 1.6) return;
  for (let id = 0; id < switches.names.length; ++id) {
    const isTall = switches.h[id] > switches.w[id];
    const length = Math.max(switches.w[id], switches.h[id]);
    if (!isInSight(switches.x[id], switches.y[id]) || length < 20) continue;
    context.save();
    context.translate(switches.x[id], switches.y[id]);
    if (isTall) context.rotate(-Math.PI / 2);
    writeName(context, chip.stateName(id, epoch), 0, 0, 6.5, length - 4, colours, colours.of("soft"),
        colours.of("halo"));
    context.restore();
  }
};

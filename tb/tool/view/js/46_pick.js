// What is under the pointer: packets first, then PEs, switches, and links.
const boxAt = (boxes, x, y) => {
  for (let i = 0; i < boxes.names.length; ++i) {
    if (Math.abs(boxes.x[i] - x) <= boxes.w[i] / 2 && Math.abs(boxes.y[i] - y) <= boxes.h[i] / 2) return i;
  }
  return -1;
};

const distanceTo = (part, i, x, y) => {
  const [dx, dy] = [part[i] - part[i - 2], part[i + 1] - part[i - 1]];
  const share = clamp(((x - part[i - 2]) * dx + (y - part[i - 1]) * dy) / (dx * dx + dy * dy || 1), 0, 1);
  return Math.hypot(part[i - 2] + share * dx - x, part[i - 1] + share * dy - y);
};

// The directions that pass the piece which is nearest to a point, at most `reach` away.
const directionsAt = ({wiring, epoch, chip}, x, y, reach) => {
  let found = -1;
  for (const piece of wiring.used(epoch)) {
    for (const part of wiring.parts[piece]) {
      for (let i = 2; i < part.length; i += 2) {
        const distance = distanceTo(part, i, x, y);
        if (distance < reach) { reach = distance; found = piece; }
      }
    }
  }
  if (found < 0) return [];
  return Array.from({length: chip.directionCount}, (_, d) => d).filter((d) =>
      wiring.piecesOf(epoch, d).includes(found));
};

const thingsAt = ({shown, scale}, x, y) => {
  const found = [];
  const reach = 7 / scale;
  shown.packets.places(shown.time, (packet, atX, atY) => {
    if (Math.hypot(atX - x, atY - y) < Math.max(reach, 5)) found.push({kind: "packet", index: packet});
  });
  const site = boxAt(shown.chip.sites, x, y);
  if (site >= 0) return [...found, {kind: "pe", index: site}];
  const id = boxAt(shown.chip.switches, x, y);
  if (id >= 0) found.push({kind: "switch", index: id});
  const flits = shown.record.loadIn(shown.bin);
  const directions = directionsAt(shown, x, y, reach).sort((a, b) => flits[b] - flits[a]);
  return found.concat(directions.map((index) => ({kind: "link", index})));
};

// A further click at the same place selects the next thing there.
const pick = (stage, screenX, screenY) => {
  const {shown} = stage;
  const found = thingsAt(stage, ...stage.toPicture(screenX, screenY));
  const same = ({kind, index}) => shown.selection?.kind === kind && shown.selection.index === index;
  const next = found[(found.findIndex(same) + 1) % found.length];
  if (next) shown.select(next.kind, next.index);
  else shown.select(null, -1);
};

const tipText = (shown, {kind, index}) => {
  const {chip, epoch, record, bin, packets} = shown;
  if (kind === "packet") return `packet ${packets.name(index)} to ${packets.destination(index)}`;
  if (kind === "switch") return `switch ${chip.switches.names[index]}: ${chip.stateName(index, epoch)}`;
  if (kind === "pe") {
    const word = {dead: ", dead", moved: ", moved", givenUp: ", given up", unused: ", not used", used: ""};
    const queue = record.hasLoad ? `\nqueue ${countOf(record.queueIn(bin)[index], "packet")}` : "";
    return `PE ${chip.fullName(index, epoch)}${word[siteKind(chip, epoch, index)]}${queue}`;
  }
  const load = record.hasLoad ? `\n${short(record.loadIn(bin)[index] / record.binCycles(bin))} flits/cycle` : "";
  return `link ${chip.directionName(index, epoch)}${load}`;
};

const placeTip = (tip, box, x, y) => {
  tip.hidden = false;
  const left = clamp(x + 14, 0, Math.max(0, box.clientWidth - tip.offsetWidth));
  const top = y + 18 + tip.offsetHeight > box.clientHeight ? y - tip.offsetHeight - 6 : y + 18;
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.max(0, top))}px)`;
};

const showTip = (stage, x, y) => {
  const tip = byId("tip");
  const [found] = thingsAt(stage, ...stage.toPicture(x, y));
  tip.hidden = !found;
  if (!found) return;
  setText(tip, tipText(stage.shown, found));
  placeTip(tip, stage.element, x, y);
};

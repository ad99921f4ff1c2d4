// The lines of the geometry as lists of points: [[x0, y0, x1, y1 ...] ...], in parts where a line leaves over a border.
const kCurvePieces = 12;

const pointsOf = (path) => {
  const words = path.match(/[MLQC]|-?[\d.]+(?:e-?\d+)?/g) ?? [];
  const parts = [];
  let command = "M";
  for (let i = 0; i < words.length;) {
    if (/[MLQC]/.test(words[i])) command = words[i++];
    const take = (count) => words.slice(i, i += count).map(Number);
    if (command === "M") { parts.push(take(2)); command = "L"; }
    else if (command === "L") parts.at(-1).push(...take(2));
    else addCurve(parts.at(-1), take(command === "Q" ? 4 : 6));
  }
  return parts.filter((part) => part.length >= 4);
};

// The parts of a line in the order in which flits pass it. A wire that leaves over a border is drawn from both of its
// ends, with a ring at each border: its second half is turned here, and the rings are left out.
const courseOf = (parts) => {
  const isRing = (part) => part.length > 4 && part[0] === part.at(-2) && part[1] === part.at(-1);
  const open = parts.filter((part) => !isRing(part));
  if (open.length === parts.length || open.length < 2) return open;
  return [open[0], ...reversed(open.slice(1))];
};

const addCurve = (part, numbers) => {
  const points = [part.at(-2), part.at(-1), ...numbers];
  for (let piece = 1; piece <= kCurvePieces; ++piece) {
    // de Casteljau: mean values of neighbours, until one point is left
    let row = points;
    while (row.length > 2) row = row.slice(2).map((value, i) => row[i] + (value - row[i]) * piece / kCurvePieces);
    part.push(row[0], row[1]);
  }
};

const reversed = (parts) => parts.map((part) => {
  const turned = [];
  for (let i = part.length - 2; i >= 0; i -= 2) turned.push(part[i], part[i + 1]);
  return turned;
}).reverse();

// Moves points to the right, seen along the line: so both directions of a link are beside each other.
const aside = (parts, by) => parts.map((part) => part.map((value, i) => {
  const at = i - (i % 2);
  const from = Math.max(0, at - 2);
  const to = Math.min(part.length - 2, at + 2);
  const dx = part[to] - part[from];
  const dy = part[to + 1] - part[from + 1];
  const length = Math.hypot(dx, dy) || 1;
  return value + by * (i % 2 ? dx : -dy) / length;
}));

const addLengths = (way) => {
  way.length = 0;
  for (const part of way.parts) {
    for (let i = 2; i < part.length; i += 2) way.length += Math.hypot(part[i] - part[i - 2], part[i + 1] - part[i - 1]);
  }
  return way;
};

// The point at a share of the length of a way.
const pointAt = (way, share) => {
  let left = share * way.length;
  for (const part of way.parts) {
    for (let i = 2; i < part.length; i += 2) {
      const step = Math.hypot(part[i] - part[i - 2], part[i + 1] - part[i - 1]);
      if (left <= step && step > 0) {
        const within = left / step;
        return [part[i - 2] + (part[i] - part[i - 2]) * within, part[i - 1] + (part[i + 1] - part[i - 1]) * within];
      }
      left -= step;
    }
  }
  const end = way.parts.at(-1);
  return [end.at(-2), end.at(-1)];
};

const tracePart = (context, part) => {
  context.moveTo(part[0], part[1]);
  for (let i = 2; i < part.length; i += 2) context.lineTo(part[i], part[i + 1]);
};

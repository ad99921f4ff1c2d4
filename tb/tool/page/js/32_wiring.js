// By which lines of the picture a link passes: pieces, each with the directions that share it.
const kBeside = 1.7;  // pixels at natural size from the middle of a line to each of its two directions

class Wiring {
  constructor(chip) {
    this.chip = chip;
    this.lines = chip.lines.paths.map(pointsOf);
    this.oriented = new Map();
    this.pieceLists = new Map();
    this.ways = new Map();
  }

  // The points of a line in one sense: 0 as drawn, 1 the other way.
  side(line, sense) {
    const key = line * 2 + sense;
    if (!this.oriented.has(key)) {
      this.oriented.set(key, aside(sense ? reversed(this.lines[line]) : this.lines[line], kBeside));
    }
    return this.oriented.get(key);
  }

  middleOf(line) { return addLengths({parts: this.lines[line]}); }

  // In which sense a way from a point enters a line: a switch is shared with the line before, and near to its end.
  sense(line, x, y, at) {
    const {from, to} = this.chip.lines;
    if (at >= 0 && from[line] !== to[line]) {
      if (from[line] === at) return 0;
      if (to[line] === at) return 1;
    }
    const parts = this.lines[line];
    if (!parts.length) return 0;
    const near = Math.hypot(parts[0][0] - x, parts[0][1] - y);
    return near <= Math.hypot(parts.at(-1).at(-2) - x, parts.at(-1).at(-1) - y) ? 0 : 1;
  }

  // The lines of a direction in order, each with its sense.
  steps(epoch, direction) {
    const {chip} = this;
    const site = chip.directions.from[direction];
    let x = chip.sites.x[site];
    let y = chip.sites.y[site];
    let at = chip.lines.of_switches[epoch.ways[direction][0]] ? -1 : site;
    const steps = [];
    for (const line of epoch.ways[direction]) {
      if (!this.lines[line].length) continue;
      const sense = this.sense(line, x, y, at);
      steps.push({line, sense});
      at = sense ? chip.lines.from[line] : chip.lines.to[line];
      const end = sense ? this.lines[line][0].slice(0, 2) : this.lines[line].at(-1).slice(-2);
      [x, y] = end;
    }
    return steps;
  }

  // The way of a direction from the middle of its PE to the middle of the other.
  way(epoch, direction) {
    const key = epoch.number * this.chip.directionCount + direction;
    if (!this.ways.has(key)) this.ways.set(key, this.findWay(epoch, direction));
    return this.ways.get(key);
  }
  findWay(epoch, direction) {
    const {sites, directions} = this.chip;
    const middle = (site) => [sites.x[site], sites.y[site]];
    const parts = [middle(directions.from[direction])];
    for (const {line, sense} of this.steps(epoch, direction)) {
      const [first, ...others] = this.side(line, sense);
      parts.at(-1).push(...first);
      parts.push(...others.map((part) => part.slice()));
    }
    if (epoch.to[direction] >= 0) parts.at(-1).push(...middle(epoch.to[direction]));
    return addLengths({parts});
  }

  // All pieces of an epoch: sides of lines, passages through switches, and taps of PEs; each once.
  pieces(epoch) {
    if (!this.pieceLists.has(epoch.number)) this.pieceLists.set(epoch.number, this.findPieces(epoch));
    return this.pieceLists.get(epoch.number);
  }
  findPieces(epoch) {
    const found = new Map();
    const plain = epoch.number > 0 ? this.keysOfFirst() : null;
    const add = (key, points, direction) => {
      const piece = found.get(key);
      if (piece) piece.directions.push(direction);
      else found.set(key, {parts: points(), directions: [direction], isNew: plain !== null && !plain.has(key)});
    };
    const {chip} = this;
    const sides = chip.lines.paths.length * 2;
    for (let direction = 0; direction < chip.directionCount; ++direction) {
      let before = -1;
      let from = [chip.sites.x[chip.directions.from[direction]], chip.sites.y[chip.directions.from[direction]]];
      const steps = this.steps(epoch, direction);
      for (const {line, sense} of steps) {
        const side = line * 2 + sense;
        const points = this.side(line, sense);
        const [x, y] = from;
        add(`${before < 0 ? sides + chip.directions.from[direction] : before} ${side}`,
          () => [[x, y, points[0][0], points[0][1]]], direction);
        add(side, () => points, direction);
        from = points.at(-1).slice(-2);
        before = side;
      }
      const to = epoch.to[direction];
      if (to < 0 || !steps.length) continue;
      const [x, y] = from;
      add(`${before} ${sides + to}`, () => [[x, y, chip.sites.x[to], chip.sites.y[to]]], direction);
    }
    if (!plain) this.firstKeys = new Set(found.keys());
    return [...found.values()];
  }
  keysOfFirst() {
    this.pieces(this.chip.epoch(0));
    return this.firstKeys;
  }
}

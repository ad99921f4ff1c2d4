// By which lines of the picture a link passes, in pieces that links can share.
const kNoPieces = [];
const kBeside = 1.7;  // pixels at natural size from the middle of a line to each of its two directions

class Wiring {
  constructor(chip) {
    this.chip = chip;
    this.lines = chip.lines.paths.map(pointsOf);
    this.courses = this.lines.map(courseOf);
    this.oriented = new Map();
    this.passed = new Map();
    this.numbers = new Map();
    this.parts = [];
    this.usedIn = new Map();
    this.ways = new Map();
  }

  // The points of a line in one sense: 0 as drawn, 1 the other way.
  side(line, sense) {
    const key = line * 2 + sense;
    if (!this.oriented.has(key)) {
      this.oriented.set(key, aside(sense ? reversed(this.courses[line]) : this.courses[line], kBeside));
    }
    return this.oriented.get(key);
  }

  middleOf(line) { return addLengths({parts: this.courses[line]}); }

  // In which sense a way from a point enters a line: a switch is shared with the line before, and near to its end.
  sense(line, x, y, at) {
    const {from, to} = this.chip.lines;
    if (at >= 0 && from[line] !== to[line]) {
      if (from[line] === at) return 0;
      if (to[line] === at) return 1;
    }
    const parts = this.courses[line];
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
      if (!this.courses[line].length) continue;
      const sense = this.sense(line, x, y, at);
      steps.push({line, sense});
      at = sense ? chip.lines.from[line] : chip.lines.to[line];
      const end = sense ? this.courses[line][0].slice(0, 2) : this.courses[line].at(-1).slice(-2);
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

  // The pieces that a direction passes, by number: sides of lines, passages through switches, and taps of PEs. Most
  // ways are the same in all epochs, so they are kept by the way itself.
  piecesOf(epoch, direction) {
    const way = epoch.ways[direction];
    if (!way.length) return kNoPieces;
    if (!this.passed.has(way)) this.passed.set(way, this.findPieces(epoch, direction));
    return this.passed.get(way);
  }
  findPieces(epoch, direction) {
    const {sites, directions, lines, siteCount} = this.chip;
    const sides = lines.paths.length * 2;
    const ends = sides + siteCount;
    const between = (a, b) => (a + 1) * ends + b;  // a key of two ends; a side alone is its own key
    const numbers = [];
    let before = sides + directions.from[direction];
    let end = [sites.x[directions.from[direction]], sites.y[directions.from[direction]]];
    for (const {line, sense} of this.steps(epoch, direction)) {
      const side = line * 2 + sense;
      const points = this.side(line, sense);
      numbers.push(this.piece(between(before, side), [[...end, points[0][0], points[0][1]]]), this.piece(side, points));
      end = points.at(-1).slice(-2);
      before = side;
    }
    const to = epoch.to[direction];
    if (to >= 0) numbers.push(this.piece(between(before, sides + to), [[...end, sites.x[to], sites.y[to]]]));
    return numbers;
  }
  // The number of a piece, which is new if none has its key.
  piece(key, parts) {
    if (!this.numbers.has(key)) {
      this.numbers.set(key, this.parts.length);
      this.parts.push(parts);
    }
    return this.numbers.get(key);
  }
  // Whether a piece belongs to a way, by number, in an epoch.
  used(epoch) {
    if (!this.usedIn.has(epoch.number)) {
      const used = new Set();
      for (let direction = 0; direction < this.chip.directionCount; ++direction) {
        for (const piece of this.piecesOf(epoch, direction)) used.add(piece);
      }
      this.usedIn.set(epoch.number, used);
    }
    return this.usedIn.get(epoch.number);
  }
}

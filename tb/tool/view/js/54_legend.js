// The legend beside the picture: a sample of each mark that this page can show.
const sample = (colours, paint, className = "") => {
  const canvas = make("canvas", {className, width: 32, height: 32, ariaHidden: "true"});
  if (className === "ramp") canvas.width = 120;
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  paint(context, (name) => colours.of(name));
  return canvas;
};

const boxSample = (colours, fill, edge, width, dash = []) => sample(colours, (context, of) => {
  context.fillStyle = of(fill);
  context.strokeStyle = of(edge);
  context.lineWidth = width;
  context.setLineDash(dash);
  context.fillRect(2.5, 2.5, 11, 11);
  context.strokeRect(2.5, 2.5, 11, 11);
});

const deadSample = (colours) => sample(colours, (context, of) => {
  context.fillStyle = of("dead");
  context.fillRect(2, 2, 12, 12);
  context.strokeStyle = of("cross");
  context.lineWidth = 1.5;
  context.beginPath();
  traceCross(context, 8, 8, 6);
  context.stroke();
});

// Half of the ramp, from a class on.
const rampSample = (colours, from) => sample(colours, (context) => {
  colours.ramp.slice(from, from + kClasses / 2).forEach((colour, i) => {
    context.fillStyle = colour;
    context.fillRect(i * 120 / kClasses, 3, 120 / kClasses + 0.5, 10);
  });
}, "ramp");

const lineSample = (colours, name) => sample(colours, (context, of) => {
  context.fillStyle = of(name);
  context.fillRect(1, 6, 14, 4);
});

const dotSample = (colours, name) => sample(colours, (context, of) => {
  context.fillStyle = of(name);
  context.beginPath();
  context.arc(8, 8, 4.5, 0, 7);
  context.fill();
});

const addLegend = (shown, colours) => {
  const mark = (picture, ...words) => make("span", {className: "mark"}, picture, ...words);
  const {data, record, chip} = shown;
  const some = (test) => data.epochs.some((_, number) => test(chip.changes(chip.epoch(number))));
  const marks = [];
  if (record.hasLoad) {
    const most = record.mostLoad;
    marks.push(make("span", {className: "mark", title: "Of the links that share a wire, the busiest is shown"},
      "0", rampSample(colours, 0), short(most / 4), rampSample(colours, kClasses / 2),
      `${short(most)} flits/cycle on each wire`));
  }
  const add = (isShown, picture, words) => { if (isShown) marks.push(mark(picture(), words)); };
  const box = (...look) => () => boxSample(colours, ...look);
  const line = (name) => () => lineSample(colours, name);
  const hasWays = !record.hasLoad && some(({switched, moved}) => switched + moved > 0);
  const {kept, total} = shown.packets.packets;
  const share = kept < total ? `packet, for ${kept} of ${total}` : "packet";
  add(data.kind === "run", () => dotSample(colours, "packet"), share);
  add(data.kind === "run", line("queue"), "queue of a PE");
  add(some(({dead}) => dead), () => deadSample(colours), "dead");
  add(some(({moved}) => moved), box("moved-fill", "moved", 2), "node has moved here");
  add(hasWays, line("way"), "new way of a link");
  add(some(({givenUp}) => givenUp), box("given-up", "site-edge", 1, [3, 2]), "given up");
  add(some(({switched}) => switched), box("changed", "changed-edge", 1.5), "switch has changed");
  add(some(({stuck}) => stuck), box("site", "fault", 2), "switch stuck");
  add(some(({deadLines}) => deadLines), line("fault"), "dead link or wire");
  byId("legend").replaceChildren(...marks);
};

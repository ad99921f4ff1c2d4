// Keys, the help dialog, and how the selection moves from PE to PE.
const kKeys = [["space", "play, pause"], ["left, right or , .", "a cycle back, on (a repair: the state before, after)"],
  ["shift + left, right or < >", "a bin back, on"], ["home, end", "first, last cycle"],
  ["f, shift + f", "next, previous fault"],
  ["+ - 0", "nearer, farther, all of the picture"], ["tab to the picture, then arrows", "from PE to PE"],
  ["enter", "select"], ["escape", "select none"], ["/", "find by name"], ["t", "light or dark"], ["?", "this help"]];

const fillHelp = () => {
  const dialog = byId("help");
  dialog.append(make("h2", {id: "help_title"}, "Keys and pointer"), pairs("Keys", kKeys),
    make("p", {}, "Drag the picture to move it, turn the wheel to zoom. Drag on the time line to move in time; the " +
      "wheel there shows fewer or more cycles. Click a PE, a switch, a wire or a packet; a further click takes the " +
      "next thing there."),
    make("p", {}, "Each wire is drawn for both directions, beside each other, in the colour of the busiest link that " +
      "passes in the bin. Packets are drawn where their heads are: they move at the speed of the fastest seen on the " +
      "link, then wait."),
    make("button", {onclick: () => dialog.close()}, "Close"));
};

// The nearest PE in a direction from one: distance along the direction counts once, beside it thrice.
const neighbour = ({sites, siteCount}, site, dx, dy) => {
  let best = site;
  let least = Infinity;
  for (let other = 0; other < siteCount; ++other) {
    const along = (sites.x[other] - sites.x[site]) * dx + (sites.y[other] - sites.y[site]) * dy;
    const beside = Math.abs((sites.x[other] - sites.x[site]) * dy) + Math.abs((sites.y[other] - sites.y[site]) * dx);
    if (along <= 0.5 || along + 3 * beside >= least) continue;
    least = along + 3 * beside;
    best = other;
  }
  return best;
};

const kArrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

const addStageKeys = (shown, stage) => {
  stage.element.addEventListener("keydown", (event) => {
    const {selection, chip} = shown;
    const current = selection?.kind === "pe" ? selection.index : -1;
    const way = kArrows[event.key];
    if (!way && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (!way && selection) return;
    const next = current < 0 ? 0 : neighbour(chip, current, ...way);
    shown.select("pe", next);
    if (next < chip.siteCount) {
      stage.reveal(chip.sites.x[next], chip.sites.y[next]);
      setText(byId("spoken"), tipText(shown, {kind: "pe", index: next}));
    }
  });
};

const addKeys = (shown, stage, player, toggleTheme) => {
  fillHelp();
  byId("help_open").onclick = () => byId("help").showModal();
  const step = (by, isBin) => {
    if (!player) shown.show(shown.epoch.number + by);
    else if (isBin) player.stepBin(by);
    else player.step(by);
  };
  const actions = {
    ArrowLeft: (event) => step(-1, event.shiftKey), ArrowRight: (event) => step(1, event.shiftKey),
    ",": () => step(-1, false), ".": () => step(1, false), "<": () => step(-1, true), ">": () => step(1, true),
    Home: () => shown.show(0), End: () => shown.show(player ? shown.record.lastCycle : shown.data.epochs.length - 1),
    " ": () => player?.toggle(), f: () => player?.jump(1), F: () => player?.jump(-1),
    "+": () => stage.zoom(1.4), "=": () => stage.zoom(1.4), "-": () => stage.zoom(1 / 1.4), 0: () => stage.fit(),
    Escape: () => shown.select(null, -1), "?": () => byId("help").showModal(), t: toggleTheme,
    "/": () => byId("find").focus(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || byId("help").open) return;
    const {target} = event;
    const isTyping = target.matches?.("input:not([type=range]):not([type=checkbox]), select, textarea");
    if (isTyping && event.key !== "Escape") return;
    // a button answers to space by itself, and the slider to arrows
    if (event.key === " " && target.matches?.("button, summary, input")) return;
    if (!event.shiftKey && target.matches?.("input[type=range]")
        && event.key in {ArrowLeft: 0, ArrowRight: 0, Home: 0, End: 0}) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
  addStageKeys(shown, stage);
};

// The page of a run or a repair, put together from its parts.

// A page opens where there is something to see: at the first fault, or when traffic flows.
const openingCycle = ({data, record}) =>
  record.shown(data.faults?.length ? data.faults[0].cycle : (data.window?.from ?? data.begin ?? 0) + record.bin);

const chipPage = (data) => {
  byId("page").hidden = false;
  const isRun = data.kind === "run";
  const shown = new Shown(data);
  shown.setTime(isRun ? openingCycle(shown) : data.epochs.length - 1);
  const colours = new Colours();
  let stage = null;
  const toggleTheme = addTheme(() => {
    colours.read();
    addLegend(shown, colours);
    shown.tell("theme");
    stage?.paint();
  });
  stage = new Stage(shown, colours);
  const timeline = isRun ? new Timeline(shown, colours) : null;
  const player = isRun ? new Player(shown, timeline) : null;
  if (!isRun) addEpochButtons(shown);
  byId("side").append(addFindPanel(shown), addDetailsPanel(shown, colours), addNowPanel(shown));
  addSpokenState(shown);
  const side = (isShown, ...parts) => {
    if (isShown) byId("side").append(...parts.map((part) => part(shown, colours)));
  };
  side(data.unmet?.length, addUnmetPanel);
  side(data.faults?.length, addFaultsPanel);
  side(data.epochs.length > 1 || data.home, addChangesPanel);
  side(isRun, addHottestPanel, addLatencyPanel, addLostPanel, addPacketsPanel);
  addKeys(shown, stage, player, toggleTheme);
  return {
    data,
    at: (cycle) => shown.record.at(cycle, shown.packets),
    show: (cycle) => { player?.pause(); shown.show(cycle); },
    select: (kind, index) => shown.select(kind, index),
    selected: () => shown.selection,
  };
};

kPages.run = kPages.repair = chipPage;

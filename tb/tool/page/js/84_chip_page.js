// The page of a run or a repair, put together from its parts.
const chipPage = (data) => {
  byId("page").hidden = false;
  const isRun = data.kind === "run";
  const shown = new Shown(data);
  // Open where there is something to see: at the first fault, or when traffic flows.
  if (isRun) shown.setTime(data.faults?.length ? data.faults[0].cycle : Math.min(shown.record.lastCycle, (data.window?.from ?? data.begin ?? 0) + shown.record.bin));
  if (!isRun) shown.setTime(data.epochs.length - 1);
  if (isRun) shown.setTime(shown.cycle);
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
  if (!isRun) byId("side").append(addChangesPanel(shown));
  if (isRun) {
    byId("side").append(addFaultsPanel(shown), addChangesPanel(shown), addHottestPanel(shown), addLatencyPanel(shown, colours), addLostPanel(shown),
      addPacketsPanel(shown));
  }
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

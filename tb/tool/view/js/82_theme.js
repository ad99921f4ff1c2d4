// Light and dark: as the system is set, until the reader chooses. Paper is light.
const addTheme = (changed) => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const set = (theme) => {
    root.dataset.theme = theme;
    setText(byId("theme"), theme === "dark" ? "Light" : "Dark");
    changed();
  };
  const current = () => chosen ?? (system.matches ? "dark" : "light");
  const toggle = () => {
    chosen = current() === "dark" ? "light" : "dark";
    set(chosen);
  };
  system.addEventListener("change", () => set(current()));
  addEventListener("beforeprint", () => set("light"));
  addEventListener("afterprint", () => set(current()));
  byId("theme").onclick = toggle;
  set(current());
  return toggle;
};

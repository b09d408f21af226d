// Sections under headings become tabs; without scripts they stay sections under headings.

function select(tabs, chosen, { isFocused }) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
  if (isFocused) chosen.focus();
}

/** Turns each `[data-tabs]` element into a tab list for the panels that it names. */
export function readyTabs(root) {
  for (const list of root.querySelectorAll("[data-tabs]")) {
    const tabs = [...list.querySelectorAll("[role=tab]")];
    for (const tab of tabs) {
      const panel = document.getElementById(tab.getAttribute("aria-controls"));
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      for (const heading of panel.querySelectorAll("[data-tab-heading]")) heading.hidden = true;
      tab.addEventListener("click", () => select(tabs, tab, { isFocused: false }));
    }
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const here = tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
      select(tabs, tabs[(here + step + tabs.length) % tabs.length], { isFocused: true });
    });
    list.hidden = false;
    select(tabs, tabs[0], { isFocused: false });
  }
}

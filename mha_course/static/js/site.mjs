// What every page has: the theme, the account menu, the list of shortcuts, copy buttons and tabs.
import { readyTabs } from "./tabs.mjs";
import { readyHeatMaps } from "./heat_map.mjs";

const YEAR_SECONDS = 31_536_000;

function readyTheme() {
  const button = document.querySelector("[data-theme-toggle]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const root = document.documentElement;
    const isSystemDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const shown = root.dataset.theme ?? (isSystemDark ? "dark" : "light");
    const chosen = shown === "dark" ? "light" : "dark";
    const followsSystem = (chosen === "dark") === isSystemDark;
    // The server reads the cookie, so that the next page is painted in the right colours from the start.
    if (followsSystem) {
      delete root.dataset.theme;
      document.cookie = "theme=; path=/; max-age=0; samesite=lax";
    } else {
      root.dataset.theme = chosen;
      document.cookie = `theme=${chosen}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    }
  });
}

function readyMenu() {
  const menu = document.querySelector("[data-menu]");
  if (!menu) return;
  document.addEventListener("click", (event) => {
    if (menu.open && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

function isTyping(event) {
  return event.composedPath().some((node) => node instanceof Element && node.matches("input, textarea, select, [contenteditable]"));
}

function readyShortcuts() {
  const dialog = document.getElementById("shortcuts");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || dialog.open) return;
    event.preventDefault();
    dialog.showModal();
  });
}

// False on plain http, where browsers offer no clipboard, and where the reader forbids it.
async function reachesClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  return true;
}

// Delegated, because verdicts arrive after the page.
function readyCopyButtons() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    if (!(await reachesClipboard(button.dataset.copy))) {
      getSelection().selectAllChildren(button.previousElementSibling); // ready for the reader's own copy key
      return;
    }
    const before = button.textContent;
    button.textContent = button.dataset.copied;
    button.addEventListener("blur", () => (button.textContent = before), { once: true });
  });
}

for (const element of document.querySelectorAll("[data-js-only]")) element.hidden = false;
readyTheme();
readyMenu();
readyShortcuts();
readyCopyButtons();
readyTabs(document);
readyHeatMaps(document);

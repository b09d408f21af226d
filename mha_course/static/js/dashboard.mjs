// Keeps the queue panel fresh while somebody looks at it. Without this module the page is right as of its loading.

const PERIOD_MS = 5000;
const LONGEST_PAUSE_MS = 60000;

function refreshing(panel) {
  let timer = 0;
  let pauseMs = PERIOD_MS;
  let request = null;

  async function refresh() {
    request = new AbortController();
    try {
      const response = await fetch(panel.dataset.refresh, {
        credentials: "same-origin",
        redirect: "error", // a session that ended leads to the log-in page, which does not belong in the panel
        signal: request.signal,
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      replace(await response.text());
      pauseMs = PERIOD_MS;
    } catch (error) {
      if (error.name === "AbortError") return;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    schedule();
  }

  function replace(html) {
    const holdsFocus = panel.contains(document.activeElement);
    if (holdsFocus) return; // never take a link away from under somebody's keyboard
    const parsed = new DOMParser().parseFromString(html, "text/html");
    const scrolled = panel.querySelector(".table-box")?.scrollLeft ?? 0;
    panel.replaceChildren(...parsed.body.childNodes);
    const box = panel.querySelector(".table-box");
    if (box) box.scrollLeft = scrolled;
  }

  function schedule() {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(refresh, pauseMs);
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) request?.abort();
    else refresh();
  });
  schedule();
}

for (const panel of document.querySelectorAll("[data-refresh]")) refreshing(panel);

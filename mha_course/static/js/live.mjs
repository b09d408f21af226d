// Follows one submission to its verdict: the server says when something changed, and the page fetches what to show.
// Where events do not arrive, the same address is asked again at growing intervals.
import { reach } from "./reach.mjs";

const FIRST_POLL_MS = 700;
const LAST_POLL_MS = 5000;
const SAFETY_POLL_MS = 8000;

export class LiveVerdict {
  /** `show(fragment)` puts the fetched HTML on the page and says whether it is final. */
  constructor({ verdictUrl, eventsUrl, show, onTrouble }) {
    Object.assign(this, { verdictUrl, eventsUrl, show, onTrouble });
    this.isOver = false;
    this.pollMs = SAFETY_POLL_MS;
  }

  start() {
    this.refresh();
    this.events = new EventSource(this.eventsUrl);
    this.events.addEventListener("state", () => this.refresh());
    this.events.addEventListener("poll", (event) => {
      this.events.close(); // or the browser would connect again at once, to be told the same
      this.poll(JSON.parse(event.data).after_ms);
    });
    this.events.addEventListener("error", () => {
      if (!this.isOver && this.events.readyState === EventSource.CLOSED) this.poll(FIRST_POLL_MS);
    });
    this.plan();
  }

  poll(afterMs) {
    this.pollMs = afterMs;
    this.plan();
  }

  stop() {
    this.isOver = true;
    this.events?.close();
    clearTimeout(this.timer);
  }

  plan() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.pollMs = Math.min(this.pollMs * 1.5, Math.max(LAST_POLL_MS, this.pollMs));
      this.refresh().then(() => this.isOver || this.plan());
    }, this.pollMs);
  }

  // A second event while one fetch is under way must not be lost: the answer on its way may be the older state.
  async refresh() {
    if (this.isFetching) {
      this.isStale = true;
      return;
    }
    this.isFetching = true;
    do {
      this.isStale = false;
      await this.fetchOnce();
    } while (this.isStale && !this.isOver);
    this.isFetching = false;
  }

  async fetchOnce() {
    const response = await reach(this.verdictUrl, { headers: { Accept: "text/html" } });
    if (this.isOver) return;
    if (!response) this.onTrouble("offline");
    else if (response.redirected) this.onTrouble("session");
    else if (!response.ok) this.onTrouble("server");
    else if (this.show(await response.text())) this.stop();
  }
}

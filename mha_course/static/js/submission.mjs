// The page of one submission: follows it while it has no verdict yet.
import { LiveVerdict } from "./live.mjs";

const place = document.querySelector("[data-verdict-place]");

function show(fragment) {
  const incoming = document.createRange().createContextualFragment(fragment).querySelector("[data-verdict]");
  place.replaceChildren(incoming);
  document.querySelector("[data-announce]").textContent = incoming.querySelector("[data-headline]").textContent.trim();
  return incoming.dataset.isFinal === "true";
}

const verdict = place.querySelector("[data-verdict]");
if (verdict.dataset.isFinal === "false") {
  const { verdictUrl, eventsUrl } = verdict.dataset;
  new LiveVerdict({ verdictUrl, eventsUrl, show, onTrouble: () => {} }).start();
}

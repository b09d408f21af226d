// The page of one submission: follows it while it has no verdict yet.
import { LiveVerdict } from "./live.mjs";

const place = document.querySelector("[data-verdict-place]");

function show(fragment) {
  const incoming = document.createRange().createContextualFragment(fragment).querySelector("[data-verdict]");
  const isFinal = incoming.dataset.isFinal === "true";
  // What reads the same is left alone: someone may be reading it, with a detail open or the focus in it.
  if (place.querySelector("[data-verdict]")?.dataset.version === incoming.dataset.version) return isFinal;
  place.replaceChildren(incoming);
  document.querySelector("[data-announce]").textContent = incoming.querySelector("[data-headline]").textContent.trim();
  return isFinal;
}

const verdict = place.querySelector("[data-verdict]");
if (verdict.dataset.isFinal === "false") {
  const { verdictUrl, eventsUrl } = verdict.dataset;
  new LiveVerdict({ verdictUrl, eventsUrl, show, onTrouble: () => {} }).start();
}

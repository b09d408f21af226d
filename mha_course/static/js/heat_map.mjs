// One tab stop a heat map; arrow keys and the pointer move through its cells, and one line reads out value and index.

const STEPS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };

function show(map, cell) {
  map.querySelector(".is-here")?.classList.remove("is-here");
  if (!cell) return;
  cell.classList.add("is-here");
  map.append(cell); // painted last, so that its outline lies over its neighbours
  const { panel, rowAxis, columnAxis } = map.dataset;
  const { row, column, value } = cell.dataset;
  const where = [panel, rowAxis && `${rowAxis} ${row}`, columnAxis && `${columnAxis} ${column}`].filter(Boolean).join(" · ");
  map.closest("[data-heat-maps]").querySelector("[data-readout]").textContent = `${where}: ${value}`;
}

function cellAt(map, row, column) {
  return map.querySelector(`[data-row="${row}"][data-column="${column}"]`);
}

function move(map, key) {
  const here = map.querySelector(".is-here");
  if (!here) return map.querySelector("[data-row]");
  const [rows, columns] = STEPS[key];
  return cellAt(map, Number(here.dataset.row) + rows, Number(here.dataset.column) + columns) ?? here;
}

/** Listens on `root` for every heat map in it, also for those that arrive later. */
export function readyHeatMaps(root) {
  root.addEventListener("pointerover", (event) => {
    const cell = event.target.closest?.("[data-heat-map] [data-row]");
    if (cell && !cell.classList.contains("is-here")) show(cell.closest("[data-heat-map]"), cell);
  });
  root.addEventListener("focusin", (event) => {
    if (event.target.matches?.("[data-heat-map]")) show(event.target, move(event.target, "ArrowRight"));
  });
  root.addEventListener("focusout", (event) => {
    if (event.target.matches?.("[data-heat-map]")) show(event.target, null);
  });
  root.addEventListener("keydown", (event) => {
    if (!(event.key in STEPS) || !event.target.matches?.("[data-heat-map]")) return;
    event.preventDefault();
    show(event.target, move(event.target, event.key));
  });
}

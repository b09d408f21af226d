// Quiz items work as plain forms. This adds digit keys, steps that move, focus on the mark, and one send for a double click.

const form = document.querySelector("[data-quiz-form]");
const mark = document.querySelector("[data-quiz-mark]");

function readyDigitKeys(inputs) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("textarea, select, input:not([type=radio], [type=checkbox])");
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
    const input = inputs[Number(event.key) - 1];
    if (!input) return;
    event.preventDefault();
    input.checked = input.type === "radio" || !input.checked;
    input.focus();
  });
  for (const input of inputs) {
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      form.requestSubmit();
    });
  }
}

function numberSteps(list) {
  [...list.children].forEach((step, index) => {
    step.querySelector("[data-quiz-place]").value = String(index + 1);
    step.querySelector("[data-move='-1']").disabled = index === 0;
    step.querySelector("[data-move='1']").disabled = index === list.children.length - 1;
  });
}

function moveStep(list, step, by) {
  const other = by < 0 ? step.previousElementSibling : step.nextElementSibling;
  if (!other) return;
  if (by < 0) other.before(step);
  else other.after(step);
  numberSteps(list);
}

function readyOrder(list) {
  const steps = [...list.children];
  steps.sort((one, other) => Number(one.querySelector("select").value) - Number(other.querySelector("select").value));
  list.append(...steps);
  for (const step of steps) {
    step.querySelector("[data-quiz-moves]").hidden = false;
    const place = step.querySelector("[data-quiz-place]");
    place.addEventListener("change", () => {
      const target = list.children[Number(place.value) - 1];
      const isDown = steps.length && [...list.children].indexOf(step) < Number(place.value) - 1;
      if (target !== step) target[isDown ? "after" : "before"](step);
      numberSteps(list);
      place.focus();
    });
    for (const button of step.querySelectorAll("[data-move]")) {
      button.addEventListener("click", () => {
        moveStep(list, step, Number(button.dataset.move));
        (button.disabled ? step.querySelector("[data-move]:not([disabled])") : button)?.focus();
      });
    }
    step.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by || !event.altKey) return;
      event.preventDefault();
      const focused = document.activeElement;
      moveStep(list, step, by);
      focused.focus();
    });
  }
  numberSteps(list);
}

function sendOnce() {
  let isSent = false;
  form.addEventListener("submit", (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
    form.querySelector("[type=submit]").setAttribute("aria-disabled", "true");
  });
  // Going back shows the page as it was left; then it may be sent anew.
  window.addEventListener("pageshow", () => {
    isSent = false;
    form.querySelector("[type=submit]").removeAttribute("aria-disabled");
  });
}

if (form) {
  const options = form.querySelectorAll("input[name=option]");
  const order = form.querySelector("[data-quiz-order]");
  const entry = form.querySelector("#entry");
  readyDigitKeys([...options]);
  if (order) readyOrder(order);
  if (entry) entry.focus({ preventScroll: true });
  const keys = form.querySelector("[data-quiz-keys]");
  keys.hidden = keys.textContent.trim() === "" || !matchMedia("(hover: hover)").matches;
  sendOnce();
}
if (mark) {
  mark.focus({ preventScroll: true });
  document.addEventListener("keydown", (event) => {
    const isOnControl = event.target.closest?.("a, button, input, select, textarea, summary, [tabindex='0']");
    if (event.key === "Enter" && !isOnControl) document.querySelector("[data-quiz-next]")?.click();
  });
}

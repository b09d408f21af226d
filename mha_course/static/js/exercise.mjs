// The exercise page: drafts, the choice of framework, the editor, and a submission followed to its verdict.
import { Drafts } from "./drafts.mjs";
import { LiveVerdict } from "./live.mjs";
import { reach } from "./reach.mjs";

const NARROW = "(max-width: 900px)";

function readJson(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

class Workbench {
  constructor(form) {
    this.form = form;
    this.textarea = form.elements.source;
    this.starters = readJson("starters");
    this.words = readJson("workbench-words");
    this.drafts = new Drafts(form.dataset.learner, form.dataset.exercise);
    this.note = form.querySelector("[data-note]");
    this.place = document.querySelector("[data-verdict-place]");
    this.announcer = document.querySelector("[data-announce]");
    this.trouble = document.querySelector("[data-trouble]");
    this.framework = this.chosenFramework();
  }

  start() {
    this.openDraft();
    for (const button of this.form.querySelectorAll("[data-js-only]")) button.hidden = false;
    this.textarea.addEventListener("input", () => this.keep(this.textarea.value));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(event.submitter?.name === "visible_only");
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.submit(event.shiftKey);
    });
    this.form.addEventListener("change", (event) => {
      if (event.target.name === "framework") this.switchFramework(event.target.value);
      if (event.target.name === "device") this.keepChoice();
    });
    this.form.querySelector("[data-reset]")?.addEventListener("click", () => this.reset());
    this.form.querySelector("[data-back-to-draft]")?.addEventListener("click", (event) => this.backToDraft(event.target));
    const open = this.place.querySelector("[data-verdict]");
    if (open && open.dataset.isFinal === "false") this.follow(open.dataset.verdictUrl, open.dataset.eventsUrl);
    this.mountEditor();
  }

  // ---- drafts

  chosenFramework() {
    return this.form.querySelector("[name=framework]:checked")?.value ?? this.form.elements.framework?.value ?? "";
  }

  openDraft() {
    if (this.form.dataset.opened) {
      // An earlier submission was opened. The draft is left as it is until something is typed.
      const back = this.form.querySelector("[data-back-to-draft]");
      const draft = this.drafts.read(this.framework);
      if (back && draft !== null && draft !== this.textarea.value) {
        this.setAside = draft;
        back.hidden = false;
      }
      return;
    }
    const { framework, device } = this.drafts.choice;
    const radio = framework && this.form.querySelector(`[name=framework][value="${CSS.escape(framework)}"]`);
    if (radio) radio.checked = true;
    const option = device && this.form.querySelector(`[name=device] option[value="${CSS.escape(device)}"]:not([disabled])`);
    if (option) option.selected = true;
    this.framework = this.chosenFramework();
    this.write(this.drafts.read(this.framework) ?? this.starters[this.framework]);
  }

  keep(source) {
    if (source === this.starters[this.framework]) {
      this.drafts.forget(this.framework);
      return;
    }
    const isKept = this.drafts.write(this.framework, source);
    this.note.textContent = isKept ? this.words.kept : this.words.not_kept;
  }

  keepChoice() {
    this.drafts.choice = { framework: this.framework, device: this.form.elements.device?.value };
  }

  switchFramework(framework) {
    this.keep(this.read());
    this.framework = framework;
    this.keepChoice();
    this.write(this.drafts.read(framework) ?? this.starters[framework]);
  }

  reset() {
    if (!confirm(this.words.confirm_reset)) return;
    this.drafts.forget(this.framework);
    this.write(this.starters[this.framework]);
    this.note.textContent = "";
  }

  backToDraft(button) {
    button.hidden = true;
    this.write(this.setAside);
  }

  // ---- the editor, or the text area where there is none

  async mountEditor() {
    const { editorUrl, editorLabel, editorDescription } = this.form.dataset;
    if (!editorUrl) return;
    const { mountEditor } = await import(editorUrl);
    const hadFocus = document.activeElement === this.textarea;
    this.editor = mountEditor(this.textarea, {
      label: editorLabel,
      description: editorDescription,
      onChange: (text) => this.keep(text),
      onSubmit: (isVisibleOnly) => this.submit(isVisibleOnly),
    });
    if (hadFocus) this.editor.focus();
    this.markErrorLine();
  }

  read() {
    return this.editor ? this.editor.read() : this.textarea.value;
  }

  write(text) {
    this.textarea.value = text;
    this.editor?.write(text);
  }

  markErrorLine() {
    const line = this.place.querySelector("[data-error-line]")?.dataset.errorLine;
    if (line) this.editor?.markLine(Number(line));
  }

  // ---- submit and verdict

  async submit(isVisibleOnly) {
    if (this.isSending) return;
    this.keep(this.read());
    const body = new FormData(this.form);
    body.set("source", this.read());
    if (isVisibleOnly) body.set("visible_only", "1");
    this.setSending(true);
    this.explain("");
    const response = await reach(this.form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    this.setSending(false);
    if (response) await this.received(response);
    else this.explain(this.words.offline);
  }

  async received(response) {
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    const answer = isJson ? await response.json() : {};
    if (response.status === 201) {
      this.showPhase();
      this.follow(answer.verdict_url, answer.events_url);
      return;
    }
    const byStatus = { 403: this.words.session, 413: this.words.too_large };
    this.explain(answer.message ?? byStatus[response.status] ?? this.words.server, answer.login_url);
  }

  follow(verdictUrl, eventsUrl) {
    this.live?.stop();
    this.live = new LiveVerdict({
      verdictUrl,
      eventsUrl,
      show: (fragment) => this.show(fragment),
      onTrouble: (kind) => this.explain(this.words[kind]),
    });
    this.live.start();
  }

  showPhase() {
    const waiting = document.getElementById("verdict-sent").content.cloneNode(true);
    this.place.replaceChildren(waiting);
    if (matchMedia(NARROW).matches) this.place.scrollIntoView({ block: "start" });
  }

  show(fragment) {
    const incoming = document.createRange().createContextualFragment(fragment).querySelector("[data-verdict]");
    this.explain("");
    const shown = this.place.querySelector("[data-verdict]");
    const isFinal = incoming.dataset.isFinal === "true";
    // What reads the same is left alone: someone may be reading it, with a detail open or the focus in it.
    if (shown && shown.dataset.version === incoming.dataset.version) return isFinal;
    const wasAnnounced = shown?.dataset.phase === incoming.dataset.phase && shown?.dataset.submission === incoming.dataset.submission;
    this.place.replaceChildren(incoming);
    if (!wasAnnounced || isFinal) this.announcer.textContent = incoming.querySelector("[data-headline]").textContent.trim();
    if (isFinal) {
      this.markErrorLine();
      this.refreshHistory();
      if (this.place.getBoundingClientRect().top > innerHeight - 160) this.place.scrollIntoView({ block: "nearest" });
    }
    return isFinal;
  }

  async refreshHistory() {
    const list = document.querySelector("[data-history]");
    const response = await reach(list.dataset.history, { headers: { Accept: "text/html" } });
    if (response?.ok && !response.redirected) list.innerHTML = await response.text();
  }

  setSending(isSending) {
    this.isSending = isSending;
    for (const button of this.form.querySelectorAll("[type=submit]")) button.setAttribute("aria-disabled", String(isSending));
  }

  /** Says what went wrong, above the verdict. The text in the editor is never touched. */
  explain(text, loginUrl) {
    this.trouble.hidden = !text;
    this.trouble.textContent = text;
    if (!text || !loginUrl) return;
    const link = document.createElement("a");
    link.href = loginUrl;
    link.textContent = this.words.log_in;
    this.trouble.append(" ", link);
  }
}

const form = document.querySelector("[data-workbench]");
if (form) new Workbench(form).start();

// The page: it passes what the user does to the worker, and puts the markup that comes back in its places. It knows no view.
"use strict";

const notches = 1000; // steps of a slider, as the program writes them
const keptAs = "dpscope-lessons";
const at = (id) => document.getElementById(id);

// addressOf and urlOf turn the end of a link into an address and back.
function addressOf(hash) {
  try { return decodeURIComponent(hash.replace(/^#/, "")); } catch { return hash.replace(/^#/, ""); }
}
const urlOf = (text) => "#" + encodeURI(text);

let worker, started = false, address = "", dragged = null, controlOfFile = "";
let gesture = 0, live = 0, lastLive = "", backwards = false, replacing = 0;
const lastAt = new Map(); // where each slider stood last

// keep and kept store text under a name, where the browser lets them.
function kept(name) {
  try { return localStorage.getItem(name) || ""; } catch { return ""; }
}
function keep(name, text) {
  try { text ? localStorage.setItem(name, text) : localStorage.removeItem(name); } catch { /* a private window */ }
}

function send(message) { if (worker) worker.postMessage(message); }

// --- look

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
function width() { return Math.max(280, Math.round(at("picture").clientWidth || innerWidth - 32)); }
function look() { return { width: width(), dark: isDark() }; }
function theme(name) {
  if (name) document.documentElement.dataset.theme = name;
  at("theme").textContent = isDark() ? "Light" : "Dark";
  at("theme").setAttribute("aria-pressed", String(isDark()));
  document.body.classList.toggle("dark", isDark());
}

// --- the worker

function start() {
  if (!("Worker" in window) || !("WebAssembly" in window) || !("DecompressionStream" in window)) {
    return fail("This browser cannot run WebAssembly in a worker; one of the last three years would work.");
  }
  if (location.protocol === "file:") {
    return fail("Opened as a file, a page may not load its program: serve the folder, for example by python3 -m http.server.");
  }
  started = false;
  try { worker = new Worker("worker.js"); } catch (why) { return fail(String(why)); }
  const present = worker; // what a worker said before it was replaced comes too late
  worker.onmessage = (event) => { if (worker === present) take(typeof event.data === "string" ? JSON.parse(event.data) : event.data); };
  worker.onerror = () => { if (worker === present) restart(); };
  send({ kind: "start", address, kept: kept(keptAs), ...look() });
}

// restart replaces a worker that died, as when it had no memory left. The address is kept. Twice without a gesture between them is
// once too often: what the address asks for takes more than there is.
let deaths = 0;
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { deaths = 0; }, true);
function restart() {
  if (worker) worker.terminate();
  worker = null;
  if (++deaths > 1) return fail("The program ended twice at this address, as it does when its memory is used up; the page at another one would work.");
  start();
  send({ kind: "warn", value: "The program ran out of memory, and has started again at the same address." });
}

function fail(why) {
  worker = null;
  document.body.classList.add("failed");
  at("answered").hidden = true;
  at("loading").hidden = false;
  at("loading").replaceChildren(Object.assign(document.createElement("p"), { textContent: why, className: "notice warning" }));
}

function take(message) {
  switch (message.kind) {
    case "loading": return void (at("loading").querySelector("progress").value = message.share);
    case "failed": return started ? restart() : fail(message.why);
    case "show": return show(message);
    case "save": return save(message);
    case "keep": return keep(keptAs, message.text);
    case "focus": return focusOn(message.at);
  }
}

// --- what is shown

// put replaces the markup of a place; what was open stays open, and the focus stays where it was.
function put(id, markup) {
  const home = at(id), focused = home.contains(document.activeElement) ? document.activeElement : null;
  const open = [...home.querySelectorAll("details[open]")].map((d) => d.id);
  const name = focused && focused.id, typed = focused && "value" in focused ? [focused.value, focused.selectionStart] : null;
  const keeps = focused && focused.matches("input:not([type=range]):not([type=checkbox])");
  home.innerHTML = markup;
  for (const id of open) { const d = id && home.querySelector("#" + CSS.escape(id)); if (d) d.open = true; }
  if (!name) return;
  const again = home.querySelector("#" + CSS.escape(name));
  if (!again) return;
  if (keeps) { again.value = typed[0]; }
  again.focus({ preventScroll: true });
  if (keeps && typed[1] !== null) try { again.setSelectionRange(typed[1], typed[1]); } catch { /* no text */ }
}

function show(message) {
  if (!started) {
    started = true;
    at("loading").hidden = true;
    at("answered").hidden = false;
    const wide = width();
    if (wide !== sentWidth) { sentWidth = wide; send({ kind: "look", ...look() }); }
  }
  for (const [id, markup] of Object.entries(message.parts || {})) if (at(id)) put(id, markup);
  (message.controls || []).forEach(value);
  document.title = message.title;
  document.body.classList.toggle("lesson", message.lesson);
  document.body.classList.toggle("busy", message.busy);
  if (message.address !== address) moved(message.address);
  if (!message.busy) say(message.live);
}

// value shows a control's value, and leaves alone what the user holds.
function value(c) {
  const input = at("c-" + c.key), typed = at("t-" + c.key);
  if (!input) return;
  if (input.type === "range") {
    if (dragged !== input) { input.value = Math.round(c.at * notches); lastAt.set(c.key, input.valueAsNumber); }
    input.setAttribute("aria-valuetext", c.says);
    if (typed && typed !== document.activeElement) typed.value = c.text;
    const word = document.querySelector(`[data-word="${CSS.escape(c.key)}"]`);
    if (word) word.textContent = c.word || "";
  } else if (input !== document.activeElement || input.tagName === "SELECT") {
    input.value = c.value;
  }
}

// say gives the live line a text once the page has rested for half a second.
function say(text) {
  clearTimeout(live);
  live = setTimeout(() => { if (text && text !== lastLive) at("live").textContent = lastLive = text; }, 500);
}

// moved follows the address: one step of history for each gesture, replaced while it goes on.
function moved(to) {
  const first = address === "" || backwards;
  address = to; backwards = false;
  at("terminal").href = "terminal.html" + urlOf(to);
  const url = urlOf(to);
  if (first) { history.replaceState(null, "", url); return; }
  if (!gesture) history.pushState(null, "", url);
  else { clearTimeout(replacing); replacing = setTimeout(() => history.replaceState(null, "", urlOf(address)), 150); }
  clearTimeout(gesture);
  gesture = setTimeout(() => { gesture = 0; }, 700);
}

function focusOn(id) {
  if (id === "pick") return at("pick").focus();
  const home = at(id);
  if (id === "link") return copy(location.href, "the link");
  if (!home) return setTimeout(() => at(id) && at(id).focus(), 60);
  if (home.tagName === "DETAILS") { home.open = !home.open; return home.querySelector("summary").focus(); }
  home.focus();
  if (home.select) home.select();
}

// --- files

function save(message) {
  const bytes = Uint8Array.from(atob(message.data), (c) => c.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: message.type }));
  link.download = message.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function copy(text, what) {
  try { await navigator.clipboard.writeText(text); say("copied " + what); }
  catch { prompt("Copy " + what + ":", text); }
}

const largest = 200 * 2 ** 20;
function files(list) {
  const all = [...list];
  if (!all.length) return;
  const big = all.find((f) => f.size > largest);
  if (big) {
    send({ kind: "warn", value: `${big.name} has ${Math.round(big.size / 2 ** 20)} MB; a tab reads up to 200 MB, the program in a terminal reads more.` });
    return;
  }
  send({ kind: "files", files: all, control: controlOfFile });
  controlOfFile = "";
}

// --- what the user does

function fields(element) {
  const d = element.dataset, m = { kind: d.do };
  if (d.control) m.control = d.control;
  if (d.value) m.value = d.value;
  if (d.address) m.address = d.address;
  if (d.key) m.key = d.key;
  if (d.steps) m.steps = Number(d.steps);
  return m;
}

document.addEventListener("click", (event) => {
  const element = event.target.closest("[data-do]");
  if (!element || event.ctrlKey || event.metaKey || event.shiftKey && element.href) return;
  event.preventDefault();
  switch (element.dataset.do) {
    case "pick":
      controlOfFile = element.dataset.control || "";
      return at("file").click();
    case "link": return copy(location.href, "the link");
    case "command": return copy(`dpscope '${address}'`, "the command");
    case "take": at("find").value = ""; break;
  }
  send(fields(element));
});

at("skip").addEventListener("click", (event) => { event.preventDefault(); at("page").focus(); });
at("theme").addEventListener("click", () => {
  theme(isDark() ? "light" : "dark");
  send({ kind: "look", ...look() });
});

document.addEventListener("input", (event) => {
  const t = event.target, d = t.dataset;
  if (d.set) {
    const now = t.valueAsNumber, step = now - (lastAt.get(d.set) ?? now);
    lastAt.set(d.set, now);
    if (Math.abs(step) === 1) send({ kind: "slide", control: d.set, steps: step });
    else send({ kind: "set", control: d.set, at: now / notches });
  } else if (d.answer === "point") send({ kind: "answer", control: "point", at: t.valueAsNumber / notches });
  else if (d.answer) send({ kind: "answer", control: d.answer, value: t.value });
  else if (t.id === "find") send({ kind: "find", value: t.value });
});

document.addEventListener("change", (event) => {
  const t = event.target, d = t.dataset;
  if (d.choose) send({ kind: "choose", control: d.choose, value: t.value });
  else if (d.toggle) send({ kind: "toggle", control: d.toggle, value: t.value });
  else if (d.type) send({ kind: "type", control: d.type, value: t.value });
  else if (d.seek) send({ kind: "seek", control: d.seek, value: t.value });
  else if (d.send) { if (t.value.trim()) send({ kind: d.send, value: t.value }); t.value = " "; }
  else if (t.id === "file") { files(t.files); t.value = ""; }
});

document.addEventListener("pointerdown", (event) => { if (event.target.dataset && event.target.dataset.set) dragged = event.target; });
for (const ends of ["pointerup", "pointercancel"]) document.addEventListener(ends, () => { dragged = null; });
document.addEventListener("focusin", (event) => {
  const d = event.target.dataset, key = d && (d.set || d.choose || d.type);
  if (key) send({ kind: "focus", control: key });
});

document.addEventListener("keydown", (event) => {
  const t = event.target, typing = t.matches("input:not([type=range]):not([type=checkbox]), select, textarea");
  if (event.key === "Escape") {
    if (t.id === "find") t.value = "";
    if (typing) t.blur();
    return send({ kind: "close" });
  }
  if (event.key === "Enter" && t.id === "find") { event.preventDefault(); t.value = ""; return send({ kind: "take", steps: 0 }); }
  if (event.key === "Enter" && t.id === "answer") { event.preventDefault(); return send({ kind: "answer", key: "enter" }); }
  if (event.key === "Enter" && t.id === "target") {
    send({ kind: "seek", control: "target", value: t.value });
    return;
  }
  if (event.key === "ArrowDown" && t.id === "find") { const first = at("found").querySelector("button"); if (first) { event.preventDefault(); first.focus(); } return; }
  if (event.ctrlKey && event.key === "k") { event.preventDefault(); return focusOn("find"); }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
  if (event.key === " " && t.matches("button, summary, a")) return;
  event.preventDefault();
  send({ kind: "key", key: event.key === " " ? "space" : event.key });
});

for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  document.body.classList.toggle("drop", kind === "dragover");
  if (kind === "drop") files(event.dataTransfer.files);
});
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("drop"); });

addEventListener("popstate", () => {
  if (!worker) return location.reload(); // it failed at the former address
  backwards = true; gesture = 0; send({ kind: "open", address: addressOf(location.hash) });
});

let sentWidth = 0;
function resized() { if (started && width() !== sentWidth) { sentWidth = width(); send({ kind: "look", ...look() }); } }
new ResizeObserver(resized).observe(at("picture"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { theme(""); send({ kind: "look", ...look() }); });

theme("");
sentWidth = width();
address = addressOf(location.hash);
start();
address = ""; // the first setting that is shown replaces what the link said

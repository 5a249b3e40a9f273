// The terminal: it draws what the program in the worker writes, and passes on what is typed and pasted.
"use strict";

const at = (id) => document.getElementById(id);
const address = decodeURIComponent(location.hash.replace(/^#/, ""));
const terminal = new Terminal({ allowProposedApi: true, scrollback: 0, fontSize: 15, fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" });
let worker, started = false, deaths = 0;

function say(why) { at("notice").textContent = why; }

// size returns the cells that fit. xterm.js says how large a cell is once one is drawn.
function size() {
  const screen = at("terminal").querySelector(".xterm-screen").getBoundingClientRect(), home = at("terminal").getBoundingClientRect();
  const cells = (room, drawn, count, least) => Math.min(1000, Math.max(least, Math.floor(room / (drawn / count)) || 0)); // not yet drawn: 1000 at most
  return {
    columns: cells(home.width - 2, screen.width, terminal.cols, 20),
    rows: cells(home.height, screen.height, terminal.rows, 5),
  };
}

function start() {
  if (!("Worker" in window) || !("WebAssembly" in window) || !("DecompressionStream" in window)) {
    return say("This browser cannot run WebAssembly in a worker; one of the last three years would work.");
  }
  if (location.protocol === "file:") {
    return say("Opened as a file, a page may not load its program: serve the folder, for example by python3 -m http.server.");
  }
  say("Loading …");
  started = false;
  worker = new Worker("worker.js?terminal");
  worker.onmessage = (event) => take(event.data);
  worker.onerror = () => failed("The worker ended.");
  worker.postMessage({ ...fit(), address });
}

function fit() {
  const cells = size();
  terminal.resize(cells.columns, cells.rows);
  return cells;
}

function take(message) {
  if (message instanceof Uint8Array) {
    if (!started) { started = true; say(""); terminal.focus(); }
    terminal.write(message);
  } else if (message.kind === "loading") say(message.share ? `Loading ${Math.round(100 * message.share)} %` : "Loading …");
  else if (message.kind === "ended") say("The program has ended; reloading the page starts it again.");
  else if (message.kind === "failed") failed(message.why);
}

// failed starts a worker that died again, once: it may have had no memory left.
function failed(why) {
  worker.terminate();
  if (!started || ++deaths > 3) return say(why);
  terminal.reset();
  start();
}

terminal.open(at("terminal"));
terminal.loadAddon(new Unicode11Addon.Unicode11Addon());
terminal.unicode.activeVersion = "11";
terminal.onData((text) => worker && worker.postMessage(text));
terminal.onBinary((text) => worker && worker.postMessage(text));
new ResizeObserver(() => { if (worker) worker.postMessage(fit()); }).observe(at("terminal"));
at("page").href = "./#" + address;
start();

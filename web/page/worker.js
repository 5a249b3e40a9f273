// The worker: it unpacks the program and runs it, passes messages on, and lets it read the files that the user picked.
"use strict";

importScripts("wasm_exec.js", "files.js");

const onTerminal = location.search === "?terminal";
const waiting = []; // messages that came before the program
let receive = null;

// What the program calls.
globalThis.send = (message) => postMessage(message);
globalThis.ready = (take) => { receive = take; waiting.splice(0).forEach(receive); };

onmessage = (event) => {
  const message = take(event.data);
  if (message === undefined) return;
  if (receive) receive(message); else waiting.push(message);
};

// take returns a message as the program reads it. A terminal's first one starts it.
function take(message) {
  if (onTerminal) {
    if (!globalThis.terminalSize) { globalThis.terminalSize = message; run(["terminal", message.address]); return undefined; }
    return message;
  }
  if (message.kind === "files") {
    return JSON.stringify({ kind: "files", control: message.control, names: message.files.map(pickedFiles.add) });
  }
  return JSON.stringify(message);
}

function failed(why) { postMessage({ kind: "failed", why }); }

async function run(args) {
  try {
    const response = await fetch("dpscope.wasm.gz");
    if (!response.ok) throw new Error(`dpscope.wasm.gz: ${response.status} ${response.statusText}`);
    const whole = Number(response.headers.get("Content-Length")) || 0;
    let loaded = 0;
    const counted = new TransformStream({ transform(piece, out) {
      loaded += piece.byteLength;
      postMessage({ kind: "loading", share: whole ? Math.min(1, loaded / whole) : 0 });
      out.enqueue(piece);
    } });
    // A host that says how the file is packed has the browser unpack it.
    const bytes = response.headers.get("Content-Encoding") ? response.body.pipeThrough(counted)
      : response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
    const go = new Go();
    go.argv = ["dpscope", ...args];
    const unpacked = new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
    const program = await WebAssembly.instantiateStreaming(unpacked, go.importObject);
    let status = 0;
    go.exit = (code) => { status = code; };
    await go.run(program.instance);
    if (status === 0) postMessage({ kind: "ended" }); else failed("The program ended, as it does when its memory is used up.");
  } catch (why) {
    failed(`The program cannot run here: ${why.message}`);
  }
}

if (!onTerminal) run(["page"]);

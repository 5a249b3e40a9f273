// Compiles specifications of Vega-Lite with its own library and runs what comes out, without drawing it: a line for each file
// and each warning or error.
import {readFileSync} from 'node:fs';
import {compile} from 'vega-lite';
import * as vega from 'vega';

let wrong = 0;
for (const file of process.argv.slice(2)) {
  const said = new Set();
  const tell = function (...words) { said.add(words.join(' ')); return this; };
  const quiet = function () { return this; };
  const logger = {level: quiet, error: tell, warn: tell, info: quiet, debug: quiet};
  try {
    const compiled = compile(JSON.parse(readFileSync(file, 'utf8')), {logger});
    const view = new vega.View(vega.parse(compiled.spec), {renderer: 'none', logger});
    await view.runAsync();
    view.finalize();
  } catch (error) {
    tell(error);
  }
  for (const words of said) {
    wrong++;
    console.log(`${file}: ${words}`);
  }
}
process.exit(wrong ? 1 : 0);

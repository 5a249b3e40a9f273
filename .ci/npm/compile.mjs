// Compiles specifications of Vega-Lite with its own library and runs what comes out, without drawing it: a line for each file
// and each warning or error, and for each area that is none, as all of its points are areas of their own.
import {readFileSync} from 'node:fs';
import {compile} from 'vega-lite';
import * as vega from 'vega';

const areas = function (mark, of) {
  if (mark.marktype === 'area') of(mark.items.length);
  if (mark.marktype === 'group') for (const group of mark.items) for (const within of group.items) areas(within, of);
};

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
    areas(view.scenegraph().root, (points) => points < 2 && tell(`an area of ${points} points`));
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

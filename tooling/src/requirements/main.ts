import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { repositoryCoverage } from './requirements.ts';

const help = `npm run requirements [-- area …]

Shows by area how many requirement rows a test names; with areas, also their open rows: npm run requirements -- HOME CARD
`;

const { positionals } = readCommandLine(help, { allowPositionals: true });
const { areas } = await repositoryCoverage();
const areaNames = new Set(positionals.map((area) => area.toUpperCase()));
const unknown = [...areaNames].filter((name) => !areas.some(({ area }) => area === name));
if (unknown.length > 0)
  refuseCall(
    help,
    `No area of the requirements: ${unknown.join(', ')}. There are: ${areas.map(({ area }) => area).join(', ')}.`,
  );
const columns = (cells: (string | number)[]) =>
  cells
    .map((cell, index) =>
      String(cell)
        .padStart(index === 0 ? 0 : 10)
        .padEnd(8),
    )
    .join('');

console.log(columns(['area', 'tested', 'explained', 'open']));
for (const area of areas) {
  if (areaNames.size > 0 && !areaNames.has(area.area)) continue;
  console.log(columns([area.area, area.tested.length, area.explained.length, area.open.length]));
  if (areaNames.size > 0 && area.open.length > 0) console.log(`  open: ${area.open.join(', ')}`);
}
const count = (list: 'tested' | 'explained' | 'open') =>
  areas.reduce((sum, area) => sum + area[list].length, 0);
console.log(columns(['all', count('tested'), count('explained'), count('open')]));

if (count('open') > 0) process.exitCode = 1;

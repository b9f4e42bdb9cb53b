import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
const block = (start: string) => {
  const from = css.indexOf(start);
  return Object.fromEntries(
    [...css.slice(from, css.indexOf('}', from)).matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(
      ([, name, value]) => [name ?? '', value ?? ''],
    ),
  );
};
const light = block(':root,');
const dark = { ...light, ...block(':root:not(') };

const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string) => {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
};

const pairs: readonly [text: string, ground: string, minContrast: number][] = [
  ['ink', 'paper', 7],
  ['ink', 'surface', 7],
  ['ink', 'raised', 7],
  ['ink', 'mist', 7],
  ['ink', 'pine-soft', 7],
  ['ink', 'marigold-soft', 7],
  ['ink-2', 'paper', 7],
  ['ink-2', 'mist', 7],
  ['ink-3', 'paper', 4.5],
  ['ink-3', 'mist', 4.5],
  ['ink-3', 'mist-2', 4.5],
  ['edge', 'paper', 3],
  ['edge', 'surface', 3],
  ['on-tile', 'tile', 4.5],
  ['on-tile', 'tile-hover', 4.5],
  ['on-solid', 'solid', 7],
  ['on-solid', 'solid-hover', 4.5],
  ['on-pine', 'pine', 7],
  ['on-pine-deep', 'pine-deep', 7],
  ['on-pine-deep-2', 'pine-deep', 7],
  ['pine-text', 'pine-soft', 7],
  ['pine-text', 'paper', 7],
  ['on-marigold', 'marigold', 7],
  ['on-marigold', 'marigold-press', 4.5],
  ['marigold', 'pine-deep', 4.5],
  ['on-bad', 'bad', 4.5],
  ['on-bad', 'bad-press', 4.5],
  ...['ok', 'bad', 'warn', 'info', 'violet'].flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-soft`, 4.5],
    [tone, 'paper', 4.5],
    [tone, 'surface', 4.5],
  ]),
];

describe.each([
  ['light', light],
  ['dark', dark],
])('%s theme', (_, tokens: Record<string, string>) => {
  it.each(pairs)('%s has enough contrast on %s', (text, ground, minContrast) => {
    expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(minContrast);
  });
});

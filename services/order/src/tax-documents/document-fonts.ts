import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ProblemError } from '@kinmel/service-kit';

const { resolve } = createRequire(import.meta.url);

/**
 * One font for each script. A character is printed in the first font that has it. The packages split a font by Unicode
 * ranges.
 */
const families = ['noto-sans', 'noto-sans-devanagari', 'noto-serif-tibetan', 'noto-sans-sc'];

interface FontPart {
  readonly name: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly normal: string;
  readonly bold: string;
}

function partsOf(family: string): FontPart[] {
  const list = resolve(`@fontsource/${family}/unicode.json`);
  const parts: Readonly<Record<string, string>> = JSON.parse(readFileSync(list, 'utf8'));
  return Object.entries(parts).map(([part, ranges]) => {
    // A large font has numbered parts, such as "[4]".
    const name = `${family}-${part.replaceAll(/[[\]]/g, '')}`;
    const file = (weight: number) => join(dirname(list), 'files', `${name}-${weight}-normal.woff`);
    return {
      name,
      normal: file(400),
      bold: file(700),
      ranges: ranges.split(',').map((range) => {
        const [from = 0, to = from] = range
          .replace('U+', '')
          .split('-')
          .map((code) => Number.parseInt(code, 16));
        return [from, to] as const;
      }),
    };
  });
}

const isOf = (part: FontPart, code: number) => part.ranges.some(([from, to]) => code >= from && code <= to);

export const latin = 'noto-sans-latin';
const parts = families
  .flatMap(partsOf)
  .toSorted((one, other) => Number(other.name === latin) - Number(one.name === latin));

export const documentFonts: Readonly<Record<string, Pick<FontPart, 'normal' | 'bold'>>> = Object.fromEntries(
  parts.map(({ name, normal, bold }) => [name, { normal, bold }]),
);

const fontOf = (character: string) => parts.find((part) => isOf(part, character.codePointAt(0) ?? 0));

/**
 * Splits a text where its font changes. A character that the previous font has too, such as a space, stays in that
 * font.
 */
export function fontRuns(text: string): { font: string; text: string }[] {
  const runs: { part: FontPart | undefined; text: string }[] = [];
  for (const character of text.normalize('NFC')) {
    const last = runs.at(-1);
    const staysIn = last?.part && isOf(last.part, character.codePointAt(0) ?? 0);
    const part = staysIn ? last.part : fontOf(character);
    if (last && part === last.part) last.text += character;
    else runs.push({ part, text: character });
  }
  return runs.map((run) => ({ font: run.part?.name ?? latin, text: run.text }));
}

/** ORD-T8: rejects a character that no font of invoices has, with the path of its field. */
export function rejectUnwritable(details: Readonly<Record<string, string>>): void {
  const refused = Object.entries(details).flatMap(([name, text]) => {
    const unknown = [...new Set(text.normalize('NFC'))].filter((character) => !fontOf(character)).join('');
    const message = `An invoice cannot write "${unknown}". Please use letters of another alphabet, such as Latin ones.`;
    return unknown === '' ? [] : [{ path: `customerDetails.${name}`, message }];
  });
  if (refused.length > 0) throw new ProblemError('invalid-request', refused[0]?.message, refused);
}

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
  const rangesFile = resolve(`@fontsource/${family}/unicode.json`);
  const parts: Readonly<Record<string, string>> = JSON.parse(readFileSync(rangesFile, 'utf8'));
  return Object.entries(parts).map(([part, ranges]) => {
    // A large font has numbered parts, such as "[4]".
    const name = `${family}-${part.replaceAll(/[[\]]/g, '')}`;
    const file = (weight: number) => join(dirname(rangesFile), 'files', `${name}-${weight}-normal.woff`);
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

const hasCharacter = (part: FontPart, code: number) =>
  part.ranges.some(([from, to]) => code >= from && code <= to);

export const latinFont = 'noto-sans-latin';
const parts = families
  .flatMap(partsOf)
  .toSorted((left, right) => Number(right.name === latinFont) - Number(left.name === latinFont));

export const documentFonts: Readonly<Record<string, Pick<FontPart, 'normal' | 'bold'>>> = Object.fromEntries(
  parts.map(({ name, normal, bold }) => [name, { normal, bold }]),
);

const fontOf = (character: string) => parts.find((part) => hasCharacter(part, character.codePointAt(0) ?? 0));

/**
 * Splits a text where its font changes. A character that the previous font has too, such as a space, stays in that
 * font.
 */
export function fontRuns(text: string): { font: string; text: string }[] {
  const runs: { part: FontPart | undefined; text: string }[] = [];
  for (const character of text.normalize('NFC')) {
    const last = runs.at(-1);
    const staysInFont = last?.part && hasCharacter(last.part, character.codePointAt(0) ?? 0);
    const part = staysInFont ? last.part : fontOf(character);
    if (last && part === last.part) last.text += character;
    else runs.push({ part, text: character });
  }
  return runs.map((run) => ({ font: run.part?.name ?? latinFont, text: run.text }));
}

/** ORD-T8: rejects a character that no font of invoices has, with the path of its field. */
export function rejectUnwritable(texts: Readonly<Record<string, string>>): void {
  const details = Object.entries(texts).flatMap(([name, text]) => {
    const missing = [...new Set(text.normalize('NFC'))].filter((character) => !fontOf(character)).join('');
    const message = `An invoice cannot write "${missing}". Please use letters of another alphabet, such as Latin ones.`;
    return missing === '' ? [] : [{ path: `customerDetails.${name}`, message }];
  });
  if (details.length > 0) throw new ProblemError('invalid-request', details[0]?.message, details);
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Copy, copiesIn, manifestFile } from './manifest.ts';

const namePattern = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const dayMs = 24 * 60 * 60_000;

/** The name of a copy that starts at this time, such as `2026-11-29T021700Z`. */
export const copyNameAt = (now: Date): string => now.toISOString().replace(/\.\d+|:/g, '');

const startOf = (name: string) => Date.parse(name.replace(namePattern, '$1T$2:$3:$4Z'));

/**
 * The copies to remove: complete ones older than `keepDays`, except the newest, and interrupted ones older than a day.
 * Folders with other names are not copies and stay.
 */
export function oldCopies(copies: readonly Copy[], keepDays: number, now: Date): string[] {
  const ownCopies = copies.filter(({ name }) => namePattern.test(name));
  const newest = ownCopies
    .filter(({ isWhole }) => isWhole)
    .map(({ name }) => name)
    .toSorted()
    .at(-1);
  return ownCopies
    .filter(({ name, isWhole }) => startOf(name) < now.getTime() - (isWhole ? keepDays : 1) * dayMs)
    .map(({ name }) => name)
    .filter((name) => name !== newest)
    .toSorted();
}

/** Removes old copies from a folder of copies. Resolves with their names. */
export async function removeOldCopies(folder: string, keepDays: number, now: Date): Promise<string[]> {
  const removed = oldCopies(await copiesIn(folder), keepDays, now);
  for (const name of removed) {
    // Deletes the manifest first, so that a partly deleted copy never looks complete.
    await rm(join(folder, name, manifestFile), { force: true });
    await rm(join(folder, name), { recursive: true });
  }
  return removed;
}

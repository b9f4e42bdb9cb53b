import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import accepted from './accepted.json' with { type: 'json' };
import { type Breach, breachesOf } from './breaches.ts';
import { type Facts, parseFacts } from './facts.ts';
import { interfaceOf } from './interface.ts';

export const releasedFile = join(import.meta.dirname, 'released.txt');
export const acceptedFile = join(import.meta.dirname, 'accepted.json');

/**
 * Breaches that harm no instance of the last release, each with the reason. Cleared by `npm run compatibility -- --release`,
 * since the new `released.txt` already includes them.
 */
const acceptedReasons = z.record(z.string(), z.string().min(1)).parse(accepted);

/** The version and the facts in `released.txt`. */
export function lastRelease(): { readonly version: string; readonly facts: Facts } {
  const text = readFileSync(releasedFile, 'utf8');
  const [, version = ''] = /^# Release (\d+\.\d+\.\d+)/.exec(text) ?? [];
  return { version, facts: parseFacts(text) };
}

/** The remaining faults: breaches without a reason, and reasons without a breach. */
export function openBreaches(
  breaches: readonly Breach[],
  reasons: Readonly<Record<string, string>> = acceptedReasons,
): Breach[] {
  const unused = Object.keys(reasons).filter((name) => !breaches.some((breach) => breach.name === name));
  return [
    ...breaches.filter(({ name }) => reasons[name] === undefined),
    ...unused.map((name) => ({
      name,
      why: 'has a reason in accepted.json and is no breach: remove the reason',
    })),
  ];
}

/** Compares this checkout with the last release. */
export async function compareWithRelease(repository: string) {
  const { version, facts: released } = lastRelease();
  const facts = await interfaceOf(repository, released);
  return { version, facts, breaches: openBreaches(breachesOf(released, facts)) };
}

export const breachText = ({ name, why }: Breach): string => `${name}\n    ${why}`;

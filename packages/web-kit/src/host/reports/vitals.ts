import { onCLS, onINP, onLCP } from 'web-vitals';
import { findPage } from '../../pages/preload-page.ts';
import type { Beacon } from './beacon.ts';

/** Reports the vitals of this visit under the page on which it began. */
export function measureVitals({ send, versionOf }: Beacon, pathname: string): void {
  const { remote: part, path: page } = findPage(pathname) ?? {};
  const version = part === undefined ? undefined : versionOf(part);
  if (part === undefined || version === undefined) return;
  for (const measure of [onLCP, onINP, onCLS])
    measure(({ name, value }) => send({ kind: 'vital', part, version, page, vital: { name, value } }));
}

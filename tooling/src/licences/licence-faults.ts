import type { BundledPackage } from './bundled-packages.ts';

/** Licences that only ask for their text to be passed on. OFL-1.1 is of fonts. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Packages with another licence, each with the reason why the shop may pass it on. */
export const exceptions: readonly {
  readonly packages: RegExp;
  readonly licence: string;
  readonly reason: string;
}[] = [
  {
    packages: /^@img\/sharp-libvips-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'a library of its own file, which sharp loads: whoever has the image can replace it',
  },
  {
    packages: /^@kinmel\//,
    licence: '',
    reason: 'of the shop itself, in a remote of another repository; the LICENSE file of the shop covers them',
  },
  {
    packages: /^png-js$/,
    licence: '',
    reason: 'its LICENSE file is the text of MIT, and its package.json names none',
  },
];

/** One of the alternatives is allowed as a whole. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((all) => all.split(' AND ').every((id) => allowed.has(id.trim())));

/** The packages that may not be passed on, with their licence. */
export function licenceFaults(packages: readonly Pick<BundledPackage, 'name' | 'licence'>[]): string[] {
  return packages
    .filter(({ licence }) => !isAllowed(licence))
    .filter(
      ({ name, licence }) =>
        !exceptions.some((exception) => exception.packages.test(name) && exception.licence === licence),
    )
    .map(({ name, licence }) => `${name} has the licence ${licence || '(none)'}`);
}

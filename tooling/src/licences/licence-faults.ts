import type { BundledPackage } from './bundled-packages.ts';

/** Licences that only require their text to be distributed. OFL-1.1 is for fonts. */
const allowedLicences = new Set([
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

/** Packages with another licence, each with the reason why the shop may distribute it. */
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

/** Whether all licences of one alternative are allowed. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((id) => allowedLicences.has(id.trim())));

/** The packages that may not be distributed, with their licence. */
export function licenceFaults(packages: readonly Pick<BundledPackage, 'name' | 'licence'>[]): string[] {
  return packages
    .filter(({ licence }) => !isAllowed(licence))
    .filter(
      ({ name, licence }) =>
        !exceptions.some((exception) => exception.packages.test(name) && exception.licence === licence),
    )
    .map(({ name, licence }) => `${name} has the licence ${licence || '(none)'}`);
}

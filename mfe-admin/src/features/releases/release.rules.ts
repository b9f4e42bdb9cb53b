import type { Release, ReleaseChange, ReleaseChangeBody, ReleaseVersion } from '@kinmel/contracts';
import { formatMoment } from '../../lists/format-moment.ts';

type Freeze = NonNullable<Release['freeze']>;

/** The answer of the list and of each change. */
export interface Releases {
  readonly revision: number;
  readonly freeze: Freeze | null;
  readonly parts: readonly Release[];
}

export const allParts = 'all';

/** A part as a record of the back office; its version is the revision that a change is based on. */
export interface ReleaseRow {
  /** Name of the part, or `all`. */
  readonly id: string;
  readonly version: number;
  /** Undefined for `all`. */
  readonly release: Release | undefined;
  /** Its own freeze, or that of all parts. */
  readonly freeze: Freeze | null;
}

/** Undefined for a part that is not active. */
export function rowOf({ revision, freeze, parts }: Releases, id: string): ReleaseRow | undefined {
  const release = parts.find(({ part }) => part === id);
  if (!release && id !== allParts) return undefined;
  return { id, version: revision, release, freeze: release?.freeze ?? freeze };
}

export type ReleaseAction = ReleaseChangeBody['action'];

export interface ChangeFields extends Record<string, string> {
  /** Of the version that the person chose. */
  readonly version: string;
  readonly share: string;
  /** "25, 100". */
  readonly furtherShares: string;
  readonly minutes: string;
  /** As in a field for date and time, in Nepal time. */
  readonly until: string;
  readonly why: string;
}

/** Nepal has no daylight saving time. */
const momentOf = (until: string) => new Date(`${until}:00+05:45`);

const sharesOf = (text: string) => text.split(/[,\s]+/).flatMap((part) => (part === '' ? [] : Number(part)));

const isShare = (share: number) => share >= 1 && share <= 100;

/** Checks one field at a time; the server checks the same. */
export function checkChange(action: ReleaseAction, fields: ChangeFields): Partial<ChangeFields> {
  const { share, furtherShares, minutes, until, why } = fields;
  const shares = [Number(share), ...sharesOf(furtherShares)];
  const isRising = shares.every((each, index) => index === 0 || each > (shares[index - 1] ?? 0));
  const wrong: Partial<Record<keyof ChangeFields, string>> = {};
  if (action === 'canary') {
    if (!isShare(Number(share))) wrong['share'] = 'Please enter a share from 1 to 100.';
    else if (!shares.every(isShare) || !isRising)
      wrong['furtherShares'] = 'Please enter rising shares up to 100, such as 25, 100.';
    if (minutes !== '' && !/^[1-9]\d{0,4}$/.test(minutes))
      wrong['minutes'] = 'Please enter whole minutes, or nothing.';
  }
  if (action === 'freeze' && !(momentOf(until).getTime() > Date.now()))
    wrong['until'] = 'Please choose a time to come.';
  if (why.trim() === '') wrong['why'] = 'Please say why.';
  return wrong;
}

/** What to send for a change of a part. */
export function bodyOf(action: ReleaseAction, row: ReleaseRow, fields: ChangeFields): ReleaseChangeBody {
  const common = { part: row.id, why: fields.why.trim(), expectedRevision: row.version };
  switch (action) {
    case 'activate':
      return { ...common, action, version: fields.version };
    case 'canary': {
      const shares = sharesOf(fields.furtherShares);
      const everyMinutes = fields.minutes === '' ? undefined : Number(fields.minutes);
      const steps = shares.length === 0 ? undefined : { shares, everyMinutes };
      return { ...common, action, version: fields.version, sharePercent: Number(fields.share), steps };
    }
    case 'freeze':
      return { ...common, action, until: momentOf(fields.until).toISOString() };
    case 'rollback':
    case 'step':
    case 'unfreeze':
      return { ...common, action };
  }
}

const nameOf = ({ id }: ReleaseRow) => (id === allParts ? 'any part' : id);

const shareText = (share: number, version: string, others: string) =>
  share === 100
    ? `All visitors get ${version} from their next page load.`
    : `${share} % of the visitors get ${version}; all others keep ${others}.`;

/** What a change does, and to whom. */
export function effectOf(action: ReleaseAction, row: ReleaseRow, fields: ChangeFields): string {
  const { version = '', previous, canary } = row.release ?? {};
  switch (action) {
    case 'activate':
      return `${shareText(100, fields.version, '')} They have ${version} now.`;
    case 'canary':
      return isShare(Number(fields.share))
        ? shareText(Number(fields.share), fields.version, version)
        : `A share of the visitors gets ${fields.version}; all others keep ${version}.`;
    case 'step': {
      const [next] = canary?.steps?.shares ?? [];
      return canary && next !== undefined
        ? shareText(next, canary.version, version)
        : 'There is no further step now.';
    }
    case 'rollback':
      if (canary)
        return `Nobody gets ${canary.version} any more: the ${canary.sharePercent} % that have it get ${version}.`;
      return previous === null || previous === undefined
        ? 'There is no earlier version to go back to.'
        : `All visitors get ${previous} again from their next page load. They have ${version} now.`;
    case 'freeze':
      return `No version of ${nameOf(row)} goes forward until then, from here or from the command line. Rollbacks stay possible. Visitors notice nothing.`;
    case 'unfreeze':
      return `Versions of ${nameOf(row)} can go forward again at once. Visitors notice nothing.`;
  }
}

export const stateOf = ({ release, freeze }: ReleaseRow): string =>
  freeze ? 'frozen' : release?.canary ? 'canary' : 'active';

export const freezeText = ({ until, who, why }: Freeze): string =>
  `Frozen until ${formatMoment(until)} by ${who}: ${why}`;

export const canaryText = ({ canary }: Pick<Release, 'canary'>): string =>
  canary ? `${canary.sharePercent} % get ${canary.version}` : '';

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;

export const sizeText = ({ bytes }: ReleaseVersion): string => kilobytes(bytes);

export const sizeChangeText = ({ bytesChange }: ReleaseVersion): string => {
  if (bytesChange === null) return '';
  return bytesChange === 0
    ? 'no change'
    : `${bytesChange > 0 ? '+' : '−'}${kilobytes(Math.abs(bytesChange))}`;
};

/** "1.5 % of 200 visitors"; empty without figures. */
export function failuresText(version: ReleaseVersion | undefined): string {
  const { visitors = 0, failingVisitors = 0 } = version?.figures ?? {};
  if (visitors === 0) return '';
  return `${((100 * failingVisitors) / visitors).toFixed(1)} % of ${visitors.toLocaleString('en-US')} visitors`;
}

const vitals = [
  ['LCP', 'lcpMs', (value: number) => `${Math.round(value)} ms`],
  ['INP', 'inpMs', (value: number) => `${Math.round(value)} ms`],
  ['CLS', 'cls', (value: number) => value.toFixed(2)],
] as const;

/** The vitals of a version, each with that of the version before: "LCP 1800 ms (before 1700 ms)". */
export const vitalTexts = (version: ReleaseVersion, before: ReleaseVersion | undefined): string[] =>
  vitals.flatMap(([name, key, textOf]) => {
    const [value, old] = [version.figures?.[key], before?.figures?.[key]];
    if (value === undefined) return [];
    return `${name} ${textOf(value)}${old === undefined ? '' : ` (before ${textOf(old)})`}`;
  });

const actionWords: Readonly<Record<ReleaseChange['action'], string>> = {
  deploy: 'Activated',
  rollback: 'Taken back to',
  canary: 'Canary of',
  step: 'Next step of',
  retire: 'Retired',
  freeze: 'Frozen',
  unfreeze: 'Freeze ended',
};

/** "Canary of 1.3.0 to 25 %". */
export function changeText({ action, version, sharePercent, until, part }: ReleaseChange): string {
  const words = [actionWords[action], version ?? ''];
  if (sharePercent !== null) words.push(`to ${sharePercent} %`);
  if (until !== null) words.push(`until ${formatMoment(until)}`);
  if (part === allParts) words.push('(all parts)');
  return words.filter(Boolean).join(' ');
}

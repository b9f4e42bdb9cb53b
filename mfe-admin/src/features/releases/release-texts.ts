import type {
  AnswerOf,
  listReleases,
  Release,
  ReleaseChange,
  ReleaseChangeBody,
  ReleaseVersion,
} from '@kinmel/contracts';
import { typedNumber } from '@kinmel/contracts/browser';
import { serverNow } from '@kinmel/web-kit';
import { formatMoment } from '../../time/format-moment.ts';
import { parseShopTime } from '../../time/shop-moment.ts';

type Freeze = NonNullable<Release['freeze']>;

export type Releases = AnswerOf<typeof listReleases>['data'];

export const allParts = 'all';

/**
 * A part, or all of them, as a record of the back office; its version is the revision that a change is based on. Undefined
 * for a part that is not active.
 */
export function rowOf({ revision, freeze, parts }: Releases, id: string) {
  const release = parts.find(({ part }) => part === id);
  if (!release && id !== allParts) return undefined;
  /** `release` is undefined for `all`. `freeze` is the part's own freeze, or that of all parts. */
  return { id, version: revision, release, freeze: release?.freeze ?? freeze };
}

export type ReleaseRow = NonNullable<ReturnType<typeof rowOf>>;

export type ReleaseAction = ReleaseChangeBody['action'];

export interface ChangeFields extends Record<string, string> {
  /** The version to activate or to start a canary of; empty for other actions. */
  readonly version: string;
  readonly share: string;
  /** For example "25, 100". */
  readonly furtherShares: string;
  readonly minutes: string;
  /** Nepal time, in the format of a `datetime-local` input. */
  readonly until: string;
  readonly why: string;
}

const shareOf = (text: string) => typedNumber(text, '%');

const sharesOf = (text: string) =>
  text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(shareOf);

const isMinutes = (value: number) => Number.isInteger(value) && value >= 1 && value <= 99_999;

const isShare = (share: number) => share >= 1 && share <= 100;

/** Reports one invalid field at a time. The server repeats the check. */
export function checkChange(action: ReleaseAction, fields: ChangeFields): Partial<ChangeFields> {
  const { share, furtherShares, minutes, until, why } = fields;
  if (action === 'canary') {
    const shares = [shareOf(share), ...sharesOf(furtherShares)];
    const isRising = shares.every((each, index) => index === 0 || each > (shares[index - 1] ?? 0));
    if (!isShare(shareOf(share))) return { share: 'Please enter a share from 1 to 100.' };
    if (!shares.every(isShare) || !isRising)
      return { furtherShares: 'Please enter rising shares up to 100, such as 25, 100.' };
    if (minutes !== '' && !isMinutes(typedNumber(minutes)))
      return { minutes: 'Please enter whole minutes, or nothing.' };
  }
  if (action === 'freeze' && !(parseShopTime(until).getTime() > serverNow().getTime()))
    return { until: 'Please choose a time to come.' };
  return why.trim() === '' ? { why: 'Please say why.' } : {};
}

/** The request body of a change. */
export function bodyOf(action: ReleaseAction, row: ReleaseRow, fields: ChangeFields): ReleaseChangeBody {
  const { version, share, furtherShares, minutes, until, why } = fields;
  const common = { part: row.id, why: why.trim(), expectedRevision: row.version };
  if (action === 'activate') return { ...common, action, version };
  if (action === 'freeze') return { ...common, action, until: parseShopTime(until).toISOString() };
  if (action !== 'canary') return { ...common, action };
  const shares = sharesOf(furtherShares);
  const steps = { shares, everyMinutes: minutes === '' ? undefined : typedNumber(minutes) };
  return {
    ...common,
    action,
    version,
    sharePercent: shareOf(share),
    steps: shares.length === 0 ? undefined : steps,
  };
}

const shareText = (share: number, version: string, otherVersion: string) =>
  share === 100
    ? `All visitors get ${version} from their next page load; they have ${otherVersion} now.`
    : `${share} % of the visitors get ${version}; all others keep ${otherVersion}.`;

/** What a change does, and which visitors it affects. */
export function effectOf(action: ReleaseAction, { id, release }: ReleaseRow, fields: ChangeFields): string {
  const { version = '', previous, canary } = release ?? {};
  const parts = id === allParts ? 'any part' : id;
  switch (action) {
    case 'activate':
      return shareText(100, fields.version, version);
    case 'canary':
      return shareText(shareOf(fields.share), fields.version, version);
    case 'step': {
      const [next] = canary?.steps?.shares ?? [];
      return canary && next ? shareText(next, canary.version, version) : 'There is no further step now.';
    }
    case 'rollback':
      if (canary)
        return `Nobody gets ${canary.version} any more: the ${canary.sharePercent} % that have it get ${version}.`;
      return previous ? shareText(100, previous, version) : 'There is no earlier version to go back to.';
    case 'freeze':
      return `No version of ${parts} goes forward until then, from here or from the command line. Rollbacks stay possible. Visitors notice nothing.`;
    case 'unfreeze':
      return `Versions of ${parts} can go forward again at once. Visitors notice nothing.`;
  }
}

export const stateOf = ({ release, freeze }: ReleaseRow): string =>
  freeze ? 'frozen' : release?.canary ? 'canary' : 'active';

export const freezeText = ({ until, who, why }: Freeze): string =>
  `Frozen until ${formatMoment(until)} by ${who}: ${why}`;

export const canaryText = ({ canary }: Pick<Release, 'canary'>): string =>
  canary ? `${canary.sharePercent} % get ${canary.version}` : '';

const bytesText = (bytes: number) => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} kB`);

/** For example "51.0 kB" and "+1.0 kB". */
export const sizeTexts = ({ bytes, bytesChange }: ReleaseVersion): string[] => [
  bytesText(bytes),
  ...(bytesChange ? [`${bytesChange > 0 ? '+' : '−'}${bytesText(Math.abs(bytesChange))}`] : []),
];

/** For example "1.5 % of 200 visitors"; empty without figures. */
export function failuresText({ figures }: Partial<ReleaseVersion>): string {
  if (!figures?.visitors) return '';
  const { visitors, failingVisitors } = figures;
  return `${((100 * failingVisitors) / visitors).toFixed(1)} % of ${visitors.toLocaleString('en-US')} visitor${visitors === 1 ? '' : 's'}`;
}

/** Failures, and the 75th percentiles of the vitals. */
export const figureTexts = (version: ReleaseVersion): string[] => {
  const { lcpMs, inpMs, cls } = version.figures ?? {};
  return [
    failuresText(version),
    lcpMs === undefined ? '' : `LCP ${Math.round(lcpMs)} ms`,
    inpMs === undefined ? '' : `INP ${Math.round(inpMs)} ms`,
    cls === undefined ? '' : `CLS ${cls.toFixed(2)}`,
  ].filter(Boolean);
};

const actionWords: Readonly<Record<ReleaseChange['action'], string>> = {
  deploy: 'Activated',
  rollback: 'Taken back to',
  canary: 'Canary of',
  step: 'Next step of',
  retire: 'Retired',
  freeze: 'Frozen',
  unfreeze: 'Freeze ended',
};

/** For example "Canary of 1.3.0 to 25 %". */
export const changeText = ({ action, version, sharePercent, until, part }: ReleaseChange): string =>
  [
    actionWords[action],
    version,
    sharePercent && `to ${sharePercent} %`,
    until && `until ${formatMoment(until)}`,
    part === allParts && '(all parts)',
  ]
    .filter(Boolean)
    .join(' ');

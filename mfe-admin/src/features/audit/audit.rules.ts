import type { AuditEntryAnswer, AuditedChange, AuditedKind } from '@kinmel/contracts';
import { isDay, type ListState } from '../../lists/address/list-state.rules.ts';
import {
  hasPage,
  isRecordKind,
  ownersOf,
  type RecordOwner,
  recordAddress,
} from '../../lists/records/record-kinds.rules.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';

/** In the order in which failed services are listed. */
export const auditOwners: readonly { readonly owner: RecordOwner; readonly part: string }[] = [
  { owner: 'catalog', part: 'Changes of products and pictures' },
  { owner: 'offer', part: 'Changes of offers' },
  { owner: 'order', part: 'Changes of orders, rates and credit' },
  { owner: 'service-request', part: 'Changes of sell requests, repairs, phone orders and returns' },
  { owner: 'device', part: 'Changes of devices' },
  { owner: 'notification', part: 'What was done with mails' },
  { owner: 'auth', part: 'Changes of staff' },
  { owner: 'gateway', part: 'Changes of releases' },
];

/** Undefined for a kind without a page, or for a whole list. */
export const entryAddress = ({ kind, id }: AuditEntryAnswer['record']): string | undefined =>
  id !== null && hasPage(kind) ? recordAddress({ kind, id }) : undefined;

/** The services that may have entries of this kind. */
export const auditOwnersOf = (kind: AuditedKind | undefined) => {
  const owners = kind ? ownersOf(kind) : [];
  return auditOwners.filter(({ owner }) => owners.length === 0 || owners.includes(owner));
};

/** The gateway has no CSV: the registry of releases is exported from the command line. */
export const csvOwnersOf = (kind: AuditedKind | undefined) =>
  auditOwnersOf(kind).filter(({ owner }) => owner !== 'gateway');

const sentenceOf = (camelCase: string): string =>
  sentenceCase(camelCase.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** "updateProduct" to "Update product", without the name of the service. */
export const actionText = (action: string): string =>
  sentenceOf(
    action.replace(
      /^(replay|export|assign)(Auth|Catalog|Notification|Offer|Order|ServiceRequest|Device)(?=Parked|Audit|Work)/,
      '$1',
    ),
  );

const maxValueLength = 120;
const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** A list of texts as JSON. */
const textList = /^\["([^]*)"\]$/;

/** @param formatMoment of an ISO time */
export function auditValueText(
  value: AuditedChange['before'],
  formatMoment: (iso: string) => string,
): string {
  if (value === null || value === '' || value === '[]') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && isoTime.test(value)) return formatMoment(value);
  const text =
    typeof value === 'number'
      ? value.toLocaleString('en-US')
      : (textList.exec(value)?.[1]?.replaceAll('","', ', ') ?? value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

/** "oldPrice" to "Old price", "specs.storage" to "Specs storage". */
export const fieldText = (field: string): string => sentenceOf(field.replaceAll('.', ' '));

export const isId = (text: string) => /^[\w-]{1,64}$/.test(text);

export function auditViewOf({ filters, after }: ListState) {
  const { person = '', record = '', kind, day = '' } = filters;
  return {
    person: isId(person) ? person : undefined,
    // The optimistic state holds typed text before it is validated.
    record: isId(record) ? record : undefined,
    kind: isRecordKind(kind) ? kind : undefined,
    /** A date in Nepal. */
    day: isDay(day) ? day : undefined,
    /** Cursor of the page; undefined for the first. */
    after,
  };
}

export type AuditView = ReturnType<typeof auditViewOf>;

import type { AuditEntryAnswer, AuditedChange, AuditedKind } from '@kinmel/contracts';
import { isDay, type ListState } from '../../lists/address/list-state.rules.ts';
import type { OwnerPage } from '../../lists/owners/pages-of-owners.rules.ts';
import { isOpened, recordAddress } from '../../lists/records/record-kinds.rules.ts';

/** The services that keep who did what, in the order in which one that is down is named, with what is then missing. */
export const auditOwners = [
  { owner: 'catalog', part: 'Changes of products and pictures' },
  { owner: 'offer', part: 'Changes of offers' },
  { owner: 'order', part: 'Changes of orders' },
  { owner: 'service-request', part: 'Changes of sell requests, repairs and phone orders' },
  { owner: 'notification', part: 'What was done with mails' },
] as const;

export type AuditOwner = (typeof auditOwners)[number]['owner'];

/** Who keeps the entries of a kind; all do where nobody is named. */
const owners: Readonly<Record<AuditedKind, AuditOwner | undefined>> = {
  product: 'catalog',
  picture: 'catalog',
  offer: 'offer',
  order: 'order',
  'sell-request': 'service-request',
  'repair-booking': 'service-request',
  'phone-order': 'service-request',
  mail: 'notification',
  'parked-message': undefined,
  'audit-entry': undefined,
};

export const auditKinds = Object.keys(owners) as AuditedKind[];

const isKind = (text: unknown): text is AuditedKind =>
  typeof text === 'string' && Object.hasOwn(owners, text);

/** Where the record of an entry is opened; undefined where it has no page, or for a whole list. */
export const entryAddress = ({ kind, id }: AuditEntryAnswer['record']): string | undefined =>
  id !== null && isOpened(kind) ? recordAddress({ kind, id }) : undefined;

/** Who can have entries of this kind. */
export const ownersOf = (kind: AuditedKind | undefined) => {
  const only = kind && owners[kind];
  return auditOwners.filter(({ owner }) => only === undefined || owner === only);
};

/** "updateProduct" to "Update product"; the name of the service in an id of operators' calls says nothing new. */
export function actionWords(action: string): string {
  const words = action
    .replace(
      /^(replay|export|assign)(Catalog|Notification|Offer|Order|ServiceRequest)(?=Parked|Audit|Work)/,
      '$1',
    )
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const longestValue = 120;

/** A value as people read it. */
export function valueWords(value: AuditedChange['before']): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'number' ? value.toLocaleString('en-US') : value;
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** "oldPrice" to "Old price", "specs.storage" to "Specs storage". */
export function fieldWords(field: string): string {
  const words = field.replaceAll('.', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The place of an entry: to every owner it means the same. */
export const auditCursorOf = ({ at, id }: Pick<AuditEntryAnswer, 'at' | 'id'>): string => `${at}_${id}`;

/** What the address asks for. */
export interface AuditView {
  readonly person: string | undefined;
  readonly record: string | undefined;
  readonly kind: AuditedKind | undefined;
  /** A day of the shop. */
  readonly day: string | undefined;
  /** The place after which the page begins. */
  readonly after: string | undefined;
}

export const isId = (text: string) => /^[\w-]{1,64}$/.test(text);

/** What `auditCursorOf` looks like. */
export const cursorPlace = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{24}$/;

export function auditViewOf({ filters, after }: ListState): AuditView {
  const { person = '', record = '', kind, day = '' } = filters;
  return {
    person: isId(person) ? person : undefined,
    // What was typed is in the address a moment before it is read there.
    record: isId(record) ? record : undefined,
    kind: isKind(kind) ? kind : undefined,
    day: isDay(day) ? day : undefined,
    after,
  };
}

/** Nepal's clock, which is never put forward or back. */
const shopOffset = '+05:45';
const dayMs = 24 * 60 * 60 * 1000;

/** What the services are asked for; a day is one of the shop. */
export function auditFilterOf({ person, record, kind, day }: AuditView) {
  const from = day === undefined ? undefined : new Date(`${day}T00:00:00${shopOffset}`);
  const to = from && new Date(from.getTime() + dayMs);
  return { person, record, kind, from: from?.toISOString(), to: to?.toISOString() };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const plain = (value: unknown): AuditedChange['before'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

function readChange(value: unknown): AuditedChange[] {
  if (!isFields(value) || typeof value['field'] !== 'string') return [];
  const { field, before, after, isPersonal } = value;
  return [{ field, before: plain(before), after: plain(after), isPersonal: isPersonal === true }];
}

/** What the list cannot do without; an entry that lacks it is left out. */
function readEntry(value: unknown): AuditEntryAnswer[] {
  if (!isFields(value)) return [];
  const { id, at, person, record, changes } = value;
  if (typeof id !== 'string' || typeof at !== 'string') return [];
  if (!isFields(person) || !isFields(record) || !isKind(record['kind'])) return [];
  return [
    {
      id,
      at,
      person: { id: text(person['id']), name: text(person['name']) },
      action: text(value['action']),
      record: { kind: record['kind'], id: typeof record['id'] === 'string' ? record['id'] : null },
      changes: Array.isArray(changes) ? changes.flatMap(readChange) : [],
      note: text(value['note']),
      requestId: text(value['requestId']),
    },
  ];
}

export function readAuditPage(answer: unknown): OwnerPage<AuditEntryAnswer> | undefined {
  if (!isFields(answer) || !Array.isArray(answer['data'])) return undefined;
  const next = answer['next'];
  return { rows: answer['data'].flatMap(readEntry), next: typeof next === 'string' ? next : null };
}

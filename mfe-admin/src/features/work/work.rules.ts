import type { WorkItem, WorkKind, WorkOwner } from '@kinmel/contracts';
import type { ListState } from '../../lists/address/list-state.rules.ts';
import type { OwnerPage } from '../../lists/owners/pages-of-owners.rules.ts';

/** The kinds of records in the queue, with their owner. */
const owners: Readonly<Record<WorkKind, WorkOwner>> = {
  order: 'order',
  'sell-request': 'service-request',
  'repair-booking': 'service-request',
  'phone-order': 'service-request',
};

export const workKinds = Object.keys(owners) as WorkKind[];

/** The owners in the order in which one that is down is named, with what of the queue is then missing. */
export const workOwners: readonly { readonly owner: WorkOwner; readonly part: string }[] = [
  { owner: 'order', part: 'Orders' },
  { owner: 'service-request', part: 'Sell requests, repairs and phone orders' },
];

export const ownerOf = (kind: WorkKind): WorkOwner => owners[kind];

/** The place of a record in the queue: to every owner it means the same. */
export const workCursorOf = ({ promisedAt, id }: Pick<WorkItem, 'promisedAt' | 'id'>): string =>
  `${promisedAt}_${id}`;

/** What the address asks of the queue. */
export interface WorkView {
  readonly mine: boolean;
  readonly kind: WorkKind | undefined;
  /** The place after which the page begins. */
  readonly after: string | undefined;
}

const isKind = (text: string): text is WorkKind => Object.hasOwn(owners, text);

/** What `workCursorOf` looks like. */
export const cursorPlace = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{24}$/;

export const workViewOf = ({ filters: { mine, kind = 'all' }, after }: ListState): WorkView => ({
  mine: mine === 'yes',
  kind: isKind(kind) ? kind : undefined,
  after,
});

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the queue cannot do without; a record that lacks it is left out. */
function readItem(value: unknown): WorkItem | undefined {
  if (!isFields(value)) return undefined;
  const { id, kind, promisedAt, version } = value;
  if (typeof id !== 'string' || typeof kind !== 'string' || !isKind(kind)) return undefined;
  if (typeof promisedAt !== 'string' || typeof version !== 'number') return undefined;
  const text = (name: string) => (typeof value[name] === 'string' ? value[name] : '');
  const assignee = value['assignee'];
  return {
    id,
    kind,
    promisedAt,
    version,
    title: text('title'),
    customer: text('customer'),
    status: text('status'),
    createdAt: text('createdAt'),
    isLate: value['isLate'] === true,
    assignee:
      isFields(assignee) && typeof assignee['personId'] === 'string'
        ? {
            personId: assignee['personId'],
            name: typeof assignee['name'] === 'string' ? assignee['name'] : '',
            isYou: assignee['isYou'] === true,
            takenAt: typeof assignee['takenAt'] === 'string' ? assignee['takenAt'] : '',
          }
        : null,
  };
}

export function readWorkPage(answer: unknown): OwnerPage<WorkItem> | undefined {
  if (!isFields(answer) || !Array.isArray(answer['data'])) return undefined;
  const next = answer['next'];
  return {
    rows: answer['data'].map(readItem).filter((item) => item !== undefined),
    next: typeof next === 'string' ? next : null,
  };
}

export const readWorkItem = (answer: unknown): WorkItem | undefined =>
  isFields(answer) ? readItem(answer['data']) : undefined;

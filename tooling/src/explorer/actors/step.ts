import { type Endpoint, type Life, type LifeStep, type ParamsOf, statusesOf } from '@kinmel/contracts';
import type { Shop } from '../shop/open-shop.ts';
import type { Random } from '../simulation/random.ts';
import { runAsProcess } from '../simulation/simulation.ts';
import { type Answer, asha, ask, type CallOptions, customers, type Person, staff, textOf } from './people.ts';
import type { View } from './view.ts';

/** An action of a person: its text in the story, and its calls. */
export interface Action {
  readonly by: Person;
  /** The text without the name of the person. */
  readonly says: string;
  readonly work: (shop: Shop) => Promise<Answer>;
}

/** Starts an action and adds it to the story; it continues while others act. */
export function begin(shop: Shop, { by, says, work }: Action): void {
  const { simulation } = shop;
  const sentence = `${by.name} ${says}.`;
  simulation.tell(sentence);
  void runAsProcess(shop.people, async () => {
    await simulation.waitForTurn(sentence);
    const answer = await work(shop);
    const refusal = answer && answer.status >= 400 ? ` ${textOf(answer.body, 'message')}` : '';
    simulation.tell(`    ${sentence} → ${answer?.status ?? 'no answer'}${refusal}`);
  });
}

export type RecordKind = Exclude<keyof View, 'deletedAccounts' | 'balances'>;
export type Records = { readonly [Kind in RecordKind]: View[Kind][number] };

export const recordsOf = (view: View, kind: RecordKind): readonly Records[RecordKind][] => view[kind];

/** The context in which a step is prepared. */
export interface Moment {
  readonly view: View;
  readonly random: Random;
  /** The record's name in the story. */
  readonly recordName: string;
  /** A staff member. */
  readonly admin: Person;
}

/** The steps of one kind of record. */
interface StepDefinition<Kind extends RecordKind> {
  /** The probability weight of the step. */
  readonly weight: number;
  /** Whether the step is expected to succeed now. Others are tried too, and the shop must refuse them. */
  when(record: Records[Kind], view: View): boolean;
  /** Whether the step happens at a provider, so that the shop cannot refuse it. */
  readonly isElsewhere?: boolean;
  readonly take: (record: Records[Kind], moment: Moment) => Action;
}

export interface Step extends StepDefinition<RecordKind> {
  readonly name: string;
  readonly on: RecordKind;
}

export const stepsOn = <Kind extends RecordKind>(
  on: Kind,
  steps: Readonly<Record<string, StepDefinition<Kind>>>,
): Step[] =>
  Object.entries(steps).map(([name, step]) => ({ ...(step as StepDefinition<RecordKind>), name, on }));

/** The action that calls an endpoint. */
export const calls = <E extends Endpoint>(
  by: Person,
  says: string,
  endpoint: E,
  question: Omit<CallOptions, 'endpoint'> & { readonly params?: ParamsOf<E> } = {},
): Action => ({ by, says, work: (shop) => ask(shop, by, { endpoint, ...question }) });

/** The note of staff when they change a record. */
export const note = 'As agreed by phone.';

/**
 * A staff member calls an endpoint whose address names the record.
 * @param says text with `{record}` for the record and `{to}` for the new status
 */
export const byStaff =
  <Row extends { readonly _id: string }>(
    says: string,
    endpoint: Endpoint,
    bodyOf: (record: Row, moment: Moment, to: string) => object,
  ) =>
  (record: Row, moment: Moment, to = ''): Action => {
    const names = endpoint.path.match(/(?<=\{)\w+(?=\})/g) ?? [];
    const params = Object.fromEntries(names.map((name) => [name, record._id]));
    const sentence = says.replace('{record}', moment.recordName).replace('{to}', to);
    return calls(moment.admin, sentence, endpoint, { params, body: bodyOf(record, moment, to) });
  };

/** A staff member sets the status of a request. */
export const setsStatus = (endpoint: Endpoint) =>
  byStaff('sets {record} to {to}', endpoint, ({ version }: Records['return'], _, status) => ({
    status,
    version,
    adminNotes: note,
  }));

/** The owner of a record; Asha if its account was deleted. */
export const ownerOf = ({ userId }: { readonly userId: string | null }): Person =>
  customers.find(({ id }) => id === userId) ?? asha;

type Call<Kind extends RecordKind> = (record: Records[Kind], moment: Moment, to: string) => Action;

/**
 * The steps of a declared life: one for each transition by a person, and one in which staff set an arbitrary status, if
 * staff may set it.
 */
export function stepsOfLife<Kind extends RecordKind>(
  on: Kind,
  life: Life,
  {
    statusOf,
    weights,
    set,
    ...endpoints
  }: {
    readonly statusOf: (record: Records[Kind]) => string;
    /** Weights by target status or endpoint. By default 6, or 1 for steps that need a note. */
    readonly weights: Readonly<Record<string, number>>;
    /** Sets a status. */
    readonly set?: Call<Kind>;
  } & Readonly<Record<string, Call<Kind> | object>>,
): Step[] {
  const steps = new Map<string, StepDefinition<Kind>>();
  const callOf = ({ endpoint }: LifeStep) => (endpoint === undefined ? set : endpoints[endpoint]);
  for (const step of life.steps) {
    const call = callOf(step);
    if (typeof call !== 'function' || step.by.every((by) => by === 'shop')) continue;
    const { to, endpoint = to, needsNote } = step;
    for (const from of step.from)
      steps.set(`${on} ${from}: ${endpoint}`, {
        weight: weights[endpoint] ?? (needsNote ? 1 : 6),
        when: (record) => statusOf(record) === from,
        take: (record, moment) => call(record, moment, to) as Action,
      });
  }
  if (set)
    steps.set(`${on}: any status`, {
      weight: 1,
      when: () => true,
      take: (record, moment) => set(record, moment, moment.random.pick(statusesOf(life))),
    });
  return stepsOn(on, Object.fromEntries(steps));
}

/** All ids in a record. */
export function idsIn(record: unknown): string[] {
  const ids = JSON.stringify(record).match(/\b[0-9a-f]{24}\b/g) ?? [];
  return [...new Set(ids)];
}

/** The action of a step, and the ids that its record shares with related ones. */
export function prepare({ on, take }: Step, index: number, view: View, random: Random) {
  const record = recordsOf(view, on)[index];
  if (record === undefined) return undefined;
  const recordName = on === 'customer' ? (record as Person).name : `${on} ${index + 1}`;
  return {
    ...take(record, { view, random, recordName, admin: random.pick(staff) }),
    touches: idsIn(record),
  };
}

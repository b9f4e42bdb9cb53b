/** Color of a status; the chip of the design system has the same names. */
export type Tone = 'warn' | 'info' | 'violet' | 'ok' | 'pine' | 'bad' | 'mute';

/** Who the record waits for. */
export type Stage = 'open' | 'with-customer' | 'closed';

/** `shop`: a program, such as one that an event causes. */
export type By = 'customer' | 'staff' | 'shop';

/** What a step has to claim at its owner before it is taken. */
export type Claim = 'pieces-of-order' | 'phone' | 'sell-request';

/** Time from the receipt of the record, or from the step to the status; in business days it ends with the last one. */
export type Promised = { readonly hours: number } | { readonly businessDays: number };

export interface LifeStatus {
  /** The word that staff read. */
  readonly word: string;
  readonly tone: Tone;
  readonly stage: Stage;
  /** When staff act at the latest. Absent: nothing is promised, or the record itself says it (priority, appointment). */
  readonly promised?: Promised;
  /** Work on it has begun, so that personal data are needed until it is closed. */
  readonly isBegun?: true;
}

export interface LifeStep<Status extends string = string> {
  readonly from: readonly Status[];
  readonly to: Status;
  readonly by: readonly By[];
  readonly needsNote?: true;
  readonly claim?: Claim;
  /** The type of the published event; absent: that of the life. */
  readonly event?: string;
  /** The endpoint that takes it; absent: the one that sets a status, or none for steps of the shop. */
  readonly endpoint?: string;
}

/** The whole life of one kind of record: its statuses in their usual order, and its steps. */
export interface Life<Status extends string = string> {
  readonly statuses: Readonly<Record<Status, LifeStatus>>;
  /** The type of the event of steps that name no other one; absent: they publish none. */
  readonly event?: string;
  readonly steps: readonly LifeStep<Status>[];
  /** Steps of staff that are not declared: taken with a note, except from these statuses; absent: refused. */
  readonly otherSteps?: { readonly notFrom: readonly Status[] };
}

export type StatusOf<L> = L extends Life<infer Status> ? Status : never;

/** A status as its customer reads it. */
export interface CustomerWords {
  readonly name: string;
  readonly tone: Tone;
  /** What comes next. */
  readonly next: string;
  /** Ended without success: a page offers a new request. */
  readonly isOver?: true;
  /** The mail about it: what follows "Your order", and its first sentence. */
  readonly mail: readonly [title: string, text: string];
}

/** Infers the statuses, and allows no other ones in the steps. */
export const defineLife = <const Status extends string>(
  life: Pick<Life<Status>, 'statuses'> & Omit<Life<NoInfer<Status>>, 'statuses'>,
): Life<Status> => life;

/** In their usual order; never empty, as the schemas of the contracts need it. */
export const statusesOf = <Status extends string>({ statuses }: Life<Status>) =>
  Object.keys(statuses) as [Status, ...Status[]];

export const statusesIn = <Status extends string>(
  life: Life<Status>,
  ...stages: readonly Stage[]
): Status[] => statusesOf(life).filter((status) => stages.includes(life.statuses[status].stage));

export const begunStatuses = <Status extends string>(life: Life<Status>): Status[] =>
  statusesOf(life).filter((status) => life.statuses[status].isBegun);

export const isClosed = <Status extends string>({ statuses }: Life<Status>, status: Status): boolean =>
  statuses[status].stage === 'closed';

export const wordOf = <Status extends string>({ statuses }: Life<Status>, status: Status): string =>
  statuses[status].word;

export const stepBetween = <Status extends string>(
  { steps }: Life<Status>,
  from: Status,
  to: Status,
  by: By,
): LifeStep<Status> | undefined =>
  steps.find((step) => step.from.includes(from) && step.to === to && step.by.includes(by));

/** The next statuses that are set as such, without the steps that have an endpoint of their own. */
export const usualStepsOf = <Status extends string>(
  { steps }: Life<Status>,
  from: Status,
  by: By = 'staff',
): Status[] =>
  steps
    .filter((step) => step.from.includes(from) && step.by.includes(by) && step.endpoint === undefined)
    .map(({ to }) => to);

/** Whether staff may set a status, perhaps with a note. */
export const maySet = <Status extends string>(life: Life<Status>, from: Status, to: Status): boolean =>
  from === to ||
  usualStepsOf(life, from).includes(to) ||
  (life.otherSteps !== undefined && !life.otherSteps.notFrom.includes(from));

/** Whether the step of staff needs a note: it is not a usual one, or its customer must read why. */
export function needsNote<Status extends string>(life: Life<Status>, from: Status, to: Status): boolean {
  if (from === to) return false;
  const usual = usualStepsOf(life, from).includes(to) ? stepBetween(life, from, to, 'staff') : undefined;
  return usual === undefined || usual.needsNote === true;
}

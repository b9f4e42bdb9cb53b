/** Color of a status; the chip of the design system has the same names. */
export type Tone = 'warn' | 'info' | 'violet' | 'ok' | 'pine' | 'bad' | 'mute';

/** Who has to act next. */
export type Stage = 'open' | 'with-customer' | 'closed';

/** `shop` is a program, for example the handler of an event. */
export type By = 'customer' | 'staff' | 'shop';

/** What must be claimed from the service that owns it before the step. */
export type Claim = 'pieces-of-order' | 'phone' | 'sell-request';

/**
 * Counted from the receipt of the record, or from the step to the status; a time in business days ends with the last of
 * them.
 */
export type Promised = { readonly hours: number } | { readonly businessDays: number };

export interface LifeStatus {
  /** The word that staff read. */
  readonly word: string;
  readonly tone: Tone;
  readonly stage: Stage;
  /** Deadline for staff. Absent when nothing is promised, or when the record determines it (priority, appointment). */
  readonly promised?: Promised;
  /** Work has begun, so personal data are kept until the record is closed. */
  readonly isBegun?: true;
}

export interface LifeStep<Status extends string = string> {
  readonly from: readonly Status[];
  readonly to: Status;
  readonly by: readonly By[];
  readonly needsNote?: true;
  readonly claim?: Claim;
  /** The type of the published event; by default that of the life. */
  readonly event?: string;
  /** The endpoint of the step; by default the one that sets a status, or none for steps of the shop. */
  readonly endpoint?: string;
}

/** The whole life of one kind of record: its statuses in their usual order, and its steps. */
export interface Life<Status extends string = string> {
  readonly statuses: Readonly<Record<Status, LifeStatus>>;
  /** The event type of steps that name no other one; absent when they publish none. */
  readonly event?: string;
  readonly steps: readonly LifeStep<Status>[];
  /** Lets staff take undeclared steps with a note, except from these statuses; without it they cannot. */
  readonly otherSteps?: { readonly notFrom: readonly Status[] };
}

export type StatusOf<L> = L extends Life<infer Status> ? Status : never;

/** The texts of a status for its customer. */
export interface CustomerWords {
  readonly name: string;
  readonly tone: Tone;
  /** The next step, in words. */
  readonly next: string;
  /** A negative end: a page offers a new request. */
  readonly isOver?: true;
  /** The texts of its mail: the continuation of "Your order", and the first sentence. */
  readonly mail: readonly [title: string, text: string];
}

type StatusTexts = Omit<CustomerWords, 'name' | 'tone'> & Partial<CustomerWords>;

/** The texts of a life for its customers. A status without its own name or color has those that staff see. */
export const customerWords = <Status extends string, ExtraTexts = unknown>(
  { statuses }: Life<Status>,
  words: Readonly<Record<Status, StatusTexts & ExtraTexts>>,
): Readonly<Record<Status, CustomerWords & ExtraTexts>> =>
  Object.assign(
    {},
    ...Object.entries<StatusTexts>(words).map(([status, texts]) => {
      const { word: name, tone } = statuses[status as Status];
      return { [status]: { name, tone, ...texts } };
    }),
  );

/** Infers the statuses, and allows no other ones in the steps. */
export const defineLife = <const Status extends string>(
  life: Pick<Life<Status>, 'statuses'> & Omit<Life<NoInfer<Status>>, 'statuses'>,
): Life<Status> => life;

/** Statuses in their usual order; never empty, because the schemas of the contracts need one. */
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

/** The next statuses that are set directly, without the steps that have their own endpoint. */
export const usualStepsOf = <Status extends string>(
  { steps }: Life<Status>,
  from: Status,
  by: By = 'staff',
): Status[] =>
  steps
    .filter((step) => step.from.includes(from) && step.by.includes(by) && step.endpoint === undefined)
    .map(({ to }) => to);

/** Whether staff may set a status, possibly with a note. */
export const canSetStatus = <Status extends string>(life: Life<Status>, from: Status, to: Status): boolean =>
  from === to ||
  usualStepsOf(life, from).includes(to) ||
  (life.otherSteps !== undefined && !life.otherSteps.notFrom.includes(from));

/** Whether a step of staff needs a note, because it is unusual or because the customer must be told the reason. */
export function needsNote<Status extends string>(life: Life<Status>, from: Status, to: Status): boolean {
  if (from === to) return false;
  const usual = usualStepsOf(life, from).includes(to) ? stepBetween(life, from, to, 'staff') : undefined;
  return usual === undefined || usual.needsNote === true;
}

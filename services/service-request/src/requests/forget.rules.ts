import { type ChangeContext, next, type RequestState } from './request.rules.ts';

/** How long personal data stay (G11), in days. */
export interface Retention {
  readonly requestDays: number;
  readonly photoDays: number;
}

/** What the statuses of a kind mean for the person in the request. */
export interface Stages<Status extends string> {
  readonly closed: readonly Status[];
  /** The shop has begun with it: it needs to know whose it is. */
  readonly begun: readonly Status[];
  /** What an open request that nobody has begun with becomes when its account is gone. */
  readonly withdrawn: Status;
}

/** What has to leave requests of a kind, and when. */
export interface Forgetting<State> {
  /** When something personal has to leave next; null while nothing has to. */
  readonly dueAt: (state: State) => Date | null;
  /** The request without what is due. */
  readonly forget: (state: State, context: ChangeContext) => State;
}

const dayMs = 24 * 60 * 60_000;
export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);

/** Stands where a person was. */
const goneCustomer = {
  name: 'Deleted customer',
  email: '',
  phone: '',
  userId: null,
  adminNotes: '',
} as const;

/** G10 and G11 of one kind. `personal` are the kind's own fields that leave with the person, as they are afterwards. */
export function forgettingOf<State extends RequestState<Status>, Status extends string>(
  { closed, begun, withdrawn }: Stages<Status>,
  personal: Partial<State>,
  { requestDays }: Pick<Retention, 'requestDays'>,
): Forgetting<State> {
  const isClosed = ({ status }: State) => closed.includes(status);
  return {
    dueAt(state) {
      if (state.forgottenAt) return null;
      if (isClosed(state))
        return state.isCustomerGone ? state.updatedAt : daysAfter(state.updatedAt, requestDays);
      return state.isCustomerGone && !begun.includes(state.status) ? state.updatedAt : null;
    },

    forget(state, context) {
      const fields = {
        ...goneCustomer,
        ...personal,
        status: isClosed(state) ? state.status : withdrawn,
        // Nobody is left who could follow it.
        linkGeneration: state.linkGeneration + 1,
        forgottenAt: context.now,
      };
      const steps = isClosed(state)
        ? []
        : [{ what: 'status' as const, from: state.status, to: withdrawn, note: '' }];
      // The fields are those of every request and those that the kind gave.
      const after = next(state, fields as Partial<State>, context, ...steps);
      return { ...after, history: after.history.map((entry) => ({ ...entry, note: '' })) };
    },
  };
}

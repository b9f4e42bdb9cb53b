import { dayMs } from '@kinmel/contracts';
import { photosOf, withoutPhotos } from '../photos/photos-of-request.rules.ts';
import {
  type ChangeContext,
  type KindRules,
  nextState,
  type RequestState,
  statusStep,
} from './request.rules.ts';

/** Retention in days (SR-G11). */
export interface Retention {
  readonly requestDays: number;
  readonly photoDays: number;
}

const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);

/** Replaces the personal data that every kind has. */
const deletedCustomer = {
  name: 'Deleted customer',
  email: '',
  phone: '',
  userId: null,
  adminNotes: '',
} as const;

const hasStatusIn = (statuses: readonly string[], { status }: RequestState) => statuses.includes(status);

/** When to erase the personal data; null while the shop needs it. */
function personDueAt<State extends RequestState>(
  rules: KindRules<State>,
  state: State,
  { requestDays }: Retention,
): Date | null {
  const { stages } = rules;
  if (state.forgottenAt || rules.isWithShop?.(state)) return null;
  if (hasStatusIn(stages.closed, state))
    return state.isCustomerDeleted
      ? (rules.goodsAwaitedUntil?.(state) ?? state.updatedAt)
      : daysAfter(state.updatedAt, requestDays);
  return state.isCustomerDeleted && !hasStatusIn(stages.begun, state) ? state.updatedAt : null;
}

/** SR-G10, SR-G11: when to erase the next personal data. Photos are erased before the other data, never after. */
export function forgetAtOf<State extends RequestState>(
  rules: KindRules<State>,
  state: State,
  retention: Retention,
): Date | null {
  const person = personDueAt(rules, state, retention);
  const photo = photosOf(state).length > 0 ? daysAfter(state.createdAt, retention.photoDays) : null;
  return person === null || (photo !== null && photo < person) ? photo : person;
}

/** SR-G10, SR-G11: erases the personal data that is due. */
export function forget<State extends RequestState>(
  rules: KindRules<State>,
  state: State,
  retention: Retention,
  context: ChangeContext,
): State {
  const due = personDueAt(rules, state, retention);
  // Erasing only the photos does not change `updatedAt`, on which the other dates depend.
  if (due === null || due > context.now)
    return {
      ...nextState(state, withoutPhotos(state) as Partial<State>, context),
      updatedAt: state.updatedAt,
    };
  const { closed, withdrawn } = rules.stages;
  const fields = {
    ...deletedCustomer,
    ...rules.personal(state),
    ...withoutPhotos(state),
    status: hasStatusIn(closed, state) ? state.status : withdrawn,
    // Invalidates the link.
    linkGeneration: state.linkGeneration + 1,
    forgottenAt: context.now,
  };
  const steps = hasStatusIn(closed, state) ? [] : [statusStep(state.status, withdrawn)];
  const after = nextState(state, fields as Partial<State>, context, ...steps);
  return { ...after, history: after.history.map((entry) => ({ ...entry, note: '' })) };
}

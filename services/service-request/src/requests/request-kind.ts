import type { TrackedRequest } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import type { SlotCalendar } from '../repair-bookings/slot.rules.ts';
import type { KindRules, RequestState } from './request.rules.ts';

/** What the holder of a link sees of a kind; the rest is the same for all. */
export type TrackedPart = Pick<TrackedRequest, 'actions'> &
  Partial<Pick<TrackedRequest, 'quote' | 'appointment' | 'offered' | 'ordered'>>;

/** A kind of request: everything in which it differs from the others. The frame in this folder does the rest. */
export interface RequestKindDeclaration<State extends RequestState> extends KindRules<State> {
  /** What the secrets of its links begin with. */
  readonly linkLetter: string;
  readonly collection: string;
  readonly statuses: readonly State['status'][];
  /** Its own fields in the database, in the words of mongoose. */
  readonly fields: mongoose.SchemaDefinition;
  readonly indexes?: readonly (readonly [mongoose.IndexDefinition, mongoose.IndexOptions?])[];
  /** Fields of the store alone, which no state has. */
  readonly storeFields?: readonly string[];
  /** What staff find a request by. */
  searchedBy(state: State): readonly string[];
  /** The fields that `subjectOf` reads. */
  readonly subjectFields: readonly string[];
  /** A request as staff see it, besides what is the same for all. */
  answer(state: State): object;
  tracked(state: State, now: Date, calendar: SlotCalendar): TrackedPart;
  /** Its own fields that staff change and the audit may keep with their values (G14). */
  audited?(state: State): Readonly<Record<string, unknown>>;
}

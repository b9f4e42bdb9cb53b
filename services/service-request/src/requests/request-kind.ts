import type { Searched, TrackedRequest } from '@kinmel/contracts';
import type { CsvValue, Index } from '@kinmel/service-kit';
import type { SlotCalendar } from '../repair-bookings/slot.rules.ts';
import type { KindRules, Rate, RequestState } from './request.rules.ts';

/** The part of a tracked request that depends on its kind. */
export type TrackedPart = Pick<TrackedRequest, 'actions'> &
  Partial<Pick<TrackedRequest, 'quote' | 'appointment' | 'offered' | 'ordered' | 'returned'>>;

/** The definition of a kind of request. The code in this folder does everything else. */
export interface RequestKindDeclaration<State extends RequestState> extends KindRules<State> {
  /** First letter of the kind's tracking tokens. */
  readonly linkLetter: string;
  readonly collection: string;
  readonly statuses: readonly State['status'][];
  readonly indexes?: readonly Index[];
  /** Names of indexes that an earlier release declared. */
  readonly retiredIndexes?: readonly string[];
  /** The refusal of a new request that violates another unique index than that of the idempotency key. */
  readonly takenText?: string;
  /** Default values of fields that older requests lack. */
  readonly oldFields?: Partial<State>;
  /** Stored fields that are not part of the state. */
  readonly storeFields?: readonly string[];
  /** What the search of staff covers in addition to the person and the reference. */
  searchedBy(state: State): Partial<Pick<Searched, 'texts' | 'codes'>>;
  readonly subjectFields: readonly string[];
  /** Fields of the kind in the answer for staff. */
  answer(state: State): object;
  /**
   * Fields of the kind on the tracking page.
   * @param link tracking link of the request, `/request-links/<token>`
   * @param rate for kinds that need it; undefined when it is unknown
   */
  tracked(state: State, now: Date, calendar: SlotCalendar, link: string, rate: Rate | undefined): TrackedPart;
  /** Cells of the CSV that are not fields of the answer (SR-G12). */
  cells?(state: State): Readonly<Record<string, CsvValue>>;
  /** Audited fields of the kind (SR-G14); they must not be personal. */
  audited?(state: State): Readonly<Record<string, unknown>>;
}

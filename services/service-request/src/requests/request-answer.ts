import type { RequestHistoryAnswer, TrackedRequest } from '@kinmel/contracts';
import { paginationOf } from '@kinmel/service-kit';
import { type HistoryEntry, type Rate, type RequestState, referenceOf } from './request.rules.ts';
import type { RequestKindDeclaration } from './request-kind.ts';
import type { RequestsPage, RequestsStore } from './requests.store.ts';
import type { RequestsContext } from './submit-request.ts';

/** Leaves out which member of staff made the change (SR-G4). */
const historyAnswer = ({ who: _who, at, ...entry }: HistoryEntry): RequestHistoryAnswer => ({
  ...entry,
  at: at.toISOString(),
});

const commonFields = (request: RequestState) => ({
  id: request.id,
  history: request.history.map(historyAnswer),
  createdAt: request.createdAt.toISOString(),
  updatedAt: request.updatedAt.toISOString(),
  version: request.version,
});

export const staffAnswer = <State extends RequestState, KindFields extends object>(
  kind: Pick<RequestKindDeclaration<State>, 'usualSteps'> & { answer(state: State): KindFields },
  request: State,
) => {
  const status = request.status as State['status'];
  return {
    ...commonFields(request),
    _id: request.id,
    status,
    adminNotes: request.adminNotes,
    usualSteps: [...kind.usualSteps[status]],
    ...kind.answer(request),
  };
};

/** SR-T3: the view of a link's holder, without personal data. */
export const trackedAnswer = <State extends RequestState>(
  kind: RequestKindDeclaration<State>,
  request: State,
  { now, calendar, links }: Pick<RequestsContext, 'now' | 'calendar' | 'links'>,
  rate?: Rate,
): TrackedRequest => ({
  ...commonFields(request),
  kind: kind.kind,
  reference: referenceOf(request),
  subject: kind.subjectOf(request),
  status: request.status,
  note: request.adminNotes,
  quote: null,
  appointment: null,
  offered: null,
  ordered: null,
  returned: null,
  hasPhoto: request.photoId !== null,
  ...kind.tracked(request, now(), calendar, links.linkOf(kind, request), rate),
});

interface PageQuery {
  readonly page: number;
  readonly limit: number;
  readonly status: string;
  readonly search: string;
}

/** `all` and an empty status mean every status. */
export const filterOf = ({
  status,
  search,
}: Pick<PageQuery, 'status' | 'search'>): Pick<RequestsPage, 'status' | 'search'> => ({
  status: status === '' || status === 'all' ? undefined : status,
  search,
});

export async function pageOfRequests<State extends RequestState>(
  requests: RequestsStore<State>,
  query: PageQuery,
) {
  const { page, limit } = query;
  const { states, total } = await requests.list({ ...filterOf(query), skip: (page - 1) * limit, limit });
  const { totalPages, hasPrev, hasNext } = paginationOf(query, total);
  return { states, pagination: { currentPage: page, totalPages, totalRequests: total, hasPrev, hasNext } };
}

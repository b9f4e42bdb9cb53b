import type { RequestHistoryAnswer, RequestKind } from '@kinmel/contracts';
import { type HistoryEntry, type RequestState, referenceOf } from './request.rules.ts';
import type { RequestsPage } from './requests.store.ts';

/** Which person of the staff it was stays inside. */
export const historyAnswer = ({ at, by, what, from, to, note }: HistoryEntry): RequestHistoryAnswer => ({
  at: at.toISOString(),
  by,
  what,
  from,
  to,
  note,
});

/** What the holder of a link sees of a request of any kind: nothing that tells a finder of the link whose it is (T3). */
export const trackedFields = (kind: RequestKind, subject: string, request: RequestState) => ({
  kind,
  id: request.id,
  reference: referenceOf(request),
  subject,
  status: request.status,
  note: request.adminNotes,
  history: request.history.map(historyAnswer),
  createdAt: request.createdAt.toISOString(),
  updatedAt: request.updatedAt.toISOString(),
  version: request.version,
});

interface PageQuery {
  readonly page: number;
  readonly limit: number;
  readonly status: string;
  readonly search: string;
}

/** `all` and nothing mean every status. */
export const pageOf = ({ page, limit, status, search }: PageQuery): RequestsPage => ({
  status: status === '' || status === 'all' ? undefined : status,
  search,
  skip: (page - 1) * limit,
  limit,
});

export function paginationOf({ page, limit }: Pick<PageQuery, 'page' | 'limit'>, totalRequests: number) {
  const totalPages = Math.ceil(totalRequests / limit);
  return { currentPage: page, totalPages, totalRequests, hasNext: page < totalPages, hasPrev: page > 1 };
}

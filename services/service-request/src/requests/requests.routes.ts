import { requestEndpoints as endpoints, type QueryOf, requestColumns } from '@kinmel/contracts';
import {
  type AnyWorkSource,
  type AuditContext,
  auditEntry,
  bulkOutcomes,
  type CsvAnswer,
  type CsvValue,
  csvAnswer,
  type Route,
  route,
  type StaffCall,
  type WorkSource,
} from '@kinmel/service-kit';
import { updateStatus } from './change-request.ts';
import type { RequestState } from './request.rules.ts';
import { filterOf } from './request-answer.ts';
import type { AnyKind } from './requests.store.ts';
import type { RequestsContext } from './submit-request.ts';

/** The routes for lists of all kinds. */
export const requestsRoutes = (context: RequestsContext & AuditContext): Route[] => [
  route(endpoints.countNewRequests, async ({ query: { kind, since, ...filter } }) => {
    const { count, since: from = context.now() } = await context.requests[kind].countSince(
      filterOf(filter),
      since === undefined ? undefined : new Date(since),
    );
    return { count, since: from.toISOString() };
  }),
  route(endpoints.exportRequests, ({ query, staff }) => exportRequests(context, query, staff)),
  // Each request is saved on its own, so that a refused one does not stop the others (SR-G8).
  route(endpoints.bulkUpdateRequests, async ({ body, log, ...caller }) => {
    const { kind, status, adminNotes } = body;
    const update = ({ id, version }: { id: string; version: number }) =>
      updateStatus(context, context.requests[kind], id, { status, adminNotes, version }, caller);
    return bulkOutcomes(body.requests, update, log);
  }),
];

/** SR-G12: all requests of a list as CSV, in the order of the list. */
export async function exportRequests(
  { requests, audit }: Pick<RequestsContext, 'requests'> & AuditContext,
  { kind, status, search, columns }: QueryOf<typeof endpoints.exportRequests>,
  by?: StaffCall,
): Promise<CsvAnswer> {
  // The search text may be a customer's name, so the audit does not contain it.
  const after = { status, columns, ...(search === '' ? {} : { search }) };
  await audit.keep(auditEntry(by, { kind, id: null }, { after, shownFields: ['status', 'columns'] }));
  const headings: Readonly<Record<string, string>> = requestColumns[kind];
  const rows = cellsOf(requests[kind].kind, requests[kind].readAll(filterOf({ status, search })));
  return csvAnswer(
    `${kind}s.csv`,
    (columns ?? Object.keys(headings)).map((name) => ({
      head: headings[name] ?? name,
      valueOf: (cells: Readonly<Record<string, CsvValue>>) => cells[name],
    })),
    rows,
  );
}

async function* cellsOf(kind: AnyKind, states: AsyncIterable<RequestState>) {
  for await (const state of states) {
    const { id, name, email, phone, status, createdAt } = state;
    const data = kind.answer(state) as Readonly<Record<string, CsvValue>>;
    yield { ...data, ...kind.cells?.(state), id, customer: name, email, phone, status, submitted: createdAt };
  }
}

/** The entry of a kind in the work queue. */
export const workSourceOf = (kind: AnyKind): AnyWorkSource =>
  ({
    kind: kind.kind,
    collection: kind.collection,
    fields: [...kind.subjectFields, 'status', 'name'],
    describe: (request) => ({
      title: kind.subjectOf(request),
      status: request.status,
      // Missing when the key that sealed it is missing.
      customerName: request.name ?? '',
    }),
  }) satisfies WorkSource<RequestState>;

import { eventsOfRecord } from '@kinmel/contracts';
import { type Route, route } from '../../http/route.ts';
import type { ReadRecordEvents } from './read-record-events.ts';

/** The route by which an admin follows a record: what this service published about it, and what it received. */
export function recordEventsRoutes(
  service: keyof typeof eventsOfRecord,
  { readRecordEvents }: { readonly readRecordEvents: ReadRecordEvents },
): Route[] {
  return [
    route(eventsOfRecord[service], async ({ query: { record } }) => ({
      success: true as const,
      ...(await readRecordEvents(record)),
    })),
  ];
}

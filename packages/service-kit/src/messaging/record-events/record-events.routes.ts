import { eventsOfRecord } from '@kinmel/contracts';
import { type Route, route } from '../../http/route.ts';
import type { ReadRecordEvents } from './read-record-events.ts';

/** Shows the events of a record, for admins. */
export function recordEventsRoutes(
  service: keyof typeof eventsOfRecord,
  { readRecordEvents }: { readonly readRecordEvents: ReadRecordEvents },
): Route[] {
  return [
    route(eventsOfRecord[service], async ({ query: { record } }) => ({
      ...(await readRecordEvents(record)),
    })),
  ];
}

import { createEvent, type WireEvent } from '@kinmel/service-kit';
import type { Decision } from './offer.rules.ts';

/** Wraps the rules' events in envelopes. */
export const eventsOf = ({ offer, events }: Decision, traceparent: string | undefined): WireEvent[] =>
  events.map(({ definition, data }) =>
    createEvent(definition, { aggregateId: offer.id, aggregateVersion: offer.version, data, traceparent }),
  );

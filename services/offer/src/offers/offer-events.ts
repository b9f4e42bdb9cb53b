import { createEvent, type WireEvent } from '@kinmel/service-kit';
import type { Decision } from './offer.rules.ts';

/** Puts the rules' events in their envelopes. */
export const eventsOf = ({ offer, events }: Decision, traceparent: string | undefined): WireEvent[] =>
  events.map(({ definition, data }) =>
    createEvent(definition, { aggregateId: offer.id, aggregateVersion: offer.version, data, traceparent }),
  );

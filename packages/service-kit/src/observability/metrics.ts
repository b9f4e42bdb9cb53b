import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly outboxWaiting: Gauge;
  readonly outboxOldestSeconds: Gauge;
  readonly eventsPublished: Counter<'type' | 'outcome'>;
  readonly eventsHandled: Counter<'queue' | 'outcome'>;
  readonly eventSeconds: Histogram<'queue'>;
  readonly eventsParked: Gauge<'queue'>;
  readonly eventsRepublished: Counter;
  /** Overdue and unsettled holds, because order did not answer. */
  readonly holdsOverdue: Gauge;
  /** Work that should have finished on its own; above 0 it needs attention. */
  readonly stuck: Gauge<'what'>;
}

/**
 * The metrics of every service at `/metrics`. Labels are routes, queues and outcomes, never ids, so that their number
 * stays bounded. `withProcess` adds those of Node (event-loop delay, memory, garbage collection).
 */
export function createMetrics(service: string, { withProcess = false } = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  // Ten samples a second suffice for noticeable delays; the library's default of a hundred costs more than everything
  // else in an idle service.
  if (withProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const registers = [registry];
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    outboxWaiting: new Gauge({
      name: 'outbox_waiting_events',
      help: 'Events saved and not yet confirmed by the broker.',
      registers,
    }),
    outboxOldestSeconds: new Gauge({
      name: 'outbox_oldest_seconds',
      help: 'Age of the oldest event that waits for the broker.',
      registers,
    }),
    eventsPublished: new Counter({
      name: 'events_published_total',
      help: 'Attempts to publish an event, by outcome: confirmed, returned (no queue is bound), undelivered (one consumer’s queue takes nothing) or failed.',
      labelNames: ['type', 'outcome'],
      registers,
    }),
    eventsHandled: new Counter({
      name: 'events_handled_total',
      help: 'Deliveries by outcome: done, repeated, retried or parked.',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
    eventSeconds: new Histogram({
      name: 'event_handling_seconds',
      help: 'Time to handle one delivery.',
      labelNames: ['queue'],
      buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
      registers,
    }),
    eventsParked: new Gauge({
      name: 'events_parked',
      help: 'Messages that wait in a parking queue for a person.',
      labelNames: ['queue'],
      registers,
    }),
    eventsRepublished: new Counter({
      name: 'events_republished_total',
      help: 'Events sent again because a consumer said that it never had them.',
      registers,
    }),
    holdsOverdue: new Gauge({
      name: 'holds_overdue',
      help: 'Holds for orders that are overdue and could not be settled yet.',
      registers,
    }),
    stuck: new Gauge({
      name: 'stuck_total',
      help: 'What should have ended by itself and did not, by kind.',
      labelNames: ['what'],
      registers,
    }),
  };
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The metrics of every service at `/metrics`. Labels are routes, queues and outcomes, never ids, so that their number
 * stays bounded. `withProcess` adds those of Node (event-loop delay, memory, garbage collection).
 */
export function createMetrics(service: string, { withProcess = false } = {}) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  // Ten samples a second suffice for noticeable delays; the library's default of a hundred costs more than everything
  // else in an idle service.
  if (withProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const registers = [registry];
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    eventSeconds: new Histogram({
      name: 'event_handling_seconds',
      help: 'Time to handle one delivery.',
      labelNames: ['queue'],
      buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
      registers,
    }),
    outboxWaiting: gauge('outbox_waiting_events', 'Events saved and not yet confirmed by the broker.'),
    outboxOldestSeconds: gauge('outbox_oldest_seconds', 'Age of the oldest event that waits for the broker.'),
    eventsPublished: counter(
      'events_published_total',
      'Attempts to publish an event, by outcome: confirmed, returned (no queue), undelivered (the queue of one consumer refuses) or failed.',
      'type',
      'outcome',
    ),
    eventsHandled: counter(
      'events_handled_total',
      'Deliveries by outcome: done, repeated, retried or parked.',
      'queue',
      'outcome',
    ),
    eventsParked: gauge('events_parked', 'Messages in parking queues.', 'queue'),
    eventsRepublished: counter(
      'events_republished_total',
      'Events sent again because a consumer had never received them.',
    ),
    /** Overdue and unsettled holds, because the order service did not answer. */
    holdsOverdue: gauge('holds_overdue', 'Holds for orders that are overdue and could not be settled yet.'),
    /** Work that should have finished on its own; above 0 it needs attention. */
    stuck: gauge('stuck_total', 'Work that is stuck and needs attention, by kind.', 'what'),
  };
}

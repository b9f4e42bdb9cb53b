import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Sets a metric whenever metrics are collected. */
type Read<Metric> = (metric: Metric) => void | Promise<void>;

/** Creates the metrics in a registry. */
export function metricsOf(registry: Registry) {
  const registers = [registry];
  return {
    gauge: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: Label[] = [],
      read?: Read<Gauge<Label>>,
    ): Gauge<Label> => {
      const gauge: Gauge<Label> = new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect: () => read?.(gauge),
      });
      return gauge;
    },
    counter: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}

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
  const { gauge, counter, histogram } = metricsOf(registry);
  return {
    registry,
    httpSeconds: histogram(
      'http_request_duration_seconds',
      'Time from the first byte of a request to the last of its answer.',
      ['method', 'route', 'status'],
      [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    ),
    eventSeconds: histogram(
      'event_handling_seconds',
      'Time to handle one delivery.',
      ['queue'],
      [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    ),
    outboxWaiting: gauge('outbox_waiting_events', 'Events saved and not yet confirmed by the broker.'),
    outboxOldestSeconds: gauge('outbox_oldest_seconds', 'Age of the oldest event that waits for the broker.'),
    eventsPublished: counter(
      'events_published_total',
      'Attempts to publish an event, by outcome: confirmed, returned (no queue), undelivered (the queue of one consumer refuses) or failed.',
      ['type', 'outcome'],
    ),
    eventsHandled: counter(
      'events_handled_total',
      'Deliveries by outcome: done, repeated, retried or parked.',
      ['queue', 'outcome'],
    ),
    eventsParked: gauge('events_parked', 'Messages in parking queues.', ['queue']),
    eventsRepublished: counter(
      'events_republished_total',
      'Events sent again because a consumer had never received them.',
    ),
    /** Overdue and unsettled holds, because the order service did not answer. */
    holdsOverdue: gauge('holds_overdue', 'Holds for orders that are overdue and could not be settled yet.'),
    /** Work that should have finished on its own; above 0 it needs attention. */
    stuck: gauge('stuck_total', 'Work that is stuck and needs attention, by kind.', ['what']),
  };
}

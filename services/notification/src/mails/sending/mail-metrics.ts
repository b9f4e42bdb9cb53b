import { type Logger, type Metrics, metricsOf } from '@kinmel/service-kit';
import type { MailsStore } from '../mails.store.ts';

/** Metrics by template and outcome, never by address. */
export function createMailMetrics({ registry }: Metrics, mails: Pick<MailsStore, 'count'>, logger: Logger) {
  const { counter, gauge } = metricsOf(registry);
  const attempts = counter(
    'mails_total',
    'Attempts to send a mail, by outcome: sent, superseded, postponed or failed.',
    ['template', 'outcome'],
  );
  gauge('mails_kept', 'Waiting and failed mails.', ['state'], async (metric) => {
    try {
      for (const state of ['waiting', 'failed'] as const) metric.set({ state }, await mails.count(state));
    } catch (error) {
      logger.warn({ err: error }, 'mails could not be counted');
    }
  });
  return {
    count: (template: string, outcome: 'sent' | 'superseded' | 'postponed' | 'failed') =>
      attempts.inc({ template, outcome }),
  };
}

export type MailMetrics = ReturnType<typeof createMailMetrics>;

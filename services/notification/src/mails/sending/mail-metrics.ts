import type { Logger, Metrics } from '@kinmel/service-kit';
import { Counter, Gauge } from 'prom-client';
import type { MailsStore } from '../mails.store.ts';

/** Metrics by template and outcome, never by address. */
export function createMailMetrics({ registry }: Metrics, mails: Pick<MailsStore, 'count'>, logger: Logger) {
  const attempts = new Counter({
    name: 'mails_total',
    help: 'Attempts to send a mail, by outcome: sent, superseded, postponed or failed.',
    labelNames: ['template', 'outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'mails_kept',
    help: 'Waiting and failed mails.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      try {
        for (const state of ['waiting', 'failed'] as const) this.set({ state }, await mails.count(state));
      } catch (error) {
        logger.warn({ err: error }, 'mails could not be counted');
      }
    },
  });
  return {
    count: (template: string, outcome: 'sent' | 'superseded' | 'postponed' | 'failed') =>
      attempts.inc({ template, outcome }),
  };
}

export type MailMetrics = ReturnType<typeof createMailMetrics>;

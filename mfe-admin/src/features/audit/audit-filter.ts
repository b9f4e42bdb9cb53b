import { addDays } from '../../time/days.rules.ts';
import { parseShopTime } from '../../time/shop-moment.ts';
import type { AuditView } from './audit.rules.ts';

/** The query parameters of the services; `day` is a date in the shop's time zone. */
export function auditFilterOf({ person, record, kind, day }: AuditView) {
  const begin = (date: string) => parseShopTime(`${date}T00:00`).toISOString();
  const bounds = day === undefined ? {} : { from: begin(day), to: begin(addDays(day, 1)) };
  return { person, record, kind, ...bounds };
}

import { addDays } from '../../time/days.rules.ts';
import { parseShopTime } from '../../time/shop-moment.ts';
import type { AuditView } from './audit.rules.ts';

/** The query parameters of the services; `day` is a date in the shop's time zone. */
export function auditFilterOf({ person, record, kind, day }: AuditView) {
  const startOf = (date: string) => parseShopTime(`${date}T00:00`).toISOString();
  const bounds = day === undefined ? {} : { from: startOf(day), to: startOf(addDays(day, 1)) };
  return { person, record, kind, ...bounds };
}

import { addDays } from '../../time/days.rules.ts';
import { parseShopTime } from '../../time/shop-moment.ts';
import type { AuditView } from './audit.rules.ts';

/** The query of the services; a day is one of the shop. */
export function auditFilterOf({ person, record, kind, day }: AuditView) {
  const begin = (date: string) => parseShopTime(`${date}T00:00`).toISOString();
  const bounds = day === undefined ? {} : { from: begin(day), to: begin(addDays(day, 1)) };
  return { person, record, kind, ...bounds };
}

import { dayMs } from '@kinmel/contracts/browser';

/** Days are texts like "2026-11-23"; calculations use UTC, which has no daylight-saving time. */
export const timeOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, count: number): string =>
  new Date(timeOfDay(day) + count * dayMs).toISOString().slice(0, 10);

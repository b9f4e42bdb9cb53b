const timeZone = 'Asia/Kathmandu';

/** Nepal has no daylight saving time. */
const offset = '+05:45';

export const dayMs = 24 * 60 * 60_000;

/** The date of a moment in Nepal, `YYYY-MM-DD`. */
export const shopDay = (moment: Date): string => moment.toLocaleDateString('sv', { timeZone });

/** The moment at which a clock in Nepal shows `YYYY-MM-DDTHH:MM`. */
export const shopMoment = (clock: string): Date => new Date(`${clock}${offset}`);

const momentFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    ...options,
  });
  return (iso: string): string => {
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? '' : format.format(date).replace('Sept', 'Sep');
  };
};

/** "21 Nov 2026, 14:05" in Nepal time; empty for an invalid date. */
export const formatMoment = momentFormat({ year: 'numeric' });

/** "21 Nov, 14:05:09" in Nepal time. */
export const formatSecond = momentFormat({ second: '2-digit' });

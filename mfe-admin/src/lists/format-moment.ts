const momentFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Kathmandu',
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

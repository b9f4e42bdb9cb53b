import type { CanarySteps } from '@kinmel/contracts';

/** The shares of a canary, as given on the command line. */
export interface CanaryShares {
  readonly sharePercent: number;
  readonly steps?: CanarySteps | undefined;
}

const minutesPerUnit = { m: 1, h: 60, d: 1440 };
/** One week. */
const maxMinutes = 10_080;

/**
 * Reads `--canary 5,25,100` and `--every 30m`.
 * @throws with the option and the value that is wrong
 */
export function readCanaryShares(canary: string, every: string | undefined): CanaryShares {
  const [sharePercent = 0, ...shares] = canary.split(',').map((text) => {
    const share = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (share < 1 || share > 100)
      throw new Error(`--canary: expected whole numbers from 1 to 100, such as 5,25,100: "${text}".`);
    return share;
  });
  let previousShare = sharePercent;
  for (const share of shares) {
    if (share <= previousShare)
      throw new Error(`--canary: the shares must rise: ${share} after ${previousShare}.`);
    previousShare = share;
  }
  if (shares.length > 10) throw new Error('--canary: at most 10 steps.');
  if (every === undefined)
    return shares.length === 0 ? { sharePercent } : { sharePercent, steps: { shares } };
  if (shares.length === 0) throw new Error('--every: a canary with one share has no steps.');
  const [, count = '0', unit = 'm'] = /^(\d{1,5})([mhd])$/.exec(every) ?? [];
  const everyMinutes = Number(count) * minutesPerUnit[unit as keyof typeof minutesPerUnit];
  if (everyMinutes < 1 || everyMinutes > maxMinutes)
    throw new Error(`--every: expected a time from 1m to 7d, such as 30m: "${every}".`);
  return { sharePercent, steps: { shares, everyMinutes } };
}

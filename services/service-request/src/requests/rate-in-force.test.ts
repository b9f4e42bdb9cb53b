import { createLogger } from '@kinmel/service-kit';
import { createRateInForce, type ReadRate } from './rate-in-force.ts';

const rate = (shopMinorUnits: number) => ({ currency: 'USD' as const, number: 1, shopMinorUnits });
const minute = (count: number) => new Date(count * 60_000);

let now = minute(0);
const logger = createLogger({ service: 'service-request', level: 'silent' });
const reading = jest.fn<ReturnType<ReadRate>, []>();
const rateInForce = () => createRateInForce(reading, () => now, logger);
beforeEach(() => {
  now = minute(0);
  reading.mockReset();
});

describe('the rate in force (S8)', () => {
  it('is read once a minute, also by calls at once', async () => {
    reading.mockResolvedValueOnce(rate(13_500)).mockResolvedValueOnce(rate(14_000));
    const read = rateInForce();
    expect(await Promise.all([read(), read()])).toEqual([rate(13_500), rate(13_500)]);
    expect(reading).toHaveBeenCalledTimes(1);
    now = minute(1);
    expect(await read()).toEqual(rate(14_000));
  });

  it('is the last known one while order does not answer, which is asked again after a minute', async () => {
    reading.mockResolvedValueOnce(rate(13_500)).mockRejectedValueOnce(new Error('away'));
    const read = rateInForce();
    await read();
    now = minute(1);
    expect(await read()).toEqual(rate(13_500));
    expect(await read()).toEqual(rate(13_500));
    expect(reading).toHaveBeenCalledTimes(2);
    now = minute(2);
    reading.mockResolvedValueOnce(rate(14_000));
    expect(await read()).toEqual(rate(14_000));
  });

  it('is not known before order has answered once, and then asked for by each call', async () => {
    reading.mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce(rate(13_500));
    const read = rateInForce();
    expect(await read()).toBeUndefined();
    expect(await read()).toEqual(rate(13_500));
  });
});

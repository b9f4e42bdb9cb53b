import { createLogger } from '../observability/logger.ts';
import { createKeptAnswer } from './kept-answer.ts';

const minute = (count: number) => new Date(count * 60_000);

let now = minute(0);
const logger = createLogger({ service: 'service-request', level: 'silent' });
const reading = jest.fn<Promise<number | undefined>, []>();
const keptAnswer = () => createKeptAnswer(reading, { what: 'the rate', now: () => now, logger });
beforeEach(() => {
  now = minute(0);
  reading.mockReset();
});

describe('the answer of another service (SR-S8)', () => {
  it('is read once a minute, also by calls at once', async () => {
    reading.mockResolvedValueOnce(13_500).mockResolvedValueOnce(14_000);
    const read = keptAnswer();
    expect(await Promise.all([read(), read()])).toEqual([13_500, 13_500]);
    expect(reading).toHaveBeenCalledTimes(1);
    now = minute(1);
    expect(await read()).toBe(14_000);
  });

  it('is the last known one while the service does not answer, which is asked again after a minute', async () => {
    reading.mockResolvedValueOnce(13_500).mockRejectedValueOnce(new Error('away'));
    const read = keptAnswer();
    await read();
    now = minute(1);
    expect(await read()).toBe(13_500);
    expect(await read()).toBe(13_500);
    expect(reading).toHaveBeenCalledTimes(2);
    now = minute(2);
    reading.mockResolvedValueOnce(14_000);
    expect(await read()).toBe(14_000);
  });

  it('is unknown before the service has answered once, and requested by each call until then', async () => {
    reading.mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce(13_500);
    const read = keptAnswer();
    expect(await read()).toBeUndefined();
    expect(await read()).toBe(13_500);
  });
});

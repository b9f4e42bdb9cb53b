import { act, renderHook } from '@testing-library/react';
import { learnServerTime, serverNow, useServerDay } from './server-time.ts';

const answerOf = (at: number) => new Response(null, { headers: { date: new Date(at).toUTCString() } });

it("the day is known from the first answer on, and follows the server's clock, not the device's", () => {
  const { result } = renderHook(() => useServerDay((moment) => moment.toISOString().slice(0, 10)));
  expect(result.current).toBeUndefined();
  const at = Date.parse('2020-02-28T10:00:00Z');
  act(() => learnServerTime(answerOf(at)));
  expect(result.current).toBe('2020-02-28');
  act(() => learnServerTime(new Response()));
  act(() => learnServerTime(undefined));
  expect(Math.abs(serverNow().getTime() - at)).toBeLessThan(60_000);
  act(() => learnServerTime(answerOf(Date.parse('2020-02-29T00:00:01Z'))));
  expect(result.current).toBe('2020-02-29');
});

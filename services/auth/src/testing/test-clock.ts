/** A clock that tests advance. It starts at the current time, to match the clock of the database. */
export function testClock() {
  let passedMs = 0;
  return {
    now: () => new Date(Date.now() + passedMs),
    pass(ms: number) {
      passedMs += ms;
    },
    reset() {
      passedMs = 0;
    },
  };
}

export type TestClock = ReturnType<typeof testClock>;

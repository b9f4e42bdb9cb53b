/** A clock that a test moves on. It begins now, so that what the database judges by its own clock agrees. */
export function testClock() {
  let passedMs = 0;
  return {
    now: () => new Date(Date.now() + passedMs),
    pass(ms: number) {
      passedMs += ms;
    },
    /** It is now again. */
    reset() {
      passedMs = 0;
    },
  };
}

export type TestClock = ReturnType<typeof testClock>;

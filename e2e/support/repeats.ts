/** `npm run test:long` repeats what the everyday run does once. */
export const isLong = process.env.KINMEL_TEST_LONG === '1';

/** The numbers of the rounds of a test: one every day, more in the long run. */
export const rounds = (longCount: number): readonly number[] =>
  Array.from({ length: isLong ? longCount : 1 }, (_, index) => index + 1);

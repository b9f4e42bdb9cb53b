import { databaseText, type TestDatabase, testDatabase } from '@kinmel/testing';
import { ProblemError } from '../http/problem-error.ts';
import { createCounterModel } from './counter-model.ts';
import { createCallerLimit } from './shared-limits.ts';

let database: TestDatabase;
const text = (when: string) => `Too many. Please try again ${when}.`;
let limit: ReturnType<typeof createCallerLimit<string>>;
beforeAll(async () => {
  database = await testDatabase('caller-limit');
  await createCounterModel(database.connection, 'limits').createIndexes();
});
beforeEach(() => database.empty());
beforeEach(() => {
  limit = createCallerLimit<string>(database.connection, 'limits', {
    name: 'call',
    points: 2,
    text,
    isRefusal: (answer) => answer === 'unknown',
  });
});

afterAll(() => database.drop());

const address = '203.0.113.7';
const statusOf = async (
  person: string | undefined,
  answer: string | ProblemError = 'done',
  from = address,
) => {
  const work = async () => {
    if (typeof answer === 'string') return answer;
    throw answer;
  };
  try {
    return await limit({ address: from, person }, work);
  } catch (error) {
    return error instanceof ProblemError ? error.status : error;
  }
};
const notFound = new ProblemError('not-found');

it('limits the calls of a person, and ten times as many of a network', async () => {
  expect([await statusOf('a'), await statusOf('a'), await statusOf('a')]).toEqual(['done', 'done', 429]);
  for (let index = 0; index < 18; index += 1) expect(await statusOf(`p${index}`)).toBe('done');
  // Calls that the limit of the network refuses do not count for the person.
  for (let index = 0; index < 3; index += 1) expect(await statusOf('the last straw')).toBe(429);
  expect(await statusOf('the last straw', 'done', '198.51.100.1')).toBe('done');
});

it('counts refused calls separately, so that they use up neither the next call nor one of another person', async () => {
  expect(await statusOf('a', notFound)).toBe(404);
  expect([await statusOf('a'), await statusOf('a', 'unknown')]).toEqual(['done', 'unknown']);
  expect([await statusOf('a'), await statusOf('a', notFound)]).toEqual([429, 429]);
  for (let index = 0; index < 9; index += 1)
    expect([await statusOf(`p${index}`, notFound), await statusOf(`p${index}`)]).toEqual([404, 'done']);
});

it('counts refused calls of visitors by their network, and no others', async () => {
  for (let index = 0; index < 5; index += 1) expect(await statusOf(undefined)).toBe('done');
  expect([await statusOf(undefined, notFound), await statusOf(undefined, notFound)]).toEqual([404, 404]);
  expect([await statusOf(undefined), await statusOf('a')]).toEqual([429, 'done']);
});

it('stores no mailbox (AUTH-L2)', async () => {
  expect(await statusOf('sita@kinmel.example')).toBe('done');
  expect(await statusOf('sita@kinmel.example', notFound)).toBe(404);
  expect(await database.connection.collection('limits').countDocuments()).toBe(4);
  expect(await databaseText(database.connection)).not.toContain('sita@');
});

it('says when the next call is accepted', async () => {
  for (let index = 0; index < 2; index += 1) await statusOf('a');
  const refusedCall = limit({ address, person: 'a' }, async () => 'done');
  await expect(refusedCall).rejects.toMatchObject({
    message: 'Too many. Please try again in an hour.',
    retryAfterSeconds: expect.any(Number),
  });
});

it('counts a failed call like a successful one', async () => {
  const failure = new ProblemError('service-unavailable');
  expect([await statusOf('a', failure), await statusOf('a', failure), await statusOf('a')]).toEqual([
    503, 503, 429,
  ]);
});

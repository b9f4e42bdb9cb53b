import { storedEvents } from '@kinmel/testing/servers';
import { kinds, testWithRequests } from '../testing/test-requests.ts';
import type { TestInstance } from '../testing/test-service-request.ts';

jest.setTimeout(60_000);

const shop = testWithRequests();
let instances: readonly TestInstance[];
beforeAll(async () => {
  instances = [shop.service, await shop.service.startTwin()];
});

const statusesOf = {
  'sell-request': ['quoted', 'accepted', 'completed', 'rejected'],
  'repair-booking': ['confirmed', 'in-repair', 'done', 'pending'],
  'phone-order': ['confirmed', 'processing', 'delivered', 'pending'],
} as const;

type Kind = (typeof kinds)[number];

const stored = async (kind: Kind, id: string) => {
  const request = (await shop.stored(kind)).find(({ _id }) => String(_id) === id);
  if (request === undefined) throw new Error('the request was not found');
  return {
    version: request['version'] as number,
    history: request['history'] as { what: string; from: string | null; to: string; note: string }[],
    publishedVersions: (await storedEvents(shop.service.database.connection, id)).map(
      ({ aggregateVersion }) => aggregateVersion,
    ),
  };
};

/** 20 concurrent calls of staff on two instances. */
const changeTogether = (kind: Kind, id: string, version?: number) =>
  Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      shop.put(
        kind,
        id,
        { status: statusesOf[kind][index % 4], adminNotes: `note ${index}`, version },
        instances[index % 2],
      ),
    ),
  );

describe.each(kinds)('a %s', (kind) => {
  it('has one history without gaps in versions after 20 parallel status changes', async () => {
    const { id } = await shop.submit(kind);
    const answers = await changeTogether(kind, id);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of refused) expect([409, body.code]).toEqual([status, 'conflict']);

    const { version, history, publishedVersions } = await stored(kind, id);
    expect(version).toBeGreaterThan(1);
    expect(history).toHaveLength(version);
    history.slice(1).forEach(({ from }, index) => expect(from).toBe(history[index]?.to));
    expect(publishedVersions).toEqual(Array.from({ length: version }, (_, index) => index + 1));
    // The history contains exactly the successful changes.
    const succeeded = answers.filter(({ status }) => status === 200);
    const notes = succeeded.map(({ body }) => body.data.adminNotes as string);
    const storedNotes = history.slice(1).map(({ note }) => note);
    expect(storedNotes.toSorted()).toEqual(notes.toSorted());
  });

  it('accepts one of 20 parallel changes of the same version (S-10)', async () => {
    const { id } = await shop.submit(kind);
    const answers = await changeTogether(kind, id, 1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(body).toMatchObject({ code: 'version-conflict' });
    expect(await stored(kind, id)).toMatchObject({ version: 2, publishedVersions: [1, 2] });
  });
});

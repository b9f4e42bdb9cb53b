import { eventsOwnedBy } from '@kinmel/contracts';
import { storedEvents, testDatabase } from '@kinmel/testing/servers';
import { z } from 'zod';
import { inTransaction } from '../../mongo/save-change.ts';
import { createEvent, parseEvent } from '../bus/create-event.ts';
import { saveEvents } from './outbox.ts';

const priceSet = eventsOwnedBy('catalog')(
  'price.set',
  'A product got a price.',
  z.object({ price: z.int(), note: z.string().optional() }),
);

it('an undefined field of an event is not stored', async () => {
  const database = await testDatabase('outbox-fields');
  try {
    const data = { price: 1, note: undefined };
    const event = createEvent(priceSet, { aggregateId: 'one', aggregateVersion: 1, data });
    await inTransaction(database.connection, (session) => saveEvents(database.connection, [event], session));
    const [storedEvent] = await storedEvents(database.connection);
    expect(storedEvent?.data).toEqual({ price: 1 });
    expect(parseEvent(priceSet, storedEvent).data).toEqual({ price: 1 });
  } finally {
    await database.drop();
  }
});

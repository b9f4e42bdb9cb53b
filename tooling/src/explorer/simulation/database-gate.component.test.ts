import { testMongoUri } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import { installDatabaseGate, simulateDatabase } from './database-gate.ts';
import { asProcess, createProcess, Simulation } from './simulation.ts';

it('a service that is stopped while its operation waits does not keep the database from the others', async () => {
  const connection = await mongoose.createConnection(testMongoUri()).asPromise();
  const client = connection.getClient();
  const database = client.db('explorer_gate');
  installDatabaseGate(client);
  const simulation = new Simulation(1, Date.parse('2031-11-24T06:00:00Z'));
  simulateDatabase(simulation);
  const [order, device, catalog] = ['order', 'device', 'catalog'].map(createProcess);
  if (!order || !device || !catalog) throw new Error('Three processes take part.');
  const records = database.collection('records');
  const session = client.startSession();
  try {
    session.startTransaction();
    await asProcess(order, () => records.insertOne({ of: 'order' }, { session }));
    let isAnswered = false;
    void asProcess(device, () => records.countDocuments()).finally(() => (isAnswered = true));
    await simulation.untilQuiet();
    simulation.stop(device);
    await asProcess(order, () => session.commitTransaction());
    expect(await asProcess(catalog, () => records.findOne({}))).toMatchObject({ of: 'order' });
    expect(isAnswered).toBe(false);
  } finally {
    await session.endSession();
    await database.dropDatabase();
    await connection.close();
  }
});

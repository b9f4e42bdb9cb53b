import { testMongoUri } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import { installDatabaseGate, passBlockedOperation, simulateDatabase } from './database-gate.ts';
import { createProcess, runAsProcess, Simulation } from './simulation.ts';

describe('while the transaction of a service is open', () => {
  const order = createProcess('order');
  let client: mongoose.mongo.MongoClient;
  let session: mongoose.ClientSession;
  let simulation: Simulation;
  const records = () => client.db('explorer_gate').collection('records');

  beforeAll(async () => {
    const connection = await mongoose.createConnection(testMongoUri()).asPromise();
    client = connection.getClient();
    installDatabaseGate(client);
  });
  beforeEach(async () => {
    await records().insertOne({ of: 'nobody' });
    simulation = new Simulation(1, Date.parse('2031-11-24T06:00:00Z'));
    simulateDatabase(simulation);
    session = client.startSession();
    session.startTransaction();
    await runAsProcess(order, () => records().insertOne({ of: 'order' }, { session }));
  });
  afterEach(async () => {
    await session.endSession();
    await client.db('explorer_gate').dropDatabase();
  });
  afterAll(() => client.close());

  it('an operation whose service is stopped does not block the database for the others later', async () => {
    const device = createProcess('device');
    let isAnswered = false;
    void runAsProcess(device, () => records().countDocuments()).finally(() => (isAnswered = true));
    await simulation.untilQuiet();
    simulation.stop(device);
    await runAsProcess(order, () => session.commitTransaction());
    const record = await runAsProcess(createProcess('catalog'), () => records().findOne({ of: 'order' }));
    expect(record).toMatchObject({ of: 'order' });
    expect(isAnswered).toBe(false);
  });

  it('a service can start meanwhile', async () => {
    simulation.whenStuck = passBlockedOperation;
    const start = runAsProcess(createProcess('device'), () => records().countDocuments());
    await simulation.untilDone(start);
    expect(await start).toBe(1);
    await runAsProcess(order, () => session.abortTransaction());
  });
});

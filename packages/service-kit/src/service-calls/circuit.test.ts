import { eventually } from '@kinmel/testing';
import { type Circuit, type CircuitState, createCircuit } from './circuit.ts';

class NoAnswerError extends Error {}
class Refusal extends Error {}

let circuit: Circuit;
let states: CircuitState[];

beforeEach(() => {
  states = [];
  circuit = createCircuit('catalog', {
    volumeThreshold: 4,
    resetMs: 50,
    capacity: 2,
    isServiceFailure: (error) => error instanceof NoAnswerError,
    refusal: (reason) => new Refusal(reason),
    onChange: (state) => states.push(state),
  });
});

afterEach(() => circuit.shutdown());

const noAnswer = () => Promise.reject(new NoAnswerError());
const errorOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('the circuit of a service (H-01)', () => {
  it('opens when more than half of the requests get no answer, then refuses without trying, and closes when one succeeds', async () => {
    for (let count = 0; count < 2; count += 1) await circuit.run(async () => 'ok');
    for (let count = 0; count < 3; count += 1)
      expect(await errorOf(circuit.run(noAnswer))).toBeInstanceOf(NoAnswerError);
    expect(circuit.state).toBe('open');
    const action = jest.fn(noAnswer);
    expect(await errorOf(circuit.run(action))).toEqual(new Refusal('open'));
    expect(action).not.toHaveBeenCalled();
    await eventually(() => expect(circuit.state).toBe('half-open'));
    expect(await circuit.run(async () => 'again')).toBe('again');
    expect([circuit.state, states]).toEqual(['closed', ['open', 'half-open', 'closed']]);
  });

  it('stays closed for any number of error answers', async () => {
    const refused = () => Promise.reject(new Error('409'));
    for (let count = 0; count < 20; count += 1)
      expect(await errorOf(circuit.run(refused))).toEqual(new Error('409'));
    expect(circuit.state).toBe('closed');
  });

  it('limits requests in progress, and admits the next when one has ended', async () => {
    let end = () => {};
    const slow = () =>
      new Promise<void>((resolve) => {
        end = resolve;
      });
    const first = [circuit.run(slow), circuit.run(slow)];
    expect(await errorOf(circuit.run(slow))).toEqual(new Refusal('busy'));
    end();
    await first[1];
    expect(await circuit.run(async () => 'next')).toBe('next');
    expect(circuit.state).toBe('closed');
  });
});

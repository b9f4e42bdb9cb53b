import type { Bus, MemoryBus, Outcome, Stop } from '@kinmel/service-kit';
import { type Process, runAsProcess, type Simulation } from './simulation.ts';

/** The broker keeps running when services are stopped. */
export interface SimulatedBroker {
  readonly bus: MemoryBus;
  readonly broker: Process;
}

const stoppedOutcome: Outcome = { kind: 'retry', reason: 'The consumer was stopped.', counted: false };

/**
 * The bus of one instance of a service. Each delivery waits for its turn, so that events arrive late and out of order;
 * some are delivered twice, and some publisher confirms are lost.
 */
export function busOf(simulation: Simulation, { bus, broker }: SimulatedBroker, process: Process): Bus {
  const runAtBroker = <Result>(work: () => Result) => runAsProcess(broker, work);
  const stops: Stop[] = [];
  const chance = (kind: 'double' | 'loseAnswer' | 'loseEvent') =>
    simulation.random.chance(simulation.disturbance[kind]);
  void process.stopped.then(() => Promise.all(stops.map((stop) => runAtBroker(stop))));
  return {
    get state() {
      return bus.state;
    },
    health: () => bus.health(),
    async publish(event, onlyTo) {
      await runAtBroker(() => bus.publish(event, onlyTo));
      if (!chance('loseAnswer')) return;
      simulation.tell(`The confirm of ${event.type} was lost on the way to ${process.name}.`);
      throw new Error('The confirm was lost.');
    },
    announce: (event) => runAtBroker(() => bus.announce(event)),
    async consume(subscription) {
      const handle: typeof subscription.handle = async (delivery) => {
        if (chance('loseEvent')) {
          simulation.tell(`${subscription.queue} never got an event.`);
          return { kind: 'done' };
        }
        const deliver = () =>
          runAsProcess(process, async () => {
            await simulation.waitForTurn(`${subscription.queue} takes an event`, true);
            return subscription.handle(delivery);
          });
        const outcome = await Promise.race([deliver(), process.stopped.then(() => stoppedOutcome)]);
        if (!chance('double')) return outcome;
        simulation.tell(`${subscription.queue} got an event twice.`);
        return Promise.race([deliver(), process.stopped.then(() => stoppedOutcome)]);
      };
      return runAtBroker(() => bus.consume({ ...subscription, handle }));
    },
    async broadcast(types, listener, onGap) {
      const stop = await runAtBroker(() =>
        bus.broadcast(
          types,
          (event) => {
            if (!process.isStopped) runAsProcess(process, () => listener(event));
          },
          () => runAsProcess(process, onGap),
        ),
      );
      stops.push(stop);
      return stop;
    },
    waiting: (queue) => bus.waiting(queue),
    parked: (queue, limit) => bus.parked(queue, limit),
    replay: (queue, messageId) => runAtBroker(() => bus.replay(queue, messageId)),
    onOpen: (listener) => bus.onOpen(() => runAsProcess(process, listener)),
    close: async () => undefined,
  };
}

import { brokerPorts } from './servers/broker.ts';
import { freeStackPorts } from './stack.ts';

/** Where Linux begins to take ports for outgoing connections (ip_local_port_range). */
const outgoingFrom = 32_768;

it('free ports of a broker are none that an outgoing connection could take before the broker listens', async () => {
  for (let pick = 0; pick < 40; pick += 1) {
    const { rabbitmq } = await freeStackPorts();
    expect(Math.max(rabbitmq, ...Object.values(brokerPorts(rabbitmq)))).toBeLessThan(outgoingFrom);
  }
});

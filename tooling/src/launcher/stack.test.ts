import { brokerPorts } from './servers/broker.ts';
import { freeStackPorts } from './stack.ts';

/** First port that Linux uses for outgoing connections (ip_local_port_range). */
const outgoingFrom = 32_768;

it('free ports of a broker are below the range of outgoing connections', async () => {
  for (let pick = 0; pick < 40; pick += 1) {
    const { rabbitmq } = await freeStackPorts();
    expect(Math.max(rabbitmq, ...Object.values(brokerPorts(rabbitmq)).flat())).toBeLessThan(outgoingFrom);
  }
});

import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { OpenLoad, OpenPhase, OpenRequest } from './open-load.ts';

/** Due requests are looked for so often: finer than anything that is measured. */
const tickMs = 2;
/** A request that is not answered by then is lost. */
const lostAfterMs = 15_000;

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Never the same again, as in `load-process.ts`. */
let nextNumber = Math.floor(performance.timeOrigin % 1e7) * 7;
let sent = 0;

function nextOf({ paths = [], posts = [], headers = {} }: OpenLoad) {
  const number = sent;
  sent += 1;
  const post = posts[number % posts.length];
  if (post === undefined) {
    const path = paths[number % paths.length]?.replace('{n}', String(nextNumber++)) ?? '/';
    return { method: 'GET', path, headers: { 'accept-encoding': 'br', ...headers }, body: undefined };
  }
  return {
    method: 'POST',
    path: post.path,
    headers: {
      ...post.headers,
      'content-length': String(Buffer.byteLength(post.body)),
      'idempotency-key': randomUUID(),
    },
    body: post.body,
  };
}

/** Its time begins when it was due, not when there was time to send it: a client does not wait for the one before. */
function ask(load: OpenLoad, dueAt: number, givesUpAfterMs: number | undefined): Promise<OpenRequest> {
  const { hostname, port } = new URL(load.baseUrl);
  const { method, path, headers, body } = nextOf(load);
  return new Promise((resolve) => {
    let status = 0;
    let hasGivenUp = false;
    const end = () => {
      clearTimeout(timer);
      resolve({ dueAt, tookMs: performance.now() - dueAt, status, hasGivenUp });
    };
    const outgoing = request({ agent, hostname, port, method, path, headers }, (answer) => {
      status = answer.statusCode ?? 0;
      answer.resume();
      answer.once('end', end);
      answer.once('error', end);
    });
    const timer = setTimeout(
      () => {
        hasGivenUp = givesUpAfterMs !== undefined;
        status = 0;
        end();
        outgoing.destroy();
      },
      Math.max(0, dueAt + (givesUpAfterMs ?? lostAfterMs) - performance.now()),
    );
    outgoing.once('error', () => {
      if (!hasGivenUp) status = 0;
      end();
    });
    outgoing.end(body);
  });
}

/** So many requests a second, whatever becomes of them. */
function atRate(load: OpenLoad, phase: OpenPhase & { perSecond: number }): Promise<OpenRequest[]> {
  const { perSecond, durationMs, givingUp } = phase;
  const began = performance.now();
  const wanted = Math.floor((perSecond * durationMs) / 1000);
  const all: Promise<OpenRequest>[] = [];
  return new Promise((resolve) => {
    const tick = () => {
      const due = Math.min(wanted, Math.floor(((performance.now() - began) * perSecond) / 1000));
      while (all.length < due) {
        const isImpatient = givingUp !== undefined && all.length % givingUp.oneOf === 0;
        const dueAt = began + ((all.length + 1) * 1000) / perSecond;
        all.push(ask(load, dueAt, isImpatient ? givingUp.afterMs : undefined));
      }
      if (all.length < wanted) return void setTimeout(tick, tickMs);
      return resolve(Promise.all(all));
    };
    tick();
  });
}

/** So many clients, each of whom asks again when it has its answer. */
async function byClients(load: OpenLoad, { clients = 1, durationMs }: OpenPhase): Promise<OpenRequest[]> {
  const end = performance.now() + durationMs;
  const all: OpenRequest[] = [];
  const client = async () => {
    while (performance.now() < end) all.push(await ask(load, performance.now(), undefined));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return all;
}

async function run(load: OpenLoad): Promise<void> {
  const answers: OpenRequest[][] = [];
  const waiting: Promise<void>[] = [];
  for (const [index, phase] of load.phases.entries()) {
    const { perSecond, durationMs } = phase;
    const asked = perSecond === undefined ? byClients(load, phase) : atRate(load, { ...phase, perSecond });
    waiting.push(
      (async () => {
        answers[index] = await asked;
      })(),
    );
    // The next phase begins on time, whatever of this one is still under way.
    if (perSecond === undefined) await asked;
    else await new Promise((resolve) => setTimeout(resolve, durationMs));
  }
  await Promise.all(waiting);
  agent.destroy();
  process.send?.(answers);
}

process.once('message', (load: OpenLoad) => {
  run(load).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

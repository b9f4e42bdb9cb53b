import http from 'node:http';
import https from 'node:https';
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  isProblemCode,
  jsonOf,
  problemSchema,
} from '@kinmel/contracts';
import { type ProblemDetail, ProblemError, partUnavailable } from '../http/problem-error.ts';
import { createCircuit } from './circuit.ts';

export interface ServiceClientOptions {
  /** Name of the called service, for errors and metrics. */
  readonly service: string;
  /** Base URL without a path: `http://127.0.0.1:4000`. */
  readonly baseUrl: string;
  /** Sent to endpoints of role `service`. */
  readonly serviceToken?: string | undefined;
  /** Time limit of a whole call; a customer is waiting, so at most 1000. */
  readonly deadlineMs?: number;
  /** Replaces the network when services run in one process. */
  readonly send?: ((call: ServiceCall) => Promise<ServiceAnswer>) | undefined;
  /** How long an open circuit refuses before it tries a call, in milliseconds. */
  readonly resetMs?: number;
}

export interface ServiceRequest<E extends Endpoint> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** The parsed body, sent as JSON. */
  readonly body?: BodyOf<E>;
  readonly traceparent?: string | undefined;
  readonly requestId?: string | undefined;
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

export interface ServiceCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds: number | undefined;
}

/** Idle connections are closed after this time. */
const idleMs = 4_000;
const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * Calls endpoints of another service by contract, where a customer waits for the answer. One client per called service and
 * process, with its connections and circuit.
 */
export function createServiceClient({
  service,
  baseUrl,
  serviceToken,
  deadlineMs = 1000,
  resetMs = 2000,
  send,
}: ServiceClientOptions) {
  const network = openNetwork(service, baseUrl, deadlineMs);
  const transport = send ?? network.send;
  const circuit = createCircuit(service, {
    resetMs,
    refusal: (reason) => partUnavailable(new Error(`${service}: its circuit is ${reason}`)),
  });

  function callOf(endpoint: Endpoint, request: ServiceRequest<Endpoint>): ServiceCall {
    const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
    return {
      method: endpoint.method,
      path: pathOf(endpoint, request),
      headers: {
        Accept: 'application/json',
        ...(body ? { 'Content-Type': 'application/json', 'Content-Length': String(body.length) } : {}),
        ...(endpoint.role === 'service' && serviceToken ? { 'X-Kinmel-Service-Token': serviceToken } : {}),
        ...(request.traceparent ? { traceparent: request.traceparent } : {}),
        ...(request.requestId ? { 'X-Request-Id': request.requestId } : {}),
      },
      body,
    };
  }

  return {
    /**
     * Resolves with the validated answer. Rejects with the `ProblemError` of the service, with `service-timeout` after
     * the deadline (the call may have taken effect), or with `service-unavailable` when it cannot be reached, its circuit
     * is open, or its answer breaks the contract.
     */
    async call<E extends Endpoint>(endpoint: E, request: ServiceRequest<E> = {}): Promise<AnswerOf<E>> {
      let answer: ServiceAnswer;
      try {
        // Only a missing answer counts as a failure of the service.
        answer = await circuit.run(() => transport(callOf(endpoint, request as ServiceRequest<Endpoint>)));
      } catch (error) {
        throw error instanceof ProblemError ? error : partUnavailable(error);
      }
      const value = jsonOf(answer.text);
      if (answer.status === endpoint.status) {
        const result = endpoint.answer.safeParse(value);
        // Validated by the schema of this endpoint.
        if (result.success) return result.data as AnswerOf<E>;
        throw partUnavailable(new Error(`${service}: the answer of ${endpoint.id} breaks its contract`));
      }
      throw problemOfAnswer(service, answer, value);
    },
    close(): void {
      circuit.shutdown();
      network.close();
    },
  };
}

/** Connections to one service, which are reused. */
function openNetwork(service: string, baseUrl: string, deadlineMs: number) {
  const base = new URL(baseUrl);
  const transport = base.protocol === 'https:' ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: 128, timeout: idleMs });
  return {
    send: ({ body, ...call }: ServiceCall) =>
      new Promise<ServiceAnswer>((resolve, reject) => {
        const address = { protocol: base.protocol, hostname: base.hostname, port: base.port };
        const outgoing = transport.request({ agent, ...address, ...call });
        const timer = setTimeout(() => {
          outgoing.destroy(
            new ProblemError('service-timeout', 'This part of the shop takes too long to answer.'),
          );
        }, deadlineMs);
        const fail = (error: unknown) => {
          clearTimeout(timer);
          reject(error instanceof ProblemError ? error : partUnavailable(error));
        };
        outgoing.on('error', fail);
        outgoing.on('response', (incoming) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          incoming.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > maxAnswerBytes)
              outgoing.destroy(new Error(`${service} sent a longer answer than allowed`));
            else chunks.push(chunk);
          });
          incoming.on('error', fail);
          incoming.on('end', () => {
            clearTimeout(timer);
            const retryAfter = Number(incoming.headers['retry-after']);
            resolve({
              status: incoming.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
              retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
            });
          });
        });
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function pathOf(endpoint: Endpoint, { params = {}, query = {} }: ServiceRequest<Endpoint>): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.id} needs ${name} in its path.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

function problemOfAnswer(service: string, answer: ServiceAnswer, value: unknown): ProblemError {
  const parsed = problemSchema.safeParse(value);
  const code = parsed.success ? parsed.data.code : undefined;
  // A customer cannot act on a 401 or a 5xx between services.
  if (
    !parsed.success ||
    code === undefined ||
    !isProblemCode(code) ||
    answer.status >= 500 ||
    answer.status === 401
  ) {
    return partUnavailable(new Error(`${service} answered ${answer.status} ${code ?? ''}`));
  }
  const details: readonly ProblemDetail[] | undefined = parsed.data.details;
  return new ProblemError(code, parsed.data.message, details, {
    retryAfterSeconds: answer.retryAfterSeconds,
  });
}

import { apiProblem } from '@kinmel/web-kit';
import type { createAppStore } from '@kinmel/web-kit/host';
import { MatchersV3, type Pact } from '@pact-foundation/pact';
import { jsonType, sendTo } from './send-to.ts';

type Store = ReturnType<typeof createAppStore>;
type Thunk = (...store: never[]) => PromiseLike<{ readonly data?: unknown; readonly error?: unknown }>;

/** A request of a remote with the JSON answer that it relies on. */
export interface Exchange {
  /** Provider states. */
  readonly given?: string | readonly string[];
  /** Name of the interaction in the pact. */
  readonly name: string;
  /** Set for a signed-in user. */
  readonly token?: string;
  readonly request: readonly [
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    parts?: {
      readonly query?: Record<string, string>;
      readonly headers?: Record<string, string | ReturnType<typeof MatchersV3.regex>>;
      readonly body?: unknown;
    },
  ];
  readonly answer: readonly [status: number, body: object];
}

/** An exchange with one endpoint of the shop's API. */
export interface EndpointExchange extends Exchange {
  readonly send: Thunk;
  /** Parts of the result: its data, or the error and the problem of a refusal. */
  readonly expected: { readonly data?: unknown; readonly error?: object; readonly problem?: object };
}

/** Adds an exchange to a pact and runs `send` against the pact mock server. */
export async function exchange(
  pact: Pact,
  {
    given: states = [],
    name,
    token,
    request: [method, path, parts = {}],
    answer: [status, content],
  }: Exchange,
  send: (store: Store) => Promise<void>,
): Promise<void> {
  const authorization = token
    ? { Authorization: MatchersV3.regex('^Bearer .+', `Bearer ${token}`) }
    : undefined;
  const interaction = pact.addInteraction();
  for (const state of [states].flat()) interaction.given(state);
  await interaction
    .uponReceiving(name)
    .withRequest(method, path, (request) => {
      request.headers({ ...parts.headers, ...authorization });
      if (parts.query) request.query(parts.query);
      if (parts.body) request.jsonBody(parts.body);
    })
    .willRespondWith(status, (answer) => answer.headers({ 'Content-Type': jsonType }).jsonBody(content))
    .executeTest(({ url }) => send(sendTo(url, token)));
}

/** Adds an exchange to a pact and checks the result of the endpoint. */
export const endpointExchange = (
  pact: Pact,
  { send, expected, ...fields }: EndpointExchange,
): Promise<void> =>
  exchange(pact, fields, async ({ dispatch }) => {
    const { data, error } = await (dispatch as unknown as (thunk: Thunk) => ReturnType<Thunk>)(send);
    expect({ data, ...(error !== undefined && { error, problem: apiProblem(error) }) }).toMatchObject(
      expected,
    );
  });

/** The answer of a refused request. */
export const problemAnswer = (code: string, message: string) => ({
  success: false,
  message: MatchersV3.string(message),
  error: MatchersV3.string(message),
  code,
});

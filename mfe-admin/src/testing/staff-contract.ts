import { contractBetween, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { adminApi, type ListRequest } from '../admin-api.ts';

const { fromProviderState, regex, string } = MatchersV3;

type Store = ReturnType<typeof sendTo>;
type Json = Readonly<Record<string, unknown>>;
type Thunk = (...store: never[]) => PromiseLike<{ readonly data?: unknown; readonly error?: unknown }>;

interface Exchange {
  /** Provider state. */
  readonly given: string;
  /** Name of the interaction; requirement ids in parentheses are left out of the contract. */
  readonly upon: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string | ReturnType<typeof fromProviderState>>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, ReturnType<typeof regex>>>;
  /** The answer beside `success`; none for a 304 or a file. */
  readonly answer?: Json | 'none' | 'csv';
  /** The code of a refusal, with its message. */
  readonly refusal?: readonly [code: string, message: string];
}

/** Sends requests of the back office to the contract's mock of a service. */
export function exchangeWith(service: string) {
  const contract = contractBetween('mfe-admin', service);
  return async <Result>(exchange: Exchange, send: (store: Store) => PromiseLike<Result>): Promise<Result> => {
    const { given: providerState, upon, method = 'GET', path, query, headers, body, status = 200 } = exchange;
    const { answer = {}, answerHeaders, refusal } = exchange;
    const result = await contract
      .addInteraction()
      .given(providerState)
      .uponReceiving(upon.replace(/ \(.*\)$/, ''))
      .withRequest(method, path, (request) => {
        request.headers({
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          Authorization: regex('^Bearer .+', 'Bearer staff'),
          ...headers,
        });
        if (query) request.query(query as Record<string, string>);
        if (body !== undefined) request.jsonBody(body);
      })
      .willRespondWith(status, (response) => {
        if (answer === 'none') return;
        if (answer === 'csv') return response.headers({ 'Content-Type': regex('^text/csv.*', 'text/csv') });
        response.headers({ 'Content-Type': jsonType, ...answerHeaders });
        if (!refusal) return response.jsonBody({ success: true, ...answer });
        const [code, message] = refusal;
        response.jsonBody({ success: false, message: string(message), error: string(message), code });
      })
      .executeTest(async ({ url }) => ({ result: await send(sendTo(url, 'staff')) }));
    if (!result) throw new Error(`No exchange for "${upon}"`);
    return result.result;
  };
}

/** An interaction with the endpoint that sends its request. */
export interface Agreement extends Exchange {
  readonly send: Thunk;
  /** Parts of what the endpoint reads; not for a refusal. */
  readonly read?: unknown;
}

/** Checks what an endpoint reads from the agreed answer, or the refusal. */
export function agreedWith(service: string) {
  const ask = exchangeWith(service);
  return async ({ send, read, ...exchange }: Agreement): Promise<void> => {
    const { data, error } = await ask<Awaited<ReturnType<Thunk>>>(exchange, ({ dispatch }) =>
      (dispatch as unknown as (thunk: Thunk) => ReturnType<Thunk>)(send),
    );
    const { refusal: [code] = [], status } = exchange;
    if (code === undefined) expect({ data, error }).toMatchObject({ data: read, error: undefined });
    else expect(apiProblem(error)).toMatchObject({ status, code });
  };
}

/** The media type of a CSV download. A contract cannot describe a text body. */
export const csvMediaType = async ({ dispatch }: Store, list: ListRequest): Promise<string> => {
  const types: string[] = [];
  Object.assign(URL, { createObjectURL: ({ type }: Blob) => (types.push(type), 'blob:list') });
  const { error } = await dispatch(adminApi.endpoints.exportList.initiate(list));
  if (error) throw new Error(`The download failed: ${JSON.stringify(error)}`);
  return types.join();
};

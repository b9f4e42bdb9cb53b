import { contractBetween, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { adminApi, type ListRequest } from '../admin-api.ts';

const { fromProviderState, regex, string } = MatchersV3;

type Store = ReturnType<typeof sendTo>;
type Json = Readonly<Record<string, unknown>>;

interface Exchange {
  /** Provider state. */
  readonly given: string;
  readonly upon: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string | ReturnType<typeof fromProviderState>>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, ReturnType<typeof regex>>>;
  /** The answer beside `success`; none for a 304 or a file. */
  readonly answer?: Json | 'none' | 'csv';
  /** The code of a refusal, with its message. */
  readonly refusal?: readonly [code: string, message: string];
}

/** Sends requests of the back office to the contract's stand-in of a service. */
export function exchangeWith(service: string) {
  const contract = contractBetween('mfe-admin', service);
  return async <Result>(exchange: Exchange, send: (store: Store) => PromiseLike<Result>): Promise<Result> => {
    const { given, upon, method = 'GET', path, query, headers, body, status = 200 } = exchange;
    const { answer = {}, answerHeaders, refusal } = exchange;
    const result = await contract
      .addInteraction()
      .given(given)
      .uponReceiving(upon)
      .withRequest(method, path, (request) => {
        request.headers({
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          Authorization: regex('^Bearer .+', 'Bearer staff'),
          ...headers,
        });
        if (query) request.query(query);
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

/** The media type of a CSV download. A contract cannot describe a text body. */
export const csvMediaType = async ({ dispatch }: Store, list: ListRequest): Promise<string> => {
  const types: string[] = [];
  Object.assign(URL, { createObjectURL: ({ type }: Blob) => (types.push(type), 'blob:list') });
  const { error } = await dispatch(adminApi.endpoints.exportList.initiate(list));
  if (error) throw new Error(`The download failed: ${JSON.stringify(error)}`);
  return types.join();
};

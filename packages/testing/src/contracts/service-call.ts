import { createServiceClient, type ServiceClient } from '@kinmel/service-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { contractBetween } from './contract-between.ts';

const { regex, string } = MatchersV3;

const serviceToken = 'a-token-of-the-services';
const json = { 'Content-Type': regex('^application/json.*', 'application/json; charset=utf-8') };

/** A call of one service to another with the answer that it relies on. */
export interface ServiceCallContract {
  /** Provider state. */
  readonly given?: string;
  /** Name of the interaction. */
  readonly name: string;
  readonly request: readonly [
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    parts?: { readonly query?: Record<string, string>; readonly body?: unknown },
  ];
  /** Fields that the caller reads in addition to `success`. */
  readonly answer?: object;
  readonly refusal?: readonly [status: number, code: string, extraFields?: object];
}

/** Adds a call to a contract and makes it; resolves or rejects as the call does. */
export const serviceCalls =
  (consumer: string, provider: string) =>
  async <Result>(
    { given: state, name, request: [method, path, parts = {}], answer = {}, refusal }: ServiceCallContract,
    call: (client: ServiceClient) => Promise<Result>,
  ): Promise<Result> => {
    const interaction = contractBetween(consumer, provider).addInteraction();
    if (state !== undefined) interaction.given(state);
    const [status, code, extraFields] = refusal ?? [200];
    const message = string('This cannot be done.');
    // Settled here, because Pact replaces the error of a rejected test.
    const outcomes = await interaction
      .uponReceiving(name)
      .withRequest(method, path, (request) => {
        if (path.startsWith('/internal/'))
          request.headers({ 'x-kinmel-service-token': regex('^.+$', serviceToken) });
        if (parts.query) request.query(parts.query);
        if (parts.body !== undefined) request.jsonBody(parts.body);
      })
      .willRespondWith(status, (response) =>
        response
          .headers(json)
          .jsonBody(
            refusal
              ? { success: false, message, error: message, code, ...extraFields }
              : { success: true, ...answer },
          ),
      )
      .executeTest(async ({ url: baseUrl }) => {
        const client = createServiceClient({ service: provider, baseUrl, serviceToken, deadlineMs: 20_000 });
        return Promise.allSettled([call(client).finally(() => client.close())]);
      });
    const [outcome] = outcomes ?? [];
    if (outcome?.status !== 'fulfilled') throw outcome?.reason ?? new Error(`No call for "${name}"`);
    return outcome.value;
  };

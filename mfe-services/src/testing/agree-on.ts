import { contractBetween, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import type { MatchersV3 } from '@pact-foundation/pact';

interface Interaction {
  readonly state: string;
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string | MatchersV3.Matcher<string>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answer: unknown;
  /** The request of the remote, as `endpoints.<name>.initiate(…)` makes it. */
  readonly call: unknown;
  /** The access token of a signed-in customer. */
  readonly token?: string;
  /** Matches the result of the call. */
  readonly expected: object;
}

/** Records an interaction of mfe-services with a service, and checks that the remote reads its answer. */
export function agreeOn(service: string) {
  const contract = contractBetween('mfe-services', service);
  return (description: string, interaction: Interaction): Promise<unknown> => {
    const { state, method = 'GET', path, query, headers, body, status = 200, answer } = interaction;
    return contract
      .addInteraction()
      .given(state)
      .uponReceiving(description)
      .withRequest(method, path, (request) => {
        if (query) request.query(query);
        if (headers) request.headers(headers);
        if (body !== undefined) request.jsonBody(body);
      })
      .willRespondWith(status, (response) => {
        response.headers({ 'Content-Type': jsonType }).jsonBody(answer);
      })
      .executeTest(async ({ url }) => {
        const result: unknown = await sendTo(url, interaction.token).dispatch(interaction.call as never);
        expect(result).toMatchObject(interaction.expected);
      });
  };
}

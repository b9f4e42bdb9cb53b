import { createServiceClient, type ServiceClient } from '@kinmel/service-kit';

/** The token of services that calls of contracts have. */
export const contractToken = 'a-token-of-the-services';

/** Asks another service, which the mock server of a contract answers for. */
export async function asking<Read>(
  service: string,
  baseUrl: string,
  ask: (client: ServiceClient) => Promise<Read>,
): Promise<Read> {
  const client = createServiceClient({ service, baseUrl, serviceToken: contractToken, deadlineMs: 20_000 });
  try {
    return await ask(client);
  } finally {
    client.close();
  }
}

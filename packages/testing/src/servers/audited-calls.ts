import * as contracts from '@kinmel/contracts';

type Owner = contracts.Endpoint['owner'];

const allEndpoints = (): contracts.Endpoint[] =>
  Object.entries(contracts)
    .filter(([name]) => name.endsWith('Endpoints'))
    .flatMap(([, group]) => Object.values(group as Readonly<Record<string, contracts.Endpoint>>));

/** The ids of all calls of a service that have to leave an audit entry, read from the contracts: a new one is in it by itself. */
export const auditedCallsOf = (owner: Owner, endpoints = allEndpoints()): string[] => [
  ...new Set(
    endpoints
      .filter((endpoint) => endpoint.owner === owner && contracts.isAudited(endpoint))
      .map(({ id }) => id)
      .toSorted(),
  ),
];

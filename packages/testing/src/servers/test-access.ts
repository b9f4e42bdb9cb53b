import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as contracts from '@kinmel/contracts';
import type { TestTokens } from './test-tokens.ts';

interface Guarded {
  readonly server: http.Server;
  readonly tokens: Pick<TestTokens, 'customer' | 'foreign' | 'staff'>;
}

/**
 * Tests that each endpoint of a service refuses callers whom its contract does not allow. That a refused call has no
 * effect is tested with the app.
 * @param except endpoints that the service under test does not have
 */
export function testAccess(
  owner: contracts.Endpoint['owner'],
  service: () => Guarded,
  except: readonly string[] = [],
) {
  const guardedEndpoints = contracts
    .endpointsIn({ ...contracts })
    .filter(
      (endpoint) => endpoint.owner === owner && endpoint.role !== 'public' && !except.includes(endpoint.id),
    );

  it.each(guardedEndpoints)(
    '$method $path is refused to everyone but $role with the right (J-01)',
    async ({ method, path, role, right }) => {
      const { server, tokens } = service();
      const address = path.replaceAll(/\{\w+\}/g, 'a'.repeat(24));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`;
      const statusOf = async (headers: Record<string, string>) =>
        (await fetch(url, { method, headers })).status;
      const statusAs = (token: string) => statusOf({ Authorization: `Bearer ${token}` });
      expect([await statusOf({}), await statusAs(tokens.foreign())]).toEqual([401, 401]);
      if (role !== 'admin' || right === undefined) return;
      expect(await statusAs(tokens.customer())).toBe(403);
      const refusedRoles = await Promise.all(
        contracts.staffRoleNames.map(async (staffRole) =>
          (await statusAs(tokens.staff(staffRole))) === 403 ? [staffRole] : [],
        ),
      );
      const rolesWithoutRight = contracts.staffRoleNames.filter(
        (staffRole) => !contracts.rolesHaveRight([staffRole], right),
      );
      expect(refusedRoles.flat()).toEqual(rolesWithoutRight);
      expect(await statusAs(tokens.staff('a-role-of-tomorrow'))).toBe(403);
    },
  );
}

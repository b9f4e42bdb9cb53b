import type { AuthContext } from '../auth-context.ts';
import { newUser } from './user.ts';

/**
 * Creates the configured admin when there is none yet (rule AUTH-A5). An existing customer with that address is never
 * promoted. True when an account was created.
 */
export async function ensureAdmin(
  context: Pick<AuthContext, 'users' | 'hasher' | 'now' | 'newId' | 'logger'>,
  {
    id,
    email,
    password,
  }: { readonly id?: string | undefined; readonly email: string; readonly password: string },
): Promise<boolean> {
  if (await context.users.hasAdmin()) return false;
  const admin = newUser(
    {
      id: id ?? context.newId(),
      email,
      fullName: 'Shop Admin',
      number: '',
      role: 'admin',
      staffRoles: ['owner'],
    },
    context.now(),
  );
  const isCreated = await context.users.insert(admin, await context.hasher.hash(password), []);
  if (isCreated) context.logger.info({ userId: admin.id }, 'the admin account is created');
  else if (!(await context.users.hasAdmin())) {
    context.logger.error('ADMIN_EMAIL belongs to a customer: there is no admin');
  }
  return isCreated;
}

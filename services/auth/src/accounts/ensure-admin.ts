import type { AccountsContext } from './accounts-context.ts';
import { newUser } from './new-user.ts';

/**
 * Makes the admin of the configuration when there is no admin yet (SIL-04, rule A5). Nobody is ever made one: an address that
 * a customer has already taken stays a customer's. True when an account was made.
 */
export async function ensureAdmin(
  context: Pick<AccountsContext, 'users' | 'hasher' | 'now' | 'newId' | 'logger'>,
  {
    id,
    email,
    password,
  }: { readonly id?: string | undefined; readonly email: string; readonly password: string },
): Promise<boolean> {
  if (await context.users.hasAdmin()) return false;
  const admin = newUser(
    { id: id ?? context.newId(), email, fullName: 'Shop Admin', number: '', role: 'admin' },
    context.now(),
  );
  const isMade = await context.users.insert(admin, await context.hasher.hash(password), []);
  if (isMade) context.logger.info({ userId: admin.id }, 'the admin account is made');
  else if (!(await context.users.hasAdmin())) {
    context.logger.error('ADMIN_EMAIL belongs to a customer: there is no admin');
  }
  return isMade;
}

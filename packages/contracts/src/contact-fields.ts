import { isMailbox } from './auth/user.ts';
import { normalizeEmail } from './browser/typed-text.ts';
import { phoneOf, requiredLine } from './primitives.ts';

/** An e-mail address in its plain spelling. */
export const emailOf = (missing: string) =>
  requiredLine('Email', 254, { missing })
    .overwrite(normalizeEmail)
    .refine(isMailbox, 'Please enter a valid email address')
    .meta({ format: 'email' });

/** The person of an order or a request. */
export const contactFields = {
  name: requiredLine('Name', 100),
  email: emailOf('Please fill in Email'),
  phone: phoneOf('Please fill in Phone'),
};

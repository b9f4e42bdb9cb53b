import type { StaffMember } from '@kinmel/contracts';

/** A step without fields; a suspension asks for its reason. */
export type PlainStep =
  | 'invitation'
  | 'withdrawal'
  | 'restoration'
  | 'passkey-reset'
  | 'sign-out'
  | 'suspension';
/** The last part of the address of a step. */
export type StaffStep = PlainStep | 'roles';

interface StepTexts {
  readonly button: string;
  /** The text of the button by default. */
  readonly title?: string;
  readonly about: (name: string) => string;
  readonly done: (name: string) => string;
}

export const plainSteps: Readonly<Record<PlainStep, StepTexts>> = {
  invitation: {
    button: 'Invite again',
    about: (name) =>
      `${name} gets another mail. Its link works once, for a day; the older link stops working.`,
    done: () => 'The invitation is on its way.',
  },
  withdrawal: {
    button: 'Withdraw',
    title: 'Withdraw invitation',
    about: (name) => `The link that ${name} has stops working, and the account is deleted.`,
    done: () => 'The invitation is withdrawn.',
  },
  restoration: {
    button: 'Restore',
    about: (name) => `${name} gets the same roles again, and signs in anew.`,
    done: () => 'The person may work again.',
  },
  'passkey-reset': {
    button: 'Reset passkeys',
    about: (name) =>
      `All passkeys and recovery codes of ${name} stop working, and ${name} is signed out everywhere. The password then signs in, to add a new passkey. Do it only when you are sure who asked.`,
    done: () => 'The passkeys are removed.',
  },
  'sign-out': {
    button: 'Sign out',
    title: 'End all sessions',
    about: (name) => `${name} is signed out on all devices, and may sign in again.`,
    done: () => 'All sessions are ended.',
  },
  suspension: {
    button: 'Suspend',
    about: (name) =>
      `${name} is signed out everywhere and keeps only what a customer may do, until you restore the roles.`,
    done: (name) => `${name} is signed out and may no longer work here.`,
  },
};

/** The steps that a person's state allows, in the order of their buttons. `passkey-reset` also needs a passkey. */
export const stepsOf: Readonly<Record<StaffMember['state'], readonly StaffStep[]>> = {
  active: ['roles', 'sign-out', 'passkey-reset', 'suspension'],
  invited: ['roles', 'invitation', 'withdrawal'],
  suspended: ['roles', 'restoration'],
};

import type { StaffMember } from '@kinmel/contracts';
import type { StaffStep } from './staff-api.ts';

/** A step that needs neither fields nor a reason. */
type PlainStep = Exclude<StaffStep, 'roles' | 'suspension'>;

interface StepTexts {
  readonly button: string;
  readonly title: string;
  readonly about: (name: string) => string;
  readonly done: string;
}

export const plainSteps: Readonly<Record<PlainStep, StepTexts>> = {
  invitation: {
    button: 'Invite again',
    title: 'Invite again',
    about: (name) =>
      `${name} gets another mail. Its link works once, for a day; the older link stops working.`,
    done: 'The invitation is on its way.',
  },
  withdrawal: {
    button: 'Withdraw',
    title: 'Withdraw invitation',
    about: (name) => `The link that ${name} has stops working, and the account is deleted.`,
    done: 'The invitation is withdrawn.',
  },
  restoration: {
    button: 'Restore',
    title: 'Restore',
    about: (name) => `${name} gets the same roles again, and signs in anew.`,
    done: 'The person may work again.',
  },
  'passkey-reset': {
    button: 'Reset passkeys',
    title: 'Reset passkeys',
    about: (name) =>
      `All passkeys and recovery codes of ${name} stop working, and ${name} is signed out everywhere. The password then signs in, to add a new passkey. Do it only when you are sure who asked.`,
    done: 'The passkeys are removed.',
  },
  'sign-out': {
    button: 'Sign out',
    title: 'End all sessions',
    about: (name) => `${name} is signed out on all devices, and may sign in again.`,
    done: 'All sessions are ended.',
  },
};

export const isPlainStep = (step: string | undefined): step is PlainStep =>
  step !== undefined && Object.hasOwn(plainSteps, step);

/** The steps that a person's state allows, in the order of their buttons. Passkeys are reset where there are some. */
export const stepsOf: Readonly<Record<StaffMember['state'], readonly StaffStep[]>> = {
  active: ['roles', 'sign-out', 'passkey-reset', 'suspension'],
  invited: ['roles', 'invitation', 'withdrawal'],
  suspended: ['roles', 'restoration'],
};

export const stepButton = (step: StaffStep): string => {
  if (step === 'roles') return 'Roles';
  return step === 'suspension' ? 'Suspend' : plainSteps[step].button;
};

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Loaded when somebody uses a passkey, because most visits do without. */
const loadLibrary = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser');

const texts: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Please try again.',
  AbortError: 'No passkey was used. Please try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address of the shop.',
};

/** What a request answers when the browser made or used no passkey; shown like a refusal of the server. */
const refusal = (error: unknown) => ({
  error: {
    status: 400,
    data: {
      message: texts[(error as Error).name] ?? 'This browser cannot use passkeys.',
      code: 'passkey-refused',
    },
  } as const,
});

type Outcome<Value> = { readonly data: Value } | ReturnType<typeof refusal>;

async function outcomeOf<Value>(ask: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { data: await ask };
  } catch (error) {
    return refusal(error);
  }
}

/**
 * Lets the browser make a passkey. Never rejects: a person who cancels, or a browser without passkeys, is an error with a
 * text for people.
 * @param options the options that the server has made, unread
 */
export const makePasskey = (options: object) =>
  outcomeOf(
    loadLibrary().then(({ startRegistration }) =>
      startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
    ),
  );

/** Lets the person choose and use a passkey. Never rejects, as `makePasskey`. */
export const askForPasskey = (options: object) =>
  outcomeOf(
    loadLibrary().then(({ startAuthentication }) =>
      startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
    ),
  );

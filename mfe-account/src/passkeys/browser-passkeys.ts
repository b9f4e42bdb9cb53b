import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Loaded on demand, because most visits use no passkey. */
const loadLibrary = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser');

const errorTexts: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Please try again.',
  AbortError: 'No passkey was used. Please try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address of the shop.',
};

/** The result when the browser created or used no passkey, in the form of a server error. */
const refusal = (error: unknown) => ({
  error: {
    status: 400,
    data: {
      message: errorTexts[(error as Error).name] ?? 'This browser cannot use passkeys.',
      code: 'passkey-refused',
    },
  } as const,
});

type Outcome<Value> = { readonly data: Value } | ReturnType<typeof refusal>;

async function outcomeOf<Value>(ceremony: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { data: await ceremony };
  } catch (error) {
    return refusal(error);
  }
}

/**
 * Creates a passkey in the browser. Never rejects: cancelling, and a browser without passkeys, result in an error with
 * a text for the user.
 * @param options the server's options, not parsed
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

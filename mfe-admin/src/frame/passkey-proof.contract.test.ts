import { signedChallenge } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../testing/staff-contract.ts';
import { passkeyApi } from './passkey-proof.tsx';

const { eachLike, string } = MatchersV3;
const { hasPasskey, startPasskeyProof, proveStaffIdentity } = passkeyApi.endpoints;
const { credential } = signedChallenge;
const given = 'an owner with a passkey is signed in';
const path = '/api/auth/proof';

it.each([
  {
    given,
    upon: 'whether the person has a passkey',
    path: '/api/auth/passkeys',
    answer: { data: { passkeys: eachLike({ id: string('1') }) } },
    send: hasPasskey.initiate(),
    read: true,
  },
  {
    given,
    upon: 'the start of a proof with a passkey',
    method: 'POST',
    path: `${path}/options`,
    body: {},
    answer: { data: { challenge: string('CCCC') } },
    send: startPasskeyProof.initiate(),
    read: { challenge: 'CCCC' },
  },
  {
    given: 'an owner was asked for a passkey to confirm',
    upon: 'a proof with a passkey',
    method: 'POST',
    path,
    body: { credential },
    answer: { message: string('Done') },
    send: proveStaffIdentity.initiate({ credential }),
    read: true,
  },
  {
    given,
    upon: 'a proof with a passkey that nobody asked for',
    method: 'POST',
    path,
    body: { credential },
    status: 400,
    refusal: ['passkey-refused', 'This passkey was not accepted.'],
    send: proveStaffIdentity.initiate({ credential }),
  },
] satisfies readonly Agreement[])('agrees on $upon', agreedWith('auth'));

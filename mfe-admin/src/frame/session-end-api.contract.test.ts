import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../testing/staff-contract.ts';
import { sessionEndApi } from './session-end-dialog.tsx';

const { integer } = MatchersV3;

it.each([
  {
    given: 'an owner is signed in, and Hari is of the support',
    upon: 'the end of the own session',
    path: '/api/auth/session-end',
    answer: { endsInSeconds: integer(43_200), idleEndsInSeconds: integer(1_800) },
    send: sessionEndApi.endpoints.readSessionEnd.initiate(),
    read: { endsInSeconds: 43_200, idleEndsInSeconds: 1_800 },
  },
] satisfies readonly Agreement[])('agrees on $upon', agreedWith('auth'));

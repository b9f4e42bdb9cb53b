import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../../testing/staff-contract.ts';
import { staffApi } from './staff-api.ts';

const { eachLike, integer, regex, string } = MatchersV3;
const { listStaff, inviteStaff, changeStaff } = staffApi.endpoints;

const id = '6600000000000000000000d1';
const path = '/api/admin/staff';
const invited = 'an owner is signed in, and Hari is invited to the support';
const active = 'an owner is signed in, and Hari is of the support';

// Only the fields that the page needs.
const aMember = (over: object = {}) => ({
  id: regex(/^[0-9a-f]{24}$/, id),
  version: integer(1),
  name: string('Hari Thapa'),
  email: string('hari@kinmel.example'),
  roles: eachLike('support'),
  state: regex(/^(active|invited|suspended)$/, 'active'),
  ...over,
});
const changed = (step: 'sign-out' | 'roles' | 'passkey-reset', body: object) => ({
  given: active,
  method: 'POST' as const,
  path: `${path}/${id}/${step}`,
  body: { version: 1, ...body },
  answer: { data: aMember({ version: integer(2) }) },
  read: { state: 'active', version: 2 },
});

it.each([
  {
    given: active,
    upon: 'the people of the staff',
    path,
    answer: { data: eachLike(aMember()) },
    send: listStaff.initiate(),
    read: { rows: [{ id, version: 1, roles: ['support'] }] },
  },
  {
    given: active,
    upon: 'an invitation to the staff',
    method: 'POST',
    path,
    body: { fullName: 'Mina Rai', email: 'mina@kinmel.example', roles: ['finance'] },
    status: 201,
    answer: { data: aMember({ state: 'invited', email: 'mina@kinmel.example' }) },
    send: inviteStaff.initiate({ fullName: 'Mina Rai', email: 'mina@kinmel.example', roles: ['finance'] }),
    read: { state: 'invited' },
  },
  {
    given: active,
    upon: 'an invitation of somebody who has an account',
    method: 'POST',
    path,
    body: { fullName: 'Hari Thapa', email: 'hari@kinmel.example', roles: ['finance'] },
    status: 409,
    refusal: ['email-taken', 'An account with this email already exists.'],
    send: inviteStaff.initiate({ fullName: 'Hari Thapa', email: 'hari@kinmel.example', roles: ['finance'] }),
  },
  {
    ...changed('roles', { roles: ['finance'] }),
    upon: 'other roles of a person',
    send: changeStaff.initiate({ id, version: 1, step: 'roles', roles: ['finance'] }),
  },
  {
    ...changed('sign-out', {}),
    upon: 'the end of all sessions of a person',
    send: changeStaff.initiate({ id, version: 1, step: 'sign-out' }),
  },
  {
    ...changed('passkey-reset', {}),
    given: 'an owner is signed in, and Hari of the support has a passkey',
    answer: { data: aMember({ version: integer(2), hasPasskey: false }) },
    upon: 'the removal of the passkeys of a person',
    send: changeStaff.initiate({ id, version: 1, step: 'passkey-reset' }),
    read: { version: 2, hasPasskey: false },
  },
  {
    given: active,
    upon: 'a suspension',
    method: 'POST',
    path: `${path}/${id}/suspension`,
    body: { version: 1, reason: 'Lost the phone.' },
    answer: { data: aMember({ state: 'suspended', version: integer(2) }) },
    send: changeStaff.initiate({ id, version: 1, step: 'suspension', reason: 'Lost the phone.' }),
    read: { state: 'suspended' },
  },
  {
    given: invited,
    upon: 'a second invitation',
    method: 'POST',
    path: `${path}/${id}/invitation`,
    body: { version: 1 },
    answer: { data: aMember({ state: 'invited', version: integer(2) }) },
    send: changeStaff.initiate({ id, version: 1, step: 'invitation' }),
    read: { state: 'invited', version: 2 },
  },
  {
    given: active,
    upon: 'a step of a person whom somebody else has changed',
    method: 'POST',
    path: `${path}/${id}/roles`,
    body: { version: 9, roles: ['finance'] },
    status: 409,
    refusal: ['version-conflict', 'Somebody changed it.'],
    send: changeStaff.initiate({ id, version: 9, step: 'roles', roles: ['finance'] }),
  },
] satisfies readonly Agreement[])('agrees on $upon', agreedWith('auth'));

import {
  contractBetween,
  type EndpointExchange,
  endpointExchange,
  instant,
  problemAnswer,
} from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { profileApi } from './profile-api.ts';

const { boolean, eachLike, nullValue, regex, string } = MatchersV3;

const pact = contractBetween('mfe-account', 'auth');

const { endpoints } = profileApi;

const id = '6600000000000000000000c1';
const otherSessionId = 'o'.repeat(22);
const here = 'Asha is signed in';
const onTwo = 'Asha is signed in on two devices';

// Only the fields that the page shows: the service may add others and may not remove any.
const account = {
  id,
  email: string('asha.rai@kinmel.example'),
  fullName: string('Asha Rai'),
  name: string('Asha Rai'),
  phone: string('+977 980 555 0147'),
  number: string('+977 980 555 0147'),
  dateOfBirth: nullValue(),
  location: string(''),
  bio: string(''),
  gender: nullValue(),
  profileImage: string(''),
  role: regex(/^(user|admin)$/, 'user'),
  isAdmin: boolean(false),
  updatedAt: instant('2026-11-21T10:00:00.000Z'),
};
const session = {
  sessionId: string('s'.repeat(22)),
  device: string('Firefox on Linux'),
  address: string('203.0.113.24'),
  lastAddress: string('203.0.113.24'),
  signedInAt: instant('2026-11-21T10:00:00.000Z'),
  lastUsedAt: instant('2026-11-21T10:00:00.000Z'),
  isCurrent: boolean(true),
};
const done = { success: true, message: string('Done') };
const fields = {
  fullName: 'Asha Rai Thapa',
  dateOfBirth: '1996-03-14',
  location: 'Lalitpur',
  bio: '',
  gender: 'prefer-not-to-say',
} as const;
const nameless = { ...fields, fullName: '' };
const wrongPassword = problemAnswer('wrong-password', 'This cannot be done.');
const sessionPath = `/api/auth/sessions/${otherSessionId}`;
const passwords = { currentPassword: 'Orchid77', password: 'Marigold5' };
const wrongPasswords = { ...passwords, currentPassword: 'Wrong123' };

it.each([
  {
    title: "reads the user's account (ENT-22, CONF-67)",
    given: here,
    name: 'the own account',
    request: ['GET', `/api/users/${id}`],
    answer: [200, { success: true, data: account }],
    send: endpoints.getAccount.initiate(id),
    expected: { data: { id, fullName: 'Asha Rai', phone: '+977 980 555 0147' } },
  },
  {
    title: 'saves the five fields (API-12, PROF-27)',
    given: here,
    name: 'a changed profile',
    request: ['PUT', `/api/users/${id}`, { body: fields }],
    answer: [200, { success: true, user: { ...account, ...fields } }],
    send: endpoints.updateProfile.initiate({ id, fields }),
    expected: { data: { ...fields, role: 'user' } },
  },
  {
    title: 'handles an invalid field (API-13, PROF-23)',
    given: here,
    name: 'a profile without a name',
    request: ['PUT', `/api/users/${id}`, { body: nameless }],
    answer: [
      400,
      {
        ...problemAnswer('invalid-request', 'This cannot be done.'),
        details: [{ path: 'fullName', message: 'Full name is required' }],
      },
    ],
    send: endpoints.updateProfile.initiate({ id, fields: nameless }),
    expected: { problem: { code: 'invalid-request', status: 400 } },
  },
  {
    title: 'lists the sessions of the account',
    given: here,
    name: 'the own sessions',
    request: ['GET', '/api/auth/sessions'],
    answer: [200, { success: true, data: eachLike(session) }],
    send: endpoints.listSessions.initiate(),
    expected: { data: [{ device: 'Firefox on Linux', isCurrent: true }] },
  },
  {
    title: 'signs another device out',
    given: onTwo,
    name: 'the end of another session, answered 200',
    request: ['DELETE', sessionPath],
    answer: [200, done],
    send: endpoints.endSession.initiate(otherSessionId),
    expected: { data: 'Done' },
  },
  {
    title: 'handles a session that has ended',
    given: here,
    name: 'the end of another session, answered 404',
    request: ['DELETE', sessionPath],
    answer: [404, problemAnswer('not-found', 'This cannot be done.')],
    send: endpoints.endSession.initiate(otherSessionId),
    expected: { problem: { code: 'not-found' } },
  },
  {
    title: 'signs out everywhere',
    given: onTwo,
    name: 'the end of all sessions',
    request: ['DELETE', '/api/auth/sessions'],
    answer: [200, done],
    send: endpoints.endSessions.initiate(),
    expected: { data: 'Done' },
  },
  {
    title: 'changes the password',
    given: here,
    name: 'a new password for the old one, answered 200',
    request: ['POST', '/api/auth/change-password', { body: passwords }],
    answer: [200, done],
    send: endpoints.changePassword.initiate(passwords),
    expected: { data: 'Done' },
  },
  {
    title: 'handles a wrong current password',
    given: here,
    name: 'a new password for the old one, answered 400',
    request: ['POST', '/api/auth/change-password', { body: wrongPasswords }],
    answer: [400, wrongPassword],
    send: endpoints.changePassword.initiate(wrongPasswords),
    expected: { problem: { code: 'wrong-password' } },
  },
  {
    title: 'exports all data of the user',
    given: here,
    name: 'the own data',
    request: ['GET', `/api/users/${id}/export`],
    answer: [
      200,
      {
        success: true,
        exportedAt: instant('2026-11-21T10:00:00.000Z'),
        user: account,
        sessions: eachLike(session),
      },
    ],
    send: endpoints.exportData.initiate(id),
    expected: { data: { name: 'kinmel-my-data-2026-11-21.json' } },
  },
  {
    title: 'deletes the account',
    given: here,
    name: 'the end of the account, answered 200',
    request: ['POST', `/api/users/${id}/delete`, { body: { password: 'Orchid77' } }],
    answer: [200, done],
    send: endpoints.deleteAccount.initiate({ id, password: 'Orchid77' }),
    expected: { data: 'Done' },
  },
  {
    title: 'keeps the account after a wrong password',
    given: here,
    name: 'the end of the account, answered 400',
    request: ['POST', `/api/users/${id}/delete`, { body: { password: 'Wrong123' } }],
    answer: [400, wrongPassword],
    send: endpoints.deleteAccount.initiate({ id, password: 'Wrong123' }),
    expected: { problem: { code: 'wrong-password' } },
  },
] satisfies (EndpointExchange & { title: string })[])('the profile: $title', (row) =>
  endpointExchange(pact, { ...row, token: 'asha' }),
);

import type { Release, ReleaseChange, ReleaseVersion } from '@kinmel/contracts';
import { type Answers, axeViolations, json, problem, recordBodies } from '@kinmel/testing/page';
import { act, screen, waitFor } from '@testing-library/react';
import { click, dialog, rowWith, tableOf } from '../../testing/list-page.ts';
import { openPage, silenceFailures } from '../../testing/open-page.tsx';
import { bodyOf, type ChangeFields, checkChange, effectOf, rowOf } from './release-texts.ts';

const aReleaseVersion = (changes: Partial<ReleaseVersion> = {}): ReleaseVersion => ({
  version: '1.0.0',
  state: 'kept',
  builtAt: '2026-11-20T06:00:00.000Z',
  commit: 'c0ffee'.padEnd(40, '0'),
  builder: 'ci',
  bytes: 51_200,
  bytesChange: null,
  pacts: ['order'],
  ...changes,
});

/** A part with two versions: 2.0.0 is active, and 1.0.0 is the previous one. */
const aRelease = (changes: Partial<Release> = {}): Release => ({
  part: 'mfe-catalog',
  owner: 'catalog team',
  version: '2.0.0',
  since: '2026-11-25T06:00:00.000Z',
  who: 'Asha Rai',
  previous: '1.0.0',
  freeze: null,
  versions: [
    aReleaseVersion({
      version: '2.0.0',
      state: 'active',
      bytes: 52_224,
      bytesChange: 1024,
      pacts: ['order', 'catalog'],
      figures: { visitors: 2000, failingVisitors: 30, lcpMs: 1800, cls: 0.05 },
    }),
    aReleaseVersion({
      state: 'previous',
      figures: { visitors: 900, failingVisitors: 9, lcpMs: 1700 },
    }),
  ],
  ...changes,
});

const aReleaseChange = (changes: Partial<ReleaseChange> = {}): ReleaseChange => ({
  revision: 7,
  at: '2026-11-25T06:00:00.000Z',
  action: 'deploy',
  part: 'mfe-catalog',
  version: '2.0.0',
  who: 'Asha Rai',
  why: 'faster list',
  from: { host: 'laptop', commit: 'c0ffee'.padEnd(40, '0') },
  ...changes,
});

const releasesAnswer = (
  parts: readonly Release[],
  { revision = 7, freeze = null }: { revision?: number; freeze?: Release['freeze'] } = {},
) => ({ success: true, data: { revision, freeze, parts } });

const releaseChangesAnswer = (changes: readonly ReleaseChange[], totalPages = 1) => ({
  success: true,
  data: changes,
  pagination: { total: changes.length, totalPages },
});

const freeze = { until: '2026-12-01T06:00:00.000Z', who: 'Hari Thapa', why: 'the sale' };
const canary = {
  version: '3.0.0',
  sharePercent: 5,
  since: '2026-11-26T06:00:00.000Z',
  steps: { shares: [25, 100] },
};

const historyAt = (part: string, page = 1) => `/api/releases/history?part=${part}&page=${page}&limit=20`;

silenceFailures();

const openList = (answers: Answers) => openPage('/admin/releases', { answers });

describe('/admin/releases', () => {
  it('lists each part with state, version, since, canary, freeze and failures, and links it', async () => {
    await openList({
      '/api/releases': releasesAnswer([
        aRelease(),
        aRelease({ part: 'mfe-cart-checkout', canary }),
        aRelease({ part: 'shell', freeze, versions: [] }),
      ]),
    });
    const catalog = await rowWith('Releases', 'mfe-catalog');
    for (const text of ['Active', '2.0.0', '25 Nov 2026, 11:45', 'by Asha Rai', '1.5 % of 2,000 visitors'])
      expect(catalog.getByText(text)).toBeVisible();
    expect(catalog.getByRole('link', { name: 'mfe-catalog' })).toHaveAttribute(
      'href',
      '/admin/releases/mfe-catalog',
    );
    expect((await rowWith('Releases', 'mfe-cart-checkout')).getByText('5 % get 3.0.0')).toBeVisible();
    const shell = await rowWith('Releases', 'shell');
    expect(shell.getByText('Frozen')).toBeVisible();
    expect(shell.getByText('Frozen until 1 Dec 2026, 11:45 by Hari Thapa: the sale')).toBeVisible();
    expect(screen.getByText('3 parts')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('freezes all parts with a reason and an end, and explains the effect', async () => {
    const sent = recordBodies(json(releasesAnswer([aRelease()], { revision: 8, freeze })));
    const { user, network } = await openList({
      '/api/releases': releasesAnswer([aRelease()]),
      'POST /api/releases/changes': sent.reply,
    });
    await tableOf('Releases');
    await click(user, screen.getByRole('button', { name: 'Freeze all' }));
    const form = dialog('Freeze: all');
    expect(form.getByText(/^No version of any part goes forward until then/)).toBeVisible();
    await click(user, form.getByRole('button', { name: 'Freeze' }));
    expect(await form.findByText('Please choose a time to come.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await act(() => user.type(form.getByLabelText('Until'), '2999-01-01T12:00'));
    await act(() => user.type(form.getByLabelText('Reason'), 'the sale'));
    network.answer({ '/api/releases': releasesAnswer([aRelease()], { revision: 8, freeze }) });
    await click(user, form.getByRole('button', { name: 'Freeze' }));
    expect(await screen.findByRole('button', { name: 'End the freeze of all' })).toBeVisible();
    expect(sent.bodies).toEqual([
      {
        part: 'all',
        action: 'freeze',
        until: '2999-01-01T06:15:00.000Z',
        why: 'the sale',
        expectedRevision: 7,
      },
    ]);
  });
});

describe('/admin/releases/:part', () => {
  const open = (answers: Answers = {}, part = 'mfe-catalog') =>
    openPage('/admin/releases/:part', {
      address: `/admin/releases/${part}`,
      answers: {
        '/api/releases': releasesAnswer([aRelease()]),
        [historyAt(part)]: releaseChangesAnswer([aReleaseChange()]),
        ...answers,
      },
    });
  /** Fills in the reason and submits. */
  const confirm = async (user: Awaited<ReturnType<typeof open>>['user'], title: string, submit: string) => {
    const form = dialog(title);
    await act(() => user.type(form.getByLabelText('Reason'), 'it is slow'));
    await click(user, form.getByRole('button', { name: submit }));
    return form;
  };

  it('requests a preview link and shows it', async () => {
    const url = 'http://localhost/preview?token=t';
    const sent = recordBodies(json({ success: true, data: { url } }));
    const { user } = await open({ 'POST /api/releases/previews': sent.reply });
    await click(user, await screen.findByRole('button', { name: 'Preview 1.0.0' }));
    expect(await screen.findByRole('link', { name: 'Preview of 1.0.0' })).toHaveAttribute('href', url);
    expect(sent.bodies).toEqual([{ part: 'mfe-catalog', version: '1.0.0' }]);
  });

  it('shows the versions with size, contracts and figures, the previous one below, and the timeline', async () => {
    await open();
    const version = await rowWith('Versions', '2.0.0');
    for (const text of [
      'Active',
      '51.0 kB',
      '+1.0 kB',
      'with order, catalog',
      '1.5 % of 2,000 visitors',
      'LCP 1800 ms',
      'CLS 0.05',
      'c0ffee0000, ci',
    ])
      expect(version.getByText(text)).toBeVisible();
    expect((await rowWith('Versions', '1.0.0')).getByText('LCP 1700 ms')).toBeVisible();
    const change = await rowWith('Timeline', 'Activated 2.0.0');
    for (const text of ['25 Nov 2026, 11:45', 'Asha Rai', 'laptop at c0ffee0000', 'faster list'])
      expect(change.getByText(text)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('rolls back after a confirmation that names the affected visitors, then shows the new state', async () => {
    const releasesAfter = releasesAnswer([aRelease({ version: '1.0.0', previous: undefined })], {
      revision: 8,
    });
    const sent = recordBodies(json(releasesAfter));
    const { user, network } = await open({ 'POST /api/releases/changes': sent.reply });
    await tableOf('Versions');
    await click(user, screen.getByRole('button', { name: 'Roll back to 1.0.0' }));
    const title = 'Roll back: mfe-catalog';
    expect(
      dialog(title).getByText('All visitors get 1.0.0 from their next page load; they have 2.0.0 now.'),
    ).toBeVisible();
    network.answer({
      '/api/releases': releasesAfter,
      [historyAt('mfe-catalog')]: releaseChangesAnswer([
        aReleaseChange({ revision: 8, action: 'rollback', version: '1.0.0', why: 'it is slow' }),
        aReleaseChange(),
      ]),
    });
    await confirm(user, title, 'Roll back');
    expect(await screen.findByText(/^1.0.0 for all since/)).toBeVisible();
    expect(await rowWith('Timeline', 'Taken back to 1.0.0')).toBeDefined();
    expect(sent.bodies).toEqual([
      { part: 'mfe-catalog', action: 'rollback', why: 'it is slow', expectedRevision: 7 },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('starts a canary in steps', async () => {
    const sent = recordBodies(json(releasesAnswer([aRelease({ canary })], { revision: 8 })));
    const { user } = await open({ 'POST /api/releases/changes': sent.reply });
    await tableOf('Versions');
    await click(user, screen.getByRole('button', { name: 'Canary of 1.0.0' }));
    const form = dialog('Start a canary: mfe-catalog');
    expect(form.getByText('5 % of the visitors get 1.0.0; all others keep 2.0.0.')).toBeVisible();
    await act(() => user.type(form.getByLabelText('Further shares (optional)'), '25, 3'));
    await click(user, form.getByRole('button', { name: 'Start a canary' }));
    expect(await form.findByText(/^Please enter rising shares/)).toBeVisible();
    await act(() => user.clear(form.getByLabelText('Further shares (optional)')));
    await act(() => user.type(form.getByLabelText('Further shares (optional)'), '25, 100'));
    await act(() => user.type(form.getByLabelText('Minutes between two shares (optional)'), '30'));
    await confirm(user, 'Start a canary: mfe-catalog', 'Start a canary');
    await waitFor(() =>
      expect(sent.bodies).toEqual([
        {
          part: 'mfe-catalog',
          action: 'canary',
          version: '1.0.0',
          sharePercent: 5,
          steps: { shares: [25, 100], everyMinutes: 30 },
          why: 'it is slow',
          expectedRevision: 7,
        },
      ]),
    );
  });

  it('offers the next step of a canary and its rollback', async () => {
    const { user } = await open({ '/api/releases': releasesAnswer([aRelease({ canary })]) });
    await click(user, await screen.findByRole('button', { name: 'Next step: 25 %' }));
    const step = dialog('Next step: mfe-catalog');
    expect(step.getByText('25 % of the visitors get 3.0.0; all others keep 2.0.0.')).toBeVisible();
    await click(user, step.getByRole('button', { name: 'Cancel' }));
    await click(user, screen.getByRole('button', { name: 'Take the canary back' }));
    expect(
      dialog('Roll back: mfe-catalog').getByText(
        'Nobody gets 3.0.0 any more: the 5 % that have it get 2.0.0.',
      ),
    ).toBeVisible();
  });

  it('shows a concurrent change and what this one would do after it, and sends it again with the new revision', async () => {
    const conflictText =
      'Hari Thapa was faster: canary of mfe-catalog ("a try"). Nothing of yours was changed.';
    const replies = [
      problem(409, 'version-conflict', conflictText),
      json(releasesAnswer([aRelease()], { revision: 9 })),
    ];
    const sent = recordBodies((request) => (replies.shift() ?? json({}))(request));
    const { user, network } = await open({ 'POST /api/releases/changes': sent.reply });
    await tableOf('Versions');
    await click(user, screen.getByRole('button', { name: 'Roll back to 1.0.0' }));
    network.answer({ '/api/releases': releasesAnswer([aRelease({ canary })], { revision: 8 }) });
    const title = 'Roll back: mfe-catalog';
    const form = await confirm(user, title, 'Roll back');
    expect(await form.findByText(`${conflictText} What it would do now:`)).toBeVisible();
    expect(form.getByText('Nobody gets 3.0.0 any more: the 5 % that have it get 2.0.0.')).toBeVisible();
    expect(form.getByLabelText('Reason')).toHaveValue('it is slow');
    expect(await axeViolations()).toEqual([]);
    await click(user, form.getByRole('button', { name: 'Roll back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.bodies).toMatchObject([{ expectedRevision: 7 }, { expectedRevision: 8 }]);
  });

  it('shows a freeze and ends it', async () => {
    const { user } = await open({ '/api/releases': releasesAnswer([aRelease({ freeze })]) });
    expect(await screen.findByText('Frozen until 1 Dec 2026, 11:45 by Hari Thapa: the sale')).toBeVisible();
    await click(user, screen.getByRole('button', { name: 'End the freeze' }));
    expect(dialog('End the freeze: mfe-catalog').getByText(/can go forward again at once/)).toBeVisible();
  });

  it('reports an unknown part, shows only the timeline for all parts, and an error with Retry', async () => {
    await open({}, 'mfe-none');
    expect(await screen.findByText('No part mfe-none is deployed.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All releases' })).toHaveAttribute('href', '/admin/releases');
    const away = problem(503, 'service-unavailable', 'Away');
    const { user, network } = await open({ '/api/releases': away }, 'all');
    expect(await screen.findByText('Releases could not be loaded.')).toBeVisible();
    network.answer({ '/api/releases': releasesAnswer([aRelease()]) });
    await click(user, screen.getByRole('button', { name: 'Retry' }));
    expect(await rowWith('Timeline', 'Activated 2.0.0')).toBeDefined();
    expect(screen.queryByRole('grid', { name: 'Versions' })).toBeNull();
  });
});

describe('the rules of a change', () => {
  const none: ChangeFields = {
    version: '3.0.0',
    share: '5',
    furtherShares: '',
    minutes: '',
    until: '',
    why: 'a test',
  };

  it.each([
    ['canary', { share: '0' }, 'share'],
    ['canary', { share: '101' }, 'share'],
    ['canary', { furtherShares: '5' }, 'furtherShares'],
    ['canary', { furtherShares: '25, 101' }, 'furtherShares'],
    ['canary', { furtherShares: 'many' }, 'furtherShares'],
    ['canary', { minutes: '0' }, 'minutes'],
    ['freeze', { until: '2020-01-01T12:00' }, 'until'],
    ['step', { why: '  ' }, 'why'],
  ] as const)('%s with %j is refused at %s', (action, fields, wrong) => {
    expect(Object.keys(checkChange(action, { ...none, ...fields }))).toEqual([wrong]);
  });

  it('has no effect without an earlier version or a further step', () => {
    const release = aRelease({ previous: undefined, versions: [aReleaseVersion()] });
    const row = rowOf({ revision: 1, freeze: null, parts: [release] }, 'mfe-catalog');
    if (!row) throw new Error('the part is there');
    expect(effectOf('rollback', row, none)).toBe('There is no earlier version to go back to.');
    expect(effectOf('step', row, none)).toBe('There is no further step now.');
    expect(bodyOf('canary', row, none)).not.toHaveProperty('steps.shares');
  });
});

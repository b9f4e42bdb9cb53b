import { expect, test } from '@playwright/test';
import { notedScans } from '../support/stack/scans.ts';
import { stackState } from '../support/stack/stack-control.ts';

test('no query of the run did a collection scan: each has an index', async () => {
  const { urls } = await stackState();
  expect(await notedScans(urls)).toEqual([]);
});

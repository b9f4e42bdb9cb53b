import { expect, test } from '@playwright/test';
import { notedScans } from '../support/stack/scans.ts';
import { stackState } from '../support/stack/stack-control.ts';

test('no service read a whole collection to find what a condition asks for: every query of the run has its index', async () => {
  const { urls } = await stackState();
  expect(await notedScans(urls)).toEqual([]);
});

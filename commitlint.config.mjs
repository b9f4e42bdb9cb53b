import { readdirSync } from 'node:fs';

const folders = (folder) => readdirSync(new URL(`${folder}/`, import.meta.url));
const remotes = folders('.').filter((name) => name.startsWith('mfe-'));

/** The scope of a commit is the workspace that it changes, or `repo` for what belongs to none. */
const scopes = [
  ...folders('packages'),
  ...folders('services'),
  ...remotes,
  'shell',
  'gateway',
  'render',
  'tooling',
  'e2e',
  'bench',
  'deploy',
  'docs',
  'repo',
];

export default {
  extends: ['@commitlint/config-conventional'],
  rules: {
    'scope-enum': [2, 'always', scopes],
    'header-max-length': [2, 'always', 110],
    'body-max-line-length': [0],
    'footer-max-line-length': [0],
  },
};

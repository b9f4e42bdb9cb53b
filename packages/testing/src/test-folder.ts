import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A temporary folder for a test file or a `describe`, and a way to write files into it; deleted after the last test.
 */
export function testFolder() {
  const root = mkdtempSync(path.join(tmpdir(), 'kinmel-test-'));
  const pathOf = (...parts: readonly string[]) => path.join(root, ...parts);
  const write = (file: string, text = '', mode?: number): string => {
    mkdirSync(path.dirname(pathOf(file)), { recursive: true });
    writeFileSync(pathOf(file), text, { mode });
    return pathOf(file);
  };
  const clear = () => {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
  };
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return {
    root,
    pathOf,
    /** Creates the parent folders of a file too. */
    write,
    /** For tests that each start with an empty folder. */
    clear,
  };
}

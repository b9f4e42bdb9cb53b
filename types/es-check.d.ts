/** The used parts of es-check, which has no types. */
declare module 'es-check' {
  export function runChecks(
    configs: readonly {
      files: readonly string[];
      checkBrowser: true;
      browserslistQuery: string;
      checkFeatures: true;
    }[],
  ): Promise<{ errors: readonly { file: string; err: Error }[] }>;
}

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown;
}

/** Paths of built files, which the gateway serves only when they match a hash of the registry. */
const ownFile = /^\/(?:remotes|shell)\//;

function ownScript(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin === location.origin && ownFile.test(url.pathname)) return url.href;
  throw new TypeError('Only the files of the shell and of remotes may be run.');
}

/**
 * Where the browser supports Trusted Types, allows scripts from the shop's own builds only, and no HTML or code from
 * text (`require-trusted-types-for 'script'` of the gateway). The federation runtime and webpack set script URLs as
 * strings, so this must be the default policy. Call it before anything is loaded.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createScriptURL: ownScript });
}

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown;
}

/** The files of a build: what the gateway serves under these addresses carries the hash that the registry names. */
const ownFile = /^\/(?:remotes|shell)\//;

function ownScript(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin === location.origin && ownFile.test(url.pathname)) return url.href;
  throw new TypeError('Only the files of the shell and of remotes may be run.');
}

/**
 * Lets scripts be loaded from the shop's own builds where the browser knows Trusted Types, and no text become markup or
 * code (`require-trusted-types-for 'script'` of the gateway). The federation runtime and webpack write addresses of scripts as
 * text, so that it is the default policy which looks at them. Called before anything is loaded.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createScriptURL: ownScript });
}

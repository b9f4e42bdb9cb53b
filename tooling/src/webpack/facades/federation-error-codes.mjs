// The codes of the federation runtime without their sentences, which every first load would carry. The log has code and
// arguments; https://module-federation.io/guide/troubleshooting/runtime tells what a code means.
export * from 'kinmel-federation-codes-source';

export const runtimeDescMap = {};

export const getShortErrorMsg = (code, _sentences, args, cause) =>
  [`#${code}`, args && JSON.stringify(args), cause].filter(Boolean).join(' ');

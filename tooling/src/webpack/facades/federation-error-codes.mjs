// Error codes of the federation runtime without their texts, which would be part of every first load; see
// https://module-federation.io/guide/troubleshooting/runtime
export * from 'kinmel-federation-codes-source';

export const runtimeDescMap = {};

export const getShortErrorMsg = (code, _sentences, args, cause) =>
  [`#${code}`, args && JSON.stringify(args), cause].filter(Boolean).join(' ');

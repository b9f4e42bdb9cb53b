/** The contract between shell and remotes; a remote of another number is not started. */
export const remoteContractVersion = 1;

/** How long each file of a remote is waited for, in milliseconds; a bundler's own limit is two minutes (decision 9). */
export const remoteFileDeadlineMs = 8000;

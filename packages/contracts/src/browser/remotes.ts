/** Version of the contract between shell and remotes. A remote with another version is not started. */
export const remoteContractVersion = 1;

/** Time-out of each file of a remote, in milliseconds (decision 5). The default of bundlers is two minutes. */
export const remoteFileDeadlineMs = 8000;

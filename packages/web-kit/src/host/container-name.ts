/** The federation container of a remote. A dash in it fails the build once a manifest is written. */
export const containerName = (remote: string) => remote.replaceAll('-', '_');

/** How long after the click the URL is revoked, in milliseconds: some browsers read it only after the click. */
const revokeAfterMs = 60_000;

/** Downloads the content of a `blob:` URL and revokes it later. */
export function saveFile(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
}

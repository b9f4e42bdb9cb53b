/** Some browsers read the file only some time after the click. */
const keptForMs = 60_000;

/** Downloads a `blob:` address and revokes it. */
export function saveFile(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptForMs);
}

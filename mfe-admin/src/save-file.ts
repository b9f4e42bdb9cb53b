/** How long a file's address holds after the click, in milliseconds: some browsers begin to read it only then. */
const keptForMs = 60_000;

/** Has the browser save what is at an address of this page (`blob:`), and gives the address back. */
export function saveFile(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptForMs);
}

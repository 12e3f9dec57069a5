/** Saves a file as the browser saves downloads. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The browser has to have begun with it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

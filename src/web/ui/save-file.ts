/** Saves a file as a download of the browser. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The URL is needed until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

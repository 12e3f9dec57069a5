import { signal } from "@preact/signals";

/** The server accepts HTTPS only, and this page came over plain HTTP. */
export interface Moved {
  /** Where the terminal is now; null: the administrator must turn HTTPS on. */
  readonly address: string | null;
}

/** Null: the page may be used where it is. */
export const moved = signal<Moved | null>(null);

/** Reads what the server has put into the page (http/static/web-routes.ts). */
export function readHttpsAddress(): void {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=tallybox-https-address]");
  if (meta !== null) setHttpsAddress(meta.content);
}

/** Notes what the server has answered to a request. */
export function setHttpsAddress(address: string | null | undefined): void {
  const known = moved.peek();
  const next = address || null;
  if (known === null || known.address !== next) moved.value = { address: next };
}

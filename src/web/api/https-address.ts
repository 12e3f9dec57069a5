import { signal } from "@preact/signals";

/** The page was loaded over plain HTTP, and the server accepts HTTPS only. */
interface Moved {
  /** The HTTPS address; null: the administrator must turn HTTPS on. */
  readonly address: string | null;
}

/** Null: the page can be used at its address. */
export const moved = signal<Moved | null>(null);

/** Reads the address that the server has put into the page (http/static/web-routes.ts). */
export function readHttpsAddress(): void {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=tallybox-https-address]");
  if (meta !== null) setHttpsAddress(meta.content);
}

/** Records the address from an error response. */
export function setHttpsAddress(address: string | null | undefined): void {
  const known = moved.peek();
  const next = address || null;
  if (known === null || known.address !== next) moved.value = { address: next };
}

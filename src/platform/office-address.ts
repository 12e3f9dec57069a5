import { z } from "zod";

/** The database of the head office, and how its certificate is checked. */
export interface OfficeAccess {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** PEM file of the authority that issued its certificate; null: a public one. */
  readonly caFile: string | null;
}

const FORM = "must be postgres://user:password@host:5432/database, without parameters";

/** The text without its percent-encoding; empty where that is not valid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Parses `HeadOffice:Url`; null: it is something else. */
function parse(text: string): Omit<OfficeAccess, "caFile"> | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  if (host === "" || user === "" || database === "" || database.includes("/")) return null;
  return {
    host,
    database,
    user,
    port: Number(url.port || 5432),
    password: decoded(url.password),
  };
}

/** The setting `HeadOffice:Url`. */
export const officeUrl = z.string(FORM).transform((text, context) => {
  const address = parse(text);
  if (address === null) context.addIssue(FORM);
  return address ?? z.NEVER;
});

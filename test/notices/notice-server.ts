import { recordOutgoingEvent } from "../../src/outgoing-events/outgoing-events.ts";
import { saveAppState } from "../../src/storage/app-state.ts";
import { createClock, type TestClock } from "../harness/clock.ts";
import { eventually } from "../harness/eventually.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";
import { type ReceivedMail, type SmtpServer, startSmtpServer } from "../harness/smtp-server.ts";

export const FROM = "tallybox@warehouse.example";

/** The settings for a mail server of the tests. */
export const settingsFor = ({ port }: Pick<SmtpServer, "port">) => ({
  ...{ host: "127.0.0.1", port, security: "none", fromAddress: FROM },
});

/** A server whose Admin has set a mail server, with a clock that the test moves. `at`: ISO 8601. */
export async function startNoticeServer(options: Omit<ServerOptions, "clock"> & { at?: string } = {}) {
  const clock: TestClock = createClock(options.at === undefined ? undefined : Date.parse(options.at));
  const smtp = await startSmtpServer();
  const server = await startServer({ ...options, clock });
  const { admin } = server;
  const saved = await admin.put("/api/settings/mail-server", settingsFor(smtp));
  if (saved.status !== 200) throw new Error(`no mail server: ${saved.text}`);
  // Otherwise the notices tell that there is no backup, and that no check was completed since the demo's data were made.
  const at = clock.iso();
  await server.appliance.dependencies.storage.write(null, (tx) => {
    saveAppState(tx, "backup", { at, bytes: 1, kind: "download" });
    saveAppState(tx, "selfCheck", { at, ok: true, ms: 1, problems: [], total: 0 });
  });
  return { server, clock, smtp, admin };
}

type Modes = Readonly<Record<string, "off" | "atOnce" | "digest">>;
interface Wish {
  readonly kinds?: Modes;
  readonly digestHour?: number;
  readonly language?: string;
  readonly email?: string | null;
}

/** Gives a user an address, and chooses what is sent to it. */
export async function subscribe(server: TestServer, userName: string, { kinds = {}, ...wish }: Wish = {}) {
  const client = await server.as(userName);
  const { status, text } = await client.put("/api/me/notices", {
    ...{ email: `${userName}@warehouse.example`, ...wish },
    kinds: Object.entries(kinds).map(([kind, mode]) => ({ kind, mode })),
  });
  if (status !== 200) throw new Error(`not subscribed: ${text}`);
}

let recorded = 0;

/** Records an event of the tenant: a printer prints again. Returns its name, which is in the e-mail. */
export async function happen(
  server: TestServer,
  tenantId = 1,
  name = `Zebra ${++recorded}`,
): Promise<string> {
  const { storage } = server.appliance.dependencies;
  await storage.write(tenantId, (tx) =>
    recordOutgoingEvent(tx, {
      ...{ tenantId, type: "printer.recovered", data: { oid: 1, name }, dedupeKey: `${++recorded}` },
    }),
  );
  return name;
}

/** Waits for this many accepted e-mails, and returns them. */
export async function mailsAt(smtp: SmtpServer, count: number): Promise<readonly ReceivedMail[]> {
  await eventually(() => {
    if (smtp.mails.length < count) throw new Error(`${smtp.mails.length} of ${count} e-mails`);
  });
  return smtp.mails;
}

/** The plain text of an e-mail. */
export function textOf({ data }: ReceivedMail): string {
  const boundary = /boundary="(.*?)"/.exec(data)?.[1] ?? "";
  const part = data.split(`--${boundary}`).find((one) => one.includes("text/plain")) ?? "";
  return decoded(part);
}

/** The HTML of an e-mail. */
export function htmlOf({ data }: ReceivedMail): string {
  const boundary = /boundary="(.*?)"/.exec(data)?.[1] ?? "";
  return decoded(data.split(`--${boundary}`).find((one) => one.includes("text/html")) ?? "");
}

function decoded(part: string): string {
  const [head = "", ...body] = part.trim().split("\r\n\r\n");
  const content = body.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(content, "base64").toString();
  if (!/quoted-printable/i.test(head)) return content;
  const bytes = content
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** The stored e-mails, by oid. */
export function storedMails(server: TestServer) {
  const sql = "SELECT oid, userId, kind, state, attempts, messageId, dueDT FROM noticeMail ORDER BY oid";
  return server.appliance.dependencies.storage.db
    .query<{
      oid: number;
      userId: number;
      kind: string;
      state: string;
      attempts: number;
      messageId: string;
      dueDT: string;
    }>({ sql, reads: [] }, [])
    .all();
}

/** Waits until every event is in e-mails. */
export async function collected(server: TestServer): Promise<void> {
  const sql =
    "SELECT count(*) AS n FROM outgoingEvent e WHERE e.oid > coalesce((SELECT position FROM noticeCursor c WHERE c.tenantId = e.tenantId), 0)";
  await eventually(() => {
    const row = server.appliance.dependencies.storage.db.query<{ n: number }>({ sql, reads: [] }, []).get();
    if (row?.n !== 0) throw new Error(`${row?.n} events wait`);
  });
}

import { PEOPLE, type Person } from "../../../src/demo/people.ts";
import type { TestServer } from "../../harness/server.ts";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import type { Terminal } from "../../harness/terminal.ts";
import { storeValues } from "../stored.ts";

interface Code {
  readonly code: string;
  readonly qrContent: string;
}

/** Somebody of the demo. */
export function person(userName: string): Person & { readonly fullName: string } {
  const found = PEOPLE.find((one) => one.userName === userName);
  if (found === undefined) throw new Error(`the demo has no ${userName}`);
  return { ...found, fullName: `${found.firstName} ${found.lastName}` };
}

/** A fresh pairing code of a shared terminal, made by the demo's Manager. */
export async function aCode(server: Pick<TestServer, "as">): Promise<Code> {
  const { body } = await (await server.as("manager")).post("/api/device-auth/generate-code", {
    kind: "terminal",
  });
  return body;
}

/** Types a PIN on the pad and confirms it. */
export async function typePin(terminal: TerminalPage, pin: string): Promise<void> {
  for (const digit of pin) await terminal.tap(digit);
  await terminal.tap("Enter");
}

/**
 * Types behind what stands in a field. A tap puts the caret where it meets the text: in the middle of the field, which may be in
 * the middle of the text, as it is for a default that another wording or font made longer.
 */
export async function typeAtEnd(terminal: Terminal, css: string, text: string): Promise<void> {
  await terminal.tap({ css });
  await terminal.until(`document.activeElement === document.querySelector(${JSON.stringify(css)})`);
  await terminal.evaluate(
    "document.activeElement.setSelectionRange(document.activeElement.value.length, document.activeElement.value.length)",
  );
  await terminal.type(text);
}

/** A terminal that is paired by the address which the second QR code carries. */
export async function pairedTerminal(
  terminal: TerminalPage,
  server: Pick<TestServer, "as" | "url">,
): Promise<void> {
  const { code } = await aCode(server);
  await terminal.open(`${server.url}/#/pair/${code}`);
  await terminal.tap("Pair");
  await terminal.see("Who's counting?");
}

/** The same by hand, as a person gets in. */
export async function throughTheDoor(
  terminal: TerminalPage,
  server: Pick<TestServer, "as" | "url">,
  userName: string,
): Promise<void> {
  await pairedTerminal(terminal, server);
  const { fullName, pin } = person(userName);
  await terminal.tap(fullName);
  await typePin(terminal, pin);
  await terminal.until("location.hash.startsWith('#/count')");
}

/**
 * A paired terminal at which this person has logged in. The tests of the door go through it by hand; for all others the box's
 * answers are put where the door keeps them. `more` is stored with them, by the names of src/web/kept/values.ts.
 */
export async function logInTerminal(
  terminal: TerminalPage,
  server: Pick<TestServer, "as" | "url">,
  userName: string,
  more: object = {},
): Promise<void> {
  const load = (path: string) => terminal.open(server.url + path);
  const page = { load, evaluate: (expression: string) => terminal.evaluate(expression) };
  await storeValues(page, "/#/welcome", { ...(await letIn(server, userName)), ...more });
  // Nothing to go back to, as at a start from the home screen.
  await terminal.evaluate("void location.replace('/#/count')");
  await terminal.until("location.hash.startsWith('#/count') && document.querySelector('nav.tabs') !== null");
}

/** What a terminal keeps when a person has got in: paired, and logged in by PIN. */
export async function letIn(
  server: Pick<TestServer, "as" | "url">,
  userName: string,
): Promise<{ readonly device: { readonly deviceToken: string }; readonly [name: string]: unknown }> {
  const { code } = await aCode(server);
  const name = "Terminal";
  const device = await ask(server, "/api/device-auth/activate", null, { code, deviceName: name });
  const { deviceToken } = device;
  const { accessToken } = await ask(server, "/api/device-auth/exchange", null, { deviceToken });
  const body = {
    userId: PEOPLE.findIndex((one) => one.userName === userName) + 1,
    pin: person(userName).pin,
  };
  const login = await ask(server, "/api/pda/users/login", accessToken, body);
  const { id, fullName, tenantId, roles, expiresIn, ...tokens } = login;
  const { accessToken: own, refreshToken } = tokens;
  const bearer = { accessToken: own, refreshToken, endsAt: Date.now() + expiresIn * 1000 };
  return {
    device: { ...device, name, isRevoked: false },
    session: { user: { id, userName, fullName }, tenantId, roles, via: "device", ...bearer },
    lastPeople: [id],
    people: await ask(server, "/api/pda/users", accessToken, null),
    touchedAt: Date.now(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: what the door reads of it is checked by its own tests
type Told = any;

async function ask(
  server: { readonly url: string },
  path: string,
  token: string | null,
  body: object | null,
): Promise<Told> {
  const response = await fetch(server.url + path, {
    method: body === null ? "GET" : "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    body: body === null ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** An expression that puts these under their names, and is done when they are kept; no tab is told. */
export const keep = (values: object) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    const transaction = db.transaction("values", "readwrite");
    const values = ${JSON.stringify(values)};
    for (const name of Object.keys(values)) transaction.objectStore("values").put(values[name], name);
    transaction.oncomplete = () => { db.close(); resolve(); };
    transaction.onerror = () => reject(transaction.error);
  };
})`;

/** Lets the page believe that its clock can be moved; before it is opened. */
export async function withMovableClock(terminal: Terminal): Promise<void> {
  await terminal.beforeLoad(
    "(() => { const now = Date.now; window.ahead = 0; Date.now = () => now() + window.ahead; })()",
  );
}

/** Moves the page's clock on, as it is after a sleep of the device, and wakes the page. */
export async function sleepFor(terminal: Terminal, minutes: number): Promise<void> {
  await terminal.evaluate(`void (window.ahead += ${minutes} * 60000)`);
  await terminal.evaluate("void window.dispatchEvent(new Event('focus'))");
}

/** Goes to a screen. */
export async function goTo(terminal: Terminal, path: string): Promise<void> {
  await terminal.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
  await terminal.until("document.querySelector('main h1') !== null");
}

/** Something that waits to be sent, put where it is kept. */
const WAITING = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    const transaction = db.transaction("errands", "readwrite");
    const task = { kind: "request", path: "/api/nowhere", body: {} };
    transaction.objectStore("errands").add({ id: "0", tenantId: 1, userId: 3, title: "A trial", at: "2026-11-20T10:00:00Z", state: "refused", task, problem: "a trial", result: null });
    transaction.oncomplete = () => { db.close(); resolve(); };
    transaction.onerror = () => reject(transaction.error);
  };
})`;

/** Leaves something on the terminal that waits to be sent. */
export async function keepUnsent(terminal: Terminal): Promise<void> {
  await terminal.evaluate(WAITING);
  await terminal.reload();
  await terminal.see("1 not sent yet");
}

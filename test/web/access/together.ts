import { PEOPLE, type Person } from "../../../src/demo/people.ts";
import type { TestBox } from "../../harness/box.ts";
import type { TerminalPage } from "../../harness/handheld/terminal-page.ts";
import type { Handheld } from "../../harness/handheld.ts";
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
export async function aCode(box: Pick<TestBox, "as">): Promise<Code> {
  const { body } = await (await box.as("manager")).post("/api/device-auth/generate-code", {
    kind: "terminal",
  });
  return body;
}

/** Types a PIN on the pad and confirms it. */
export async function typePin(handheld: TerminalPage, pin: string): Promise<void> {
  for (const digit of pin) await handheld.tap(digit);
  await handheld.tap("Enter");
}

/**
 * Types behind what stands in a field. A tap puts the caret where it meets the text: in the middle of the field, which may be in
 * the middle of the text, as it is for a default that another wording or font made longer.
 */
export async function typeAtEnd(handheld: Handheld, css: string, text: string): Promise<void> {
  await handheld.tap({ css });
  await handheld.until(`document.activeElement === document.querySelector(${JSON.stringify(css)})`);
  await handheld.evaluate(
    "document.activeElement.setSelectionRange(document.activeElement.value.length, document.activeElement.value.length)",
  );
  await handheld.type(text);
}

/** A terminal that is paired by the address which the second QR code carries. */
export async function pairedTerminal(
  handheld: TerminalPage,
  box: Pick<TestBox, "as" | "url">,
): Promise<void> {
  const { code } = await aCode(box);
  await handheld.open(`${box.url}/#/pair/${code}`);
  await handheld.tap("Pair");
  await handheld.see("Who's counting?");
}

/** The same by hand, as a person gets in. */
export async function throughTheDoor(
  handheld: TerminalPage,
  box: Pick<TestBox, "as" | "url">,
  userName: string,
): Promise<void> {
  await pairedTerminal(handheld, box);
  const { fullName, pin } = person(userName);
  await handheld.tap(fullName);
  await typePin(handheld, pin);
  await handheld.until("location.hash.startsWith('#/count')");
}

/**
 * A paired terminal at which this person has logged in. The tests of the door go through it by hand; for all others the box's
 * answers are put where the door keeps them. `more` is stored with them, by the names of src/web/kept/values.ts.
 */
export async function atWork(
  handheld: TerminalPage,
  box: Pick<TestBox, "as" | "url">,
  userName: string,
  more: object = {},
): Promise<void> {
  const load = (path: string) => handheld.open(box.url + path);
  const page = { load, evaluate: (expression: string) => handheld.evaluate(expression) };
  await storeValues(page, "/#/welcome", { ...(await letIn(box, userName)), ...more });
  // Nothing to go back to, as at a start from the home screen.
  await handheld.evaluate("void location.replace('/#/count')");
  await handheld.until("location.hash.startsWith('#/count') && document.querySelector('nav.tabs') !== null");
}

/** What a terminal keeps when a person has got in: paired, and logged in by PIN. */
export async function letIn(
  box: Pick<TestBox, "as" | "url">,
  userName: string,
): Promise<{ readonly device: { readonly deviceToken: string }; readonly [name: string]: unknown }> {
  const { code } = await aCode(box);
  const name = "Terminal";
  const device = await ask(box, "/api/device-auth/activate", null, { code, deviceName: name });
  const { deviceToken } = device;
  const { accessToken } = await ask(box, "/api/device-auth/exchange", null, { deviceToken });
  const body = {
    userId: PEOPLE.findIndex((one) => one.userName === userName) + 1,
    pin: person(userName).pin,
  };
  const login = await ask(box, "/api/pda/users/login", accessToken, body);
  const { id, fullName, tenantId, roles, expiresIn, ...tokens } = login;
  const { accessToken: own, refreshToken } = tokens;
  const bearer = { accessToken: own, refreshToken, endsAt: Date.now() + expiresIn * 1000 };
  return {
    device: { ...device, name, isRevoked: false },
    session: { user: { id, userName, fullName }, tenantId, roles, via: "device", ...bearer },
    lastPeople: [id],
    people: await ask(box, "/api/pda/users", accessToken, null),
    touchedAt: Date.now(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: what the door reads of it is checked by its own tests
type Told = any;

async function ask(
  box: { readonly url: string },
  path: string,
  token: string | null,
  body: object | null,
): Promise<Told> {
  const response = await fetch(box.url + path, {
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
export async function withMovableClock(handheld: Handheld): Promise<void> {
  await handheld.beforeLoad(
    "(() => { const now = Date.now; window.ahead = 0; Date.now = () => now() + window.ahead; })()",
  );
}

/** Moves the page's clock on, as it is after a sleep of the device, and wakes the page. */
export async function sleepFor(handheld: Handheld, minutes: number): Promise<void> {
  await handheld.evaluate(`void (window.ahead += ${minutes} * 60000)`);
  await handheld.evaluate("void window.dispatchEvent(new Event('focus'))");
}

/** Goes to a screen. */
export async function goTo(handheld: Handheld, path: string): Promise<void> {
  await handheld.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
  await handheld.until("document.querySelector('main h1') !== null");
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
export async function keepUnsent(handheld: Handheld): Promise<void> {
  await handheld.evaluate(WAITING);
  await handheld.reload();
  await handheld.see("1 not sent yet");
}

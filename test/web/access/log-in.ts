import { PEOPLE, type Person } from "../../../src/demo/people.ts";
import type { RegistrationCode } from "../../../src/web/api/types/endpoints.d.ts";
import type { TestServer } from "../../harness/server.ts";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { storeValues } from "../store-values.ts";
import { storedValue } from "../stored-records.ts";

/** A user of the demo. */
export function person(userName: string): Person & { readonly fullName: string } {
  const found = PEOPLE.find((one) => one.userName === userName);
  if (found === undefined) throw new Error(`the demo has no ${userName}`);
  return { ...found, fullName: `${found.firstName} ${found.lastName}` };
}

/** Creates a pairing code of a shared terminal, as the demo's Manager. */
export async function createPairingCode(server: Pick<TestServer, "as">): Promise<RegistrationCode> {
  const { body } = await (await server.as("manager")).post("/api/device-auth/generate-code", {
    kind: "terminal",
  });
  return body;
}

/** Ends the pairing of all devices. */
export async function revokeDevices({ manager }: Pick<TestServer, "manager">): Promise<void> {
  const { body } = await manager.get("/api/device-auth/tokens");
  for (const { deviceTokenId } of body) await manager.delete(`/api/device-auth/tokens/${deviceTokenId}`);
}

/** Types a PIN on the pad and confirms it. Waits for the keys, which are off while a PIN is checked and Enter also until there are enough digits, and for the dot of each digit. */
export async function typePin(terminal: TerminalPage, pin: string): Promise<void> {
  await terminal.until("document.querySelector('.pad button:enabled') !== null");
  for (const [index, digit] of [...pin].entries()) {
    await terminal.tap(digit);
    await terminal.until(
      `document.querySelector('.pin-dots [aria-hidden]').textContent.length === ${index + 1}`,
    );
  }
  await terminal.until("document.querySelector('.pad button:last-child:enabled') !== null");
  await terminal.tap("Enter");
}

/** Pairs a terminal by the address in the second QR code. */
export async function pairByAddress(
  terminal: TerminalPage,
  server: Pick<TestServer, "as" | "url">,
): Promise<void> {
  const { code } = await createPairingCode(server);
  await terminal.open(`${server.url}/#/pair/${code}`);
  await terminal.tap("Pair");
  await terminal.see("Who's counting?");
}

/** Pairs a terminal and logs in by PIN on its screens. */
export async function logInByHand(
  terminal: TerminalPage,
  server: Pick<TestServer, "as" | "url">,
  userName: string,
): Promise<void> {
  await pairByAddress(terminal, server);
  const { fullName, pin } = person(userName);
  await terminal.tap(fullName);
  await typePin(terminal, pin);
  await terminal.until("location.hash.startsWith('#/count')");
  await terminal.until(IS_LOGIN_COMPLETE);
}

/** Expression: whether the login by PIN has stored its last value. It shows the first screen before. */
const IS_LOGIN_COMPLETE = `Promise.all([${storedValue("lastPeople")}, ${storedValue("session")}]).then(
  ([ids, session]) => ids !== undefined && session !== undefined && ids[0] === session.user.id)`;

/**
 * Opens a paired terminal with a logged-in user. The login has its own tests; this stores the server's responses where the login
 * would store them. `more` is stored with them, by the names of src/web/db/values.ts.
 */
export async function logInTerminal(
  terminal: TerminalPage,
  server: Pick<TestServer, "as" | "url">,
  userName: string,
  more: object = {},
): Promise<void> {
  const load = (path: string) => terminal.open(server.url + path);
  const page = { load, evaluate: (expression: string) => terminal.evaluate(expression) };
  await storeValues(page, "/#/welcome", { ...(await createTerminalSession(server, userName)), ...more });
  // The history is empty, as after a start from the home screen.
  await terminal.evaluate("void location.replace('/#/count')");
  await terminal.until("location.hash.startsWith('#/count') && document.querySelector('nav.tabs') !== null");
}

/** Creates the values that a terminal stores once it is paired and a user has logged in by PIN. */
export async function createTerminalSession(
  server: Pick<TestServer, "as" | "url">,
  userName: string,
): Promise<{ readonly device: { readonly deviceToken: string }; readonly [name: string]: unknown }> {
  const { code } = await createPairingCode(server);
  const name = "Terminal";
  const device = await request(server, "/api/device-auth/activate", null, { code, deviceName: name });
  const { deviceToken } = device;
  const { accessToken } = await request(server, "/api/device-auth/exchange", null, { deviceToken });
  const body = {
    userId: PEOPLE.findIndex((one) => one.userName === userName) + 1,
    pin: person(userName).pin,
  };
  const login = await request(server, "/api/pda/users/login", accessToken, body);
  const { id, fullName, tenantId, roles, expiresIn, ...tokens } = login;
  const { accessToken: own, refreshToken } = tokens;
  const bearer = { accessToken: own, refreshToken, endsAt: Date.now() + expiresIn * 1000 };
  return {
    device: { ...device, name, isRevoked: false },
    session: { user: { id, userName, fullName }, tenantId, roles, via: "device", ...bearer },
    lastPeople: [id],
    people: await request(server, "/api/pda/users", accessToken, null),
    touchedAt: Date.now(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the tests of the login check what it reads of the response
type ResponseBody = any;

async function request(
  server: { readonly url: string },
  path: string,
  token: string | null,
  body: object | null,
): Promise<ResponseBody> {
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

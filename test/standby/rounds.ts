import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CountingTerminal, ITEMS, type Operation } from "./counting-terminal.ts";
import { freePorts, KillableMachine } from "./killable-machine.ts";

// One life of a pair: terminals count while both machines are killed again and again, then the primary is killed for good, the
// standby is promoted, and the former primary comes back.

const PATIENCE_MS = 60_000;

/** What a round has shown. Every number but the first three must be 0. */
export interface RoundResult {
  readonly kills: number;
  readonly counts: number;
  /** Milliseconds from the kill of the primary to the first count that the promoted standby has taken. */
  readonly toCountingMs: number;
  readonly lost: number;
  readonly doubled: number;
  /** Writes that the former primary has taken. */
  readonly takenByFormer: number;
  /** Bytes in which the copy differed from the primary before the promotion. */
  readonly differences: number;
}

export interface RoundOptions {
  readonly terminals: number;
  readonly kills: number;
  /** A copy of the demo's folder, and of an empty server's; both belong to the round. */
  readonly folders: { readonly primary: string; readonly standby: string };
  random(): number;
}

/** Plays a round. Throws where the machines do not come to rest. */
export async function playRound(options: RoundOptions): Promise<RoundResult> {
  const { folders, random } = options;
  const ports = await freePorts(4);
  const primary = new KillableMachine(folders.primary, ports[0] ?? 0, ports[1] ?? 0);
  const standby = new KillableMachine(folders.standby, ports[2] ?? 0, ports[3] ?? 0);
  let target = primary.url;
  let isCounting = true;
  try {
    await Promise.all([primary.start(), standby.start()]);
    const code = await joinPair(primary, standby);
    const token = await tokenOf(primary.url, "user");
    const terminals = Array.from({ length: options.terminals }, () => new CountingTerminal(token));
    const counting = terminals.map(async (terminal) => {
      for (; isCounting; await sleep(20 + random() * 200)) await terminal.count(target);
    });
    for (let kill = 0; kill < options.kills; kill++) await disturb(kill, primary, standby, random);
    await untilComplete(primary);
    const differences = await compare(
      primary,
      standby,
      () => {
        isCounting = false;
      },
      counting,
    );
    isCounting = true;
    const again = terminals.map(async (terminal) => {
      for (; isCounting; await sleep(20 + random() * 100)) await terminal.count(target);
    });
    await sleep(300 + random() * 700);
    await primary.kill();
    const killedAt = performance.now();
    await promote(standby, code);
    target = standby.url;
    await until(async () => (await terminals[0]?.count(standby.url)) === true, "counting goes on");
    const toCountingMs = performance.now() - killedAt;
    const takenByFormer = await returnFormer(primary, token);
    isCounting = false;
    await Promise.all(again);
    for (const terminal of terminals)
      await until(async () => {
        await terminal.deliver(standby.url);
        return terminal.sent.every(({ isTaken }) => isTaken);
      }, "every count has its receipt");
    const all = terminals.flatMap(({ sent }) => sent);
    const { lost, doubled } = await checkCounts(standby.url, token, all);
    return {
      kills: options.kills + 1,
      counts: all.length,
      toCountingMs,
      lost,
      doubled,
      takenByFormer,
      differences,
    };
  } finally {
    isCounting = false;
    await Promise.all([primary.kill(), standby.kill()]);
  }
}

/** Kills or freezes one of the two, and starts it again. */
async function disturb(
  turn: number,
  primary: KillableMachine,
  standby: KillableMachine,
  random: () => number,
): Promise<void> {
  await sleep(random() * 800);
  const machine = random() < 0.5 ? primary : standby;
  if (turn % 4 === 3) return machine.freeze(200 + random() * 2500);
  await machine.kill();
  await machine.start();
}

/** Both rest: the files must be equal, byte for byte. Returns the number of files that differ. */
async function compare(
  primary: KillableMachine,
  standby: KillableMachine,
  stopCounting: () => void,
  counting: readonly Promise<void>[],
): Promise<number> {
  stopCounting();
  await Promise.all(counting);
  await untilComplete(primary);
  const newest = readdirSync(primary.folder)
    .filter((name) => /^tally-.*\.db$/.test(name))
    .sort()
    .at(-1);
  const differ = (name: string) => hashOf(join(primary.folder, name)) !== hashOf(join(standby.folder, name));
  // The server itself may write meanwhile: it is compared until it rests.
  let differences = 2;
  await until(async () => {
    differences = [`${newest}`, `${newest}-wal`].filter(differ).length;
    return differences === 0;
  }, "the copy is equal").catch(() => {});
  return differences;
}

async function joinPair(primary: KillableMachine, standby: KillableMachine): Promise<string> {
  const admin = await tokenOf(primary.url, "admin");
  const pairing = await call(primary.url, "POST", "/api/standby/pairing", admin, {});
  const code = readFileSync(join(standby.folder, "setup-code"), "utf8").trim();
  await call(standby.url, "POST", "/api/setup/standby", null, { code, pairing: pairing["text"] });
  await untilComplete(primary);
  return String(pairing["promotionCode"]);
}

async function untilComplete(primary: KillableMachine): Promise<void> {
  await until(async () => {
    const text = await (await fetch(`${primary.url}/metrics`)).text();
    return (
      /^tallybox_standby_connected 1$/m.test(text) &&
      /^tallybox_standby_lag_seconds (0|0\.\d+|1\.\d+)$/m.test(text)
    );
  }, "the standby follows");
}

async function promote(standby: KillableMachine, code: string): Promise<void> {
  await until(async () => {
    const response = await fetch(`${standby.url}/api/standby/promotion`, {
      method: "PUT",
      body: JSON.stringify({ code }),
    });
    await response.arrayBuffer();
    return response.ok;
  }, "the standby is promoted");
}

/** The former primary comes back and is tried at once, until it has said that it was superseded. Returns the writes it took. */
async function returnFormer(primary: KillableMachine, token: string): Promise<number> {
  let taken = 0;
  let isBack = false;
  const probe = new CountingTerminal(token);
  const probing = (async () => {
    for (; !isBack; await sleep(5)) if (await probe.count(primary.url)) taken++;
  })();
  await primary.start();
  await until(async () => {
    const text = await (await fetch(`${primary.url}/metrics`)).text();
    return /^tallybox_standby_epoch 2$/m.test(text);
  }, "the former primary has heard");
  for (let i = 0; i < 20; i++) if (await probe.count(primary.url)) taken++;
  isBack = true;
  await probing;
  return taken;
}

/** Compares the quantities with the receipts. */
async function checkCounts(
  url: string,
  token: string,
  all: readonly Operation[],
): Promise<{ lost: number; doubled: number }> {
  let [lost, doubled] = [0, 0];
  for (const item of ITEMS) {
    const expected = all.filter((one) => one.item === item).length;
    const found = Number(
      (await call(url, "GET", `/api/inventories/items/${item}`, token))["inventoryQuantity"],
    );
    lost += Math.max(0, expected - found);
    doubled += Math.max(0, found - expected);
  }
  return { lost, doubled };
}

async function tokenOf(url: string, userName: string): Promise<string> {
  const login = { userName, password: `${userName}-demo` };
  return String((await call(url, "POST", "/api/pwa-auth/login-password", null, login))["accessToken"]);
}

async function call(
  url: string,
  method: string,
  path: string,
  token: string | null,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < PATIENCE_MS; await sleep(50))
    if (await condition().catch(() => false)) return;
  throw new Error(`it does not come to this: ${what}`);
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** Two folders for a round, made by these copies. They are removed by `remove`. */
export function makeFolders(copy: { primary(folder: string): void; standby(folder: string): void }) {
  const primary = mkdtempSync(join(tmpdir(), "tallybox-pair-"));
  const standby = mkdtempSync(join(tmpdir(), "tallybox-pair-"));
  copy.primary(primary);
  copy.standby(standby);
  const remove = () => {
    for (const folder of [primary, standby]) rmSync(folder, { recursive: true, force: true });
  };
  return { primary, standby, remove };
}

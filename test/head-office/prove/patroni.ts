import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessGroup, startGroup } from "../../harness/process-group.ts";
import { asOther, freePort, PASSWORD, type Postgres, query } from "../postgres.ts";

// Two PostgreSQL servers under Patroni with etcd, all of Debian (`apt install patroni etcd-server postgresql`), behind a proxy that
// leads to the present leader, as HAProxy does. Replication is asynchronous, so a failover may lose the last transactions.

const BIN = "/usr/lib/postgresql/15/bin";
/** Patroni's shortest times: a leader that was killed is replaced after `TTL_S`. */
const TTL_S = 20;
const POLL_MS = 200;
/** A failover takes about 21 s. */
const MAX_ELECTION_MS = 60_000;

interface Node {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly config: string;
  /** Its data folder. */
  readonly data: string;
  group: ProcessGroup | null;
}

/** Starts the cluster. `kill` ends the leader's machine; `start` starts it again as a replica of the one that leads. */
export async function startPatroni(maxConnections: number): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "tallybox-patroni-"));
  give(folder);
  const [client, peer] = [await freePort(), await freePort()];
  const etcd = await startGroup(
    "/usr/bin/etcd",
    [
      ...["--data-dir", join(folder, "etcd"), "--log-level", "error"],
      ...["--listen-client-urls", `http://127.0.0.1:${client}`],
      ...["--advertise-client-urls", `http://127.0.0.1:${client}`],
      ...["--listen-peer-urls", `http://127.0.0.1:${peer}`],
      ...["--initial-advertise-peer-urls", `http://127.0.0.1:${peer}`],
      ...["--initial-cluster", `default=http://127.0.0.1:${peer}`],
    ],
    { ...asOther, cwd: folder, stdio: "ignore" },
  );
  const nodes: Node[] = [];
  for (const name of ["one", "two"]) nodes.push(await createNode(folder, name, client, maxConnections));
  process.once("exit", () => quitAll(nodes));
  const proxy = await startLeaderProxy(nodes);
  const urlOf = (database: string) => `postgres://owner:${PASSWORD}@127.0.0.1:${proxy.port}/${database}`;
  for (const node of nodes) {
    await startNode(node, folder);
    await proxy.untilLed();
  }
  await untilFollowed(nodes, proxy.leader());
  return {
    port: proxy.port,
    urlOf,
    async createDatabase(name) {
      await query(urlOf("postgres"), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async kill() {
      const leader = nodes.find(({ port }) => port === proxy.leader());
      if (leader !== undefined) await endNode(leader);
      proxy.forget();
    },
    async start() {
      // A replica that was itself still recovering can't lead before the other one is back.
      await Promise.race([proxy.untilLed(), sleep(MAX_ELECTION_MS)]);
      for (const node of nodes) if (node.group === null) await startNode(node, folder);
      await proxy.untilLed();
      await untilFollowed(nodes, proxy.leader());
    },
    async remove() {
      await proxy.close();
      for (const node of nodes) await endNode(node);
      await etcd.kill();
      // The last processes of PostgreSQL still write for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

/** Ends Patroni and its PostgreSQL at once, as a machine that loses its power. */
async function endNode(node: Node): Promise<void> {
  await node.group?.kill();
  node.group = null;
  const pid = postmasterOf(node);
  if (pid === null) return;
  try {
    process.kill(pid, "SIGQUIT");
    for (;;) {
      process.kill(pid, 0);
      await sleep(POLL_MS);
    }
  } catch {
    // It has ended.
  }
}

/** The process of a node's PostgreSQL, which Patroni starts outside its own group; null: it has none. */
function postmasterOf({ data }: Node): number | null {
  const file = join(data, "postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : null;
}

/** Ends every PostgreSQL at once, before this process exits. */
function quitAll(nodes: readonly Node[]): void {
  for (const node of nodes) {
    const pid = postmasterOf(node);
    try {
      if (pid !== null) process.kill(pid, "SIGQUIT");
    } catch {
      // It has ended.
    }
  }
}

/** Resolves when the other node replicates. A leader that ends before has no successor. */
async function untilFollowed(nodes: readonly Node[], leader: number | null): Promise<void> {
  for (const { restPort, port } of nodes)
    while (port !== leader) {
      const reply = await fetch(`http://127.0.0.1:${restPort}/replica`).catch(() => null);
      if (reply?.status === 200) break;
      await sleep(POLL_MS);
    }
}

function give(path: string): void {
  if (asOther.uid !== undefined) chownSync(path, asOther.uid, asOther.gid);
}

async function createNode(
  folder: string,
  name: string,
  etcdPort: number,
  maxConnections: number,
): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  const config = join(folder, `${name}.json`);
  const authentication = {
    superuser: { username: "owner", password: PASSWORD },
    replication: { username: "replica", password: PASSWORD },
  };
  // YAML contains JSON.
  const settings = {
    scope: "company",
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...{ ttl: TTL_S, loop_wait: 1, retry_timeout: 5, maximum_lag_on_failover: 1e9 },
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: maxConnections, wal_log_hints: "on" },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }],
      pg_hba: [
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication replica 127.0.0.1/32 scram-sha-256",
      ],
    },
    postgresql: {
      ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, bin_dir: BIN },
      ...{ data_dir: join(folder, name), pgpass: join(folder, `${name}.pgpass`), authentication },
      parameters: { unix_socket_directories: folder },
    },
  };
  writeFileSync(config, JSON.stringify(settings), { mode: 0o600 });
  give(config);
  mkdirSync(join(folder, `${name}-home`));
  give(join(folder, `${name}-home`));
  return { name, port, restPort, config, data: join(folder, name), group: null };
}

async function startNode(node: Node, folder: string): Promise<void> {
  const env = { PATH: `${BIN}:/usr/bin:/bin`, HOME: join(folder, `${node.name}-home`), LC_ALL: "C.UTF-8" };
  node.group = await startGroup("/usr/bin/patroni", [node.config], {
    ...{ ...asOther, env, cwd: folder },
    stdio: process.env["PATRONI_LOG"] ? "inherit" : "ignore",
  });
}

/** A TCP proxy to the node that leads, by Patroni's own answer. */
async function startLeaderProxy(nodes: readonly Node[]) {
  const open = new Set<Socket>();
  let leader: number | null = null;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const look = async () => {
    for (const { restPort, port, group } of nodes) {
      if (group === null) continue;
      const reply = await fetch(`http://127.0.0.1:${restPort}/primary`).catch(() => null);
      if (reply?.status !== 200) continue;
      if (leader !== port) cut();
      leader = port;
      return;
    }
    leader = null;
  };
  let isClosed = false;
  const looking = (async () => {
    while (!isClosed) {
      await look();
      await sleep(POLL_MS);
    }
  })();
  const server = createServer((near) => {
    if (leader === null) return near.resetAndDestroy();
    const far = connect(leader, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    leader: () => leader,
    forget() {
      leader = null;
      cut();
    },
    async untilLed(): Promise<void> {
      while (leader === null) await sleep(POLL_MS);
    },
    close() {
      isClosed = true;
      cut();
      server.close();
      return looking;
    },
  };
}

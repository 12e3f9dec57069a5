import { Agent, type AgentOptions, request } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { json } from "node:stream/consumers";
import { parseArgs } from "node:util";

// Terminals as a program: each counts from an address of its own, and sometimes opens a new connection. Prints as a line of
// JSON how many responses had which status, and the duration of each count in milliseconds.

const COUNTS_PER_CONNECTION = 5;

const { values } = parseArgs({
  options: {
    host: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "8080" },
    /** The addresses are this and 1, 2 and so on. */
    network: { type: "string", default: "127.0.2." },
    terminals: { type: "string", default: "50" },
    counts: { type: "string", default: "20" },
    /** Over HTTPS, whatever the certificate. */
    tls: { type: "boolean", default: false },
  },
});

/** The parts of a response that a test reads. */
interface HttpResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each response has properties of its own
  readonly body: any;
}

function ask(
  agent: Agent,
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<HttpResponse> {
  const headers = {
    "Content-Type": "application/json",
    ...(token !== "" && { Authorization: `Bearer ${token}` }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const { host, port } = values;
  const over = values.tls ? tlsRequest : request;
  const asked = over({ host, port, agent, method, path, headers }, (response) => {
    json(response).then((parsed) => resolve({ status: response.statusCode ?? 0, body: parsed }), reject);
  });
  asked.on("error", reject);
  asked.end(body && JSON.stringify(body));
  return promise;
}

function agentAt(localAddress: string): Agent {
  const options: AgentOptions = { keepAlive: true, maxSockets: 1, localAddress };
  return values.tls ? new TlsAgent({ ...options, rejectUnauthorized: false }) : new Agent(options);
}
const statuses: Record<string, number> = {};
const times: number[] = [];

async function terminal(number: number): Promise<void> {
  const address = `${values.network}${number}`;
  let agent = agentAt(address);
  const credentials = { userName: "user", password: "user-demo" };
  const login = await ask(agent, "POST", "/api/pwa-auth/login-password", "", credentials);
  const token: string = login.body.accessToken;
  const items: { oid: number }[] = (await ask(agent, "GET", "/api/inventories/3/items", token)).body;
  const oid = items[number % items.length]?.oid;
  for (let count = 0; count < Number(values.counts); count++) {
    if (count % COUNTS_PER_CONNECTION === 0) {
      agent.destroy();
      agent = agentAt(address);
    }
    const began = performance.now();
    const update = { oid, inventoryQuantity: count };
    const outcome = await ask(agent, "PUT", "/api/inventories/items/update", token, update).then(
      ({ status }) => String(status),
      (error: unknown) => String(error),
    );
    times.push(performance.now() - began);
    statuses[outcome] = (statuses[outcome] ?? 0) + 1;
  }
  agent.destroy();
}

await Promise.all(Array.from({ length: Number(values.terminals) }, (_, index) => terminal(index + 1)));
process.stdout.write(`${JSON.stringify({ statuses, times })}\n`);
